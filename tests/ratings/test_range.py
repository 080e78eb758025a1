"""Challenges for a range of ratings."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Strength, User
from accounts.selectors import house
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Challenge
from golem.rest.refusals import Refused
from tests.matches.conftest import client_of
from tests.matches.hours import h
from tests.ratings.conftest import GAME

pytestmark = pytest.mark.django_db


def rated(user: User, points: float) -> None:
    Strength.objects.create(user=user, game=GAME, rating=round(points * 10_000), last_at=h(1))


def code_of(act: Any) -> str:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.code


@pytest.mark.parametrize(
    ("least", "most", "points", "taken"),
    [
        (1400, 1600, None, True),  # nobody rated yet has 1500
        (1501, None, None, False),
        (None, 1499, None, False),
        (1600, None, 1599.95, True),  # shown as 1600.0
        (1600, None, 1599.94, False),
        (None, 1600, 1600.04, True),
        (None, 1600, 1600.05, False),
        (1500, 1500, 1500, True),
    ],
)
def test_who_may_take_it(
    people: list[User], least: int | None, most: int | None, points: float | None, taken: bool
) -> None:
    anna, boris = people[:2]
    if points is not None:
        rated(boris, points)
    made = challenges.create(anna, None, Terms(GAME, rating_from=least, rating_to=most))
    if taken:
        assert challenges.accept(made.pk, boris).seats.count() == 2
        return
    assert code_of(lambda: challenges.accept(made.pk, boris)) == "rating_out_of_range"
    assert Challenge.objects.get().status == "open"


@pytest.mark.parametrize(("least", "most"), [(1600, 1500), (-1, None), (None, 10_000)])
def test_ranges_that_make_no_sense(people: list[User], least: int | None, most: int | None) -> None:
    terms = Terms(GAME, rating_from=least, rating_to=most)
    assert code_of(lambda: challenges.create(people[0], None, terms)) == "bad_rating_range"


def test_a_range_is_for_everybody_not_for_one(people: list[User]) -> None:
    terms = Terms(GAME, rating_from=1400)
    for opponent in (people[1], house()):
        made = code_of(lambda o=opponent: challenges.create(people[0], o, terms))
        assert made == "bad_rating_range"


def test_by_the_api(people: list[User]) -> None:
    body = {"game": GAME, "rating_from": 1600, "rating_to": 1800}
    made = client_of(people[0]).post("/api/v1/challenges/", body, format="json").json()
    assert (made["rating_from"], made["rating_to"]) == (1600, 1800)
    path = f"/api/v1/challenges/{made['id']}/accept/"
    refused = client_of(people[1]).post(path)
    assert (refused.status_code, refused.json()["code"]) == (403, "rating_out_of_range")
    rated(people[1], 1700)
    assert client_of(people[1]).post(path).status_code == 201


def test_by_the_pages(people: list[User]) -> None:
    maker, taker = Client(), Client()
    maker.force_login(people[0])
    taker.force_login(people[1])
    form = {"game": GAME, "control": "littlegolem", "rated": "on", "rating_from": "1600"}
    assert maker.post("/challenges/new/", form).status_code == 302
    shown = taker.get("/challenges/").content.decode()
    assert "rating 1600 or more" in shown
    assert "not your range" in shown
    made = Challenge.objects.get()
    assert f"/challenges/{made.pk}/accept/" not in shown
    assert "not your range" not in maker.get("/challenges/").content.decode()
    rated(people[1], 1700)
    assert f"/challenges/{made.pk}/accept/" in taker.get("/challenges/").content.decode()
    refused = maker.post("/challenges/new/", form | {"rating_to": "1500"})
    assert refused.status_code == 400
    assert "range of ratings" in refused.content.decode()
