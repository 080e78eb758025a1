"""Many matches that start at once: the same as one by one, in as many queries as for a few."""

from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem import registry
from golem.matches import sweep
from golem.matches.invariants.check import chosen, of_all, of_matches
from golem.matches.models import Draw, Match, Seed, VacationDay
from golem.matches.services import submit_move
from golem.matches.starting import Agreement, start_match, start_matches
from golem.matches.transactions import in_transaction
from golem.outbox.models import Notice
from golem.play.controls import DEFAULT, PRESETS
from tests.matches.conftest import NOON, at, begin, person
from tests.matches.hours import SETUP, beat, h, set_left
from tests.matches.reopened import all_right
from tests.racing import race

pytestmark = pytest.mark.django_db


def group(size: int, key: str = "streetsoccer") -> list[Agreement]:
    """Return a double round robin of so many new people."""
    people = [person(f"P{size}n{number}") for number in range(size)]
    pairs = [(one, other) for one in people for other in people if one != other]
    return [agreed(*pair, key) for pair in pairs]


def agreed(first: User, second: User, key: str = "streetsoccer") -> Agreement:
    users = dict(zip(registry.load(key).info.seats, (first, second), strict=True))
    return Agreement(key, users, PRESETS[DEFAULT], {}, True)


def columns(match: Match) -> dict[str, Any]:
    found = {field.name: getattr(match, field.name) for field in Match._meta.concrete_fields}
    found["seats"] = list(
        match.seats.values_list(
            *("number", "name", "user", "to_move", "turn_since", "left", "runs_since", "zero_at")
        )
    )
    found["draws"] = list(match.draws.values_list("number", "ply", "label", "values", "at"))
    del found["id"]
    return found


@pytest.mark.parametrize("key", ["streetsoccer", "duel"])
def test_together_as_one_by_one(key: str, duel: str, anna: User, boris: User) -> None:
    terms = [agreed(anna, boris, key), agreed(boris, anna, key)]
    seeds = [bytes([number] * 32) for number in range(2)]
    alone = [start_match(one, NOON, seed) for one, seed in zip(terms, seeds, strict=True)]
    together = in_transaction(lambda: start_matches(terms, at(NOON), seeds))
    for one, other in zip(alone, together, strict=True):
        assert columns(Match.objects.get(pk=one.pk)) == columns(Match.objects.get(pk=other.pk))
        all_right(other)


def test_the_number_of_queries_does_not_grow() -> None:
    counts = []
    for size in (4, 8):  # 12 and 56 matches
        terms = group(size)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            in_transaction(partial(start_matches, terms, at(NOON)))
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert Match.objects.count() == 12 + 56


def test_a_whole_group_is_sound() -> None:
    terms = group(11)
    matches = in_transaction(lambda: start_matches(terms, at(NOON)))
    assert len(matches) == 110
    assert {match.started_at for match in matches} == {NOON}
    seats = registry.load("streetsoccer").info.seats
    for match, one in zip(matches, terms, strict=True):
        assert {seat.name: seat.user for seat in match.seats.all()} == one.users
        assert list(one.users) == list(seats)
    assert Seed.objects.values("secret").distinct().count() == 110
    assert Draw.objects.filter(number=1).count() == Draw.objects.count()
    assert Notice.objects.filter(kind="your_turn").count() == 110
    found = (*of_matches(chosen([], None), lambda _: None), *of_all(h(1)))
    assert [one.line for one in found if not one.warning] == []


def test_all_or_none(anna: User, boris: User) -> None:
    with pytest.raises(registry.UnknownGame):
        in_transaction(lambda: start_matches([agreed(anna, boris), _of_no_game(anna, boris)]))
    assert not Match.objects.exists()
    assert in_transaction(lambda: start_matches([])) == []


def _of_no_game(first: User, second: User) -> Agreement:
    return Agreement("nothing", {"a": first, "b": second}, PRESETS[DEFAULT], {}, True)


@pytest.mark.django_db(transaction=True)
def test_a_day_that_a_sweep_spends_meanwhile(anna: User, boris: User) -> None:
    """Either the new matches begin before the day, and gain it, or after it, and do not."""
    for start in (0.5, 2, 0.5, 2):
        old = begin("streetsoccer", anna, boris)
        set_left(old, "yellow", 1)
        beat(2)
        terms = [agreed(anna, boris), agreed(boris, anna)] * 5
        started, swept = race(
            partial(in_transaction, partial(start_matches, terms, at(h(start)))),
            partial(sweep.run, at(h(2))),
        )
        assert isinstance(started, list)
        assert swept == 0
        sweep.run(at(h(2)))  # the other may have been held at that moment
        assert VacationDay.objects.filter(match=old).count() == 1
        found = (*of_matches(chosen([], None), lambda _: None), *of_all(h(2)))
        assert [one.line for one in found if not one.warning and "is to come" not in one.line] == []
        VacationDay.objects.all().delete()
        Match.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_two_groups_of_the_same_people_at_once(anna: User, boris: User, clara: User) -> None:
    one = [agreed(anna, boris), agreed(boris, clara), agreed(clara, anna)] * 4
    other = [agreed(clara, boris), agreed(boris, anna), agreed(anna, clara)] * 4
    match = begin("streetsoccer", boris, clara)
    results = race(
        lambda: in_transaction(lambda: start_matches(one, at(NOON))),
        lambda: in_transaction(lambda: start_matches(other, at(NOON))),
        lambda: submit_move(match.pk, boris, 1, SETUP, clock=at(h(1))),
    )
    assert [type(result).__name__ for result in results] == ["list", "list", "Played"]
    assert Match.objects.count() == 25
