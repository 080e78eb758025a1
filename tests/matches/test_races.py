"""Several at once, in real threads on PostgreSQL."""

from collections import Counter
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from golem.matches import challenges
from golem.matches.errors import MatchOver, StalePly
from golem.matches.locks import lock_match, lock_players
from golem.matches.models import Challenge, Draw, Match, Move
from golem.matches.services import resign, submit_move
from golem.rest.locks import Busy
from golem.rest.refusals import Conflict
from tests.matches.conftest import begin
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)

SETUP, OTHER_SETUP = "Pahbied", "Pahbiec"


def kinds(results: list[Any]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def test_these_tests_run_on_a_database_with_row_locks() -> None:
    assert connection.vendor == "postgresql"


def test_one_of_many_moves_at_the_same_ply_is_played(anna: User, boris: User) -> None:
    for _ in range(10):
        match = begin("streetsoccer", anna, boris)
        texts = [SETUP, OTHER_SETUP] * 3
        results = race(*[lambda t=t: submit_move(match.pk, anna, 1, t) for t in texts])
        assert kinds(results) == {"Played": 1, "StalePly": 5}
        assert Move.objects.filter(match=match).count() == 1
        assert Draw.objects.filter(match=match).count() == 1


def test_a_move_and_a_resignation_exclude_each_other_or_follow(anna: User, boris: User) -> None:
    for _ in range(10):
        match = begin("streetsoccer", anna, boris)
        moved, given_up = race(
            lambda: submit_move(match.pk, anna, 1, SETUP), lambda: resign(match.pk, boris)
        )
        match.refresh_from_db()
        assert isinstance(given_up, Match)
        assert match.how == "resignation"
        assert isinstance(moved, MatchOver) == (match.ply == 1)


def test_both_resign_and_one_of_them_loses(anna: User, boris: User) -> None:
    for _ in range(10):
        match = begin("streetsoccer", anna, boris)
        results = race(lambda: resign(match.pk, anna), lambda: resign(match.pk, boris))
        assert kinds(results) == {"Match": 1, "MatchOver": 1}


def test_many_matches_between_the_same_people_cause_no_deadlock(
    anna: User, boris: User, clara: User
) -> None:
    pairs = [(anna, boris), (boris, clara), (clara, anna), (boris, anna)] * 2
    for _ in range(5):
        matches = [begin("streetsoccer", *pair) for pair in pairs]
        calls = [
            lambda m=match, u=pair[0]: submit_move(m.pk, u, 1, SETUP)
            for match, pair in zip(matches, pairs, strict=True)
        ]
        assert kinds(race(*calls)) == {"Played": len(pairs)}


def test_an_open_challenge_is_taken_by_one(anna: User, boris: User, clara: User) -> None:
    for _ in range(10):
        offer = challenges.create(anna, None, challenges.Terms("streetsoccer"))
        results = race(
            lambda: challenges.accept(offer.pk, boris),
            lambda: challenges.accept(offer.pk, clara),
            lambda: challenges.cancel(offer.pk, anna),
        )
        assert sum(isinstance(result, Conflict) for result in results) == 2
        offer.refresh_from_db()
        taken = offer.status == Challenge.Status.ACCEPTED
        assert (offer.match is not None) == taken
    assert Match.objects.count() == Challenge.objects.filter(status="accepted").count()


def test_the_bound_of_open_challenges_holds_for_many_at_once(anna: User) -> None:
    terms = challenges.Terms("streetsoccer")
    for _ in range(challenges.OPEN_AT_MOST - 1):
        challenges.create(anna, None, terms)
    results = race(*[lambda: challenges.create(anna, None, terms)] * 6)
    assert kinds(results) == {"Challenge": 1, "Conflict": 5}


def test_a_match_starts_under_the_locks_of_its_two_players(
    anna: User, boris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever settles a player's clocks holds the row; no match begins behind their back."""
    monkeypatch.setattr("golem.matches.transactions.LOCK_WAIT_SECONDS", 0.2)
    offer = challenges.create(anna, None, challenges.Terms("streetsoccer"))
    old = begin("streetsoccer", anna, boris)
    resign(old.pk, anna)
    for held in (anna, boris):
        with transaction.atomic():
            lock_players([held.pk])
            results = race(
                lambda: challenges.accept(offer.pk, boris),
                lambda: challenges.rematch(old.pk, boris),
            )
        assert kinds(results) == {"Busy": 2}
    assert Match.objects.count() == 1


def test_rematch_and_its_acceptance_do_not_wait_for_each_other(anna: User, boris: User) -> None:
    for _ in range(10):
        old = begin("streetsoccer", anna, boris)
        resign(old.pk, anna)
        offer = challenges.rematch(old.pk, anna)
        results = race(
            lambda: challenges.rematch(old.pk, boris), lambda: challenges.accept(offer.pk, boris)
        )
        assert sum(isinstance(result, Conflict) for result in results) == 1, results


def test_both_ask_for_a_rematch_at_once_and_one_match_starts(anna: User, boris: User) -> None:
    for _ in range(10):
        old = begin("streetsoccer", anna, boris)
        resign(old.pk, anna)
        race(lambda: challenges.rematch(old.pk, anna), lambda: challenges.rematch(old.pk, boris))
        offer = Challenge.objects.get(rematch_of=old)
        assert offer.status == "accepted"
        assert offer.match is not None
        seats = {seat.name: seat.user for seat in offer.match.seats.all()}
        assert seats == {"yellow": boris, "red": anna}


def test_who_waits_too_long_for_a_lock_is_told_to_come_again(
    soccer: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("golem.matches.transactions.LOCK_WAIT_SECONDS", 0.2)
    with transaction.atomic():
        lock_match(soccer.pk)
        [result] = race(lambda: submit_move(soccer.pk, anna, 1, SETUP))
    assert isinstance(result, Busy)
    assert result.status == 503
    assert submit_move(soccer.pk, anna, 1, SETUP).ply == 1


def test_a_deadlock_is_tried_again(anna: User, boris: User) -> None:
    """Two transactions that lock two matches in opposite order: both get through."""
    from golem.matches.transactions import in_transaction

    one, two = (begin("streetsoccer", anna, boris) for _ in range(2))

    def lock_both(first: Match, second: Match) -> str:
        for match in (first, second):
            Match.objects.select_for_update().get(pk=match.pk)
        return "done"

    for _ in range(5):
        results = race(
            lambda: in_transaction(lambda: lock_both(one, two)),
            lambda: in_transaction(lambda: lock_both(two, one)),
        )
        assert results == ["done", "done"]


def test_a_stale_ply_names_the_present_one(soccer: Match, anna: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP)
    with pytest.raises(StalePly) as caught:
        submit_move(soccer.pk, anna, 1, OTHER_SETUP)
    assert caught.value.data == {"ply": 2}
