"""A client that lost the answer asks again with the same key."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse

from accounts.models import User
from golem.matches.cleanup import forget_answers
from golem.matches.models import Challenge, Draw, Match, Move, StoredAnswer
from golem.matches.services import resign
from tests.matches.conftest import NOON, at, client_of
from tests.racing import race

SETUP = "Pahbied"


def post(user: User, path: str, body: dict[str, Any] | None = None, key: str = "k1") -> Any:
    """Return the answer to one POST under an idempotency key."""
    data = json.dumps(body or {})
    client = client_of(user)
    return client.post(
        f"/api/v1/{path}", data, content_type="application/json", HTTP_IDEMPOTENCY_KEY=key
    )


def move(user: User, match: Match, notation: str = SETUP, key: str = "k1", **more: Any) -> Any:
    body = {"notation": notation, "ply": 1} | more
    return post(user, f"matches/{match.pk}/moves/", body, key)


def same(one: HttpResponse, two: HttpResponse) -> bool:
    """Tell whether two answers are equal in status, type and bytes."""
    return all(
        getattr(one, part) == getattr(two, part) for part in ("status_code", "content")
    ) and (one["Content-Type"] == two["Content-Type"])


def test_the_repeat_gets_the_first_answer_byte_for_byte(soccer: Match, anna: User) -> None:
    first, again = move(anna, soccer), move(anna, soccer)
    assert first.status_code == 201
    assert same(first, again)
    assert Move.objects.count() == 1


def test_the_answer_outlives_what_happened_since(soccer: Match, anna: User, boris: User) -> None:
    first = move(anna, soccer)
    resign(soccer.pk, boris)
    assert same(first, move(anna, soccer))


def test_the_same_key_for_another_request_is_refused(soccer: Match, anna: User) -> None:
    move(anna, soccer)
    other = move(anna, soccer, "Pahbiec")
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert other["Content-Type"] == "application/problem+json"


def test_a_refusal_leaves_the_key_free(soccer: Match, anna: User) -> None:
    assert move(anna, soccer, "Bdh").status_code == 422
    assert move(anna, soccer).status_code == 201


def test_a_key_is_one_users_own(soccer: Match, anna: User, boris: User) -> None:
    assert move(anna, soccer).status_code == 201
    body = {"notation": "Pacbdej", "ply": 2}
    assert post(boris, f"matches/{soccer.pk}/moves/", body).status_code == 201


def test_a_dry_run_stores_nothing(soccer: Match, anna: User) -> None:
    assert move(anna, soccer, dry_run=True).status_code == 200
    assert not StoredAnswer.objects.exists()
    assert move(anna, soccer).status_code == 201


@pytest.mark.parametrize("key", ["", "a b", "ü", "k" * 256, "a\tb"])
def test_a_strange_key_is_refused(soccer: Match, anna: User, key: str) -> None:
    answer = move(anna, soccer, key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_idempotency_key")


def test_every_act_has_keys(anna: User, boris: User, soccer: Match) -> None:
    body = {"game": "streetsoccer", "opponent": "Boris"}
    made = [post(anna, "challenges/", body, "make") for _ in range(2)]
    offer = made[0].json()["id"]
    taken = [post(boris, f"challenges/{offer}/accept/", key="take") for _ in range(2)]
    given_up = [post(anna, f"matches/{soccer.pk}/resign/", key="resign") for _ in range(2)]
    again = [post(anna, f"matches/{soccer.pk}/rematch/", key="again") for _ in range(2)]
    back = [post(anna, f"challenges/{again[0].json()['id']}/cancel/", key="x") for _ in range(2)]
    for first, second in (made, taken, given_up, again, back):
        assert first.status_code < 300
        assert same(first, second)
    assert Challenge.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_five_at_once_with_one_key_are_one_move(soccer: Match, anna: User) -> None:
    answers = race(*[lambda: move(anna, soccer)] * 5)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert (Move.objects.count(), Draw.objects.count()) == (1, 1)


def test_answers_are_kept_until_30_days_after_the_end(
    soccer: Match, anna: User, boris: User
) -> None:
    move(anna, soccer)
    assert forget_answers(NOON + timedelta(days=400)) == 0
    ended = NOON + timedelta(hours=1)
    resign(soccer.pk, boris, clock=at(ended))
    assert forget_answers(ended + timedelta(days=30)) == 0
    assert forget_answers(ended + timedelta(days=30, seconds=1)) == 1
