"""Several at once, in real threads on PostgreSQL."""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from golem.matches import challenges, reads, sweep
from golem.matches.errors import MatchOver, StalePly
from golem.matches.locks import lock_match, lock_players
from golem.matches.models import Challenge, Draw, Heartbeat, Match, Move
from golem.matches.services import resign, submit_move
from golem.outbox.models import Notice
from golem.rest.locks import Busy
from golem.rest.refusals import Conflict
from tests.matches.conftest import NOON, at, begin
from tests.racing import race
from tests.soak import out_of_reach, soak

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


@pytest.mark.parametrize("seed", [1, 2])
def test_all_that_meets_on_coupled_matches_leaves_no_contradiction(seed: int) -> None:
    """Moves, seals, sweeps, resignations, gifts and reads of a few people with many matches.

    `python -m tests.load.races` plays ten thousand such rounds.
    """
    with out_of_reach():
        found = soak(100, seed)
    assert found.unexpected == []
    assert found.findings == []
    assert found.counts["Played"] > 100


def test_two_hundred_moves_meet_a_sweep_at_the_deadline(
    anna: User, boris: User, settings: Any
) -> None:
    """Within two milliseconds of it: the move is played and the match goes on, or it is lost,
    its ply what it was, no die drawn and nobody told that it is their turn. Never both."""
    settings.VACATION_DAYS = 0
    zero = NOON + timedelta(hours=240)
    Heartbeat.objects.create(pk=1, at=zero)
    rng = Random(12)
    for _ in range(200):
        match = begin("streetsoccer", anna, boris)
        instant = zero + timedelta(microseconds=rng.randint(-2000, 2000))
        moved, _ = race(
            lambda: submit_move(match.pk, anna, 1, SETUP, clock=at(instant)),
            lambda: sweep.run(at(zero)),
        )
        match.refresh_from_db()
        told = Notice.objects.filter(subject=match.pk, kind="your_turn", ply=2).exists()
        draws = match.draws.count()
        if match.status == Match.Status.FINISHED:
            assert isinstance(moved, MatchOver), moved
            assert (match.ended_at, match.ply, draws, told) == (zero, 1, 1, False)
        else:
            assert (instant < zero, match.ply, told) == (True, 2, True), moved
            assert match.seats.get(to_move=True).zero_at == instant + timedelta(hours=240)
            resign(match.pk, anna, clock=at(zero))


def test_one_expired_match_and_twelve_who_notice_it(anna: User, boris: User, settings: Any) -> None:
    """Sweeps, pages of both sides, resignations, tasks that come twice: one end, one mail each."""
    settings.VACATION_DAYS = 0
    late = NOON + timedelta(hours=300)
    Heartbeat.objects.create(pk=1, at=late)
    for _ in range(10):
        match = begin("streetsoccer", anna, boris)
        results = race(
            *[lambda: sweep.run(at(late))] * 4,
            *[lambda: reads.settle_match_shown(match.pk, late)] * 2,
            *[lambda u=u: reads.settle_player_shown(u, late) for u in (anna, boris)],
            *[lambda u=u: resign(match.pk, u, clock=at(late)) for u in (anna, boris)],
            *[lambda: sweep.run(at(late))] * 2,
        )
        match.refresh_from_db()
        assert (match.how, match.winner) == ("timeout", "red")
        assert match.ended_at == NOON + timedelta(hours=240)
        assert kinds(results)["MatchOver"] == 2
        told = Notice.objects.filter(subject=match.pk, kind="match_over")
        assert sorted(told.values_list("user", flat=True)) == sorted([anna.pk, boris.pk])
