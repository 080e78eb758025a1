"""Seals that meet what happens at the same moment, in real threads on PostgreSQL."""

import pytest

from golem.matches import sweep
from golem.matches.errors import MatchOver, StalePly
from golem.matches.models import Match
from golem.matches.services import resign
from tests.matches.hours import at, beat, h
from tests.racing import race
from tests.sealing.conftest import secret_games
from tests.sealing.rounds import Table

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS, FEWER = 200, 40
each_game = pytest.mark.parametrize("game", secret_games()[-1:])


@each_game
def test_two_seals_resolve_once(table: Table) -> None:
    for now in table.rounds(ROUNDS):
        done = race(now.seal(now.first), now.answer())
        assert sorted(one.sealed for one in done) == [False, True]
        assert now.played() == [(1, now.first), (1, now.theirs)]
        assert (now.waiting(), now.now().ply) == ([], 2)


@each_game
def test_a_seal_is_replaced_as_the_other_one_comes(table: Table) -> None:
    for now in table.rounds(FEWER):
        now.seal(now.first)()
        replaced, _ = race(now.seal(now.second), now.answer())
        in_time = not isinstance(replaced, Exception)
        assert in_time or isinstance(replaced, StalePly)
        assert now.played() == [(1, now.second if in_time else now.first), (1, now.theirs)]
        assert now.waiting() == []


@each_game
def test_who_has_sealed_resigns_as_the_other_seals(table: Table) -> None:
    for now in table.rounds(FEWER):
        now.seal(now.first)()
        gone, answered = race(lambda: resign(now.match.pk, now.one), now.answer())
        assert isinstance(gone, Match)
        match = now.now()
        assert (match.how, now.waiting()) == ("resignation", [])
        if isinstance(answered, MatchOver):
            assert (now.played(), match.ply) == ([], 1)
        else:
            assert (now.played(), match.ply) == ([(1, now.first), (1, now.theirs)], 2)


@each_game
def test_a_seal_at_the_last_moment_meets_the_sweep(table: Table) -> None:
    for now in table.rounds(FEWER):
        zero = now.match.seats.get(user=now.other).zero_at
        assert zero is not None
        now.seal(now.first, clock=at(h(1)))()
        beat((zero - h(0)).total_seconds() / 3600)
        late = at(zero)
        answered, _ = race(now.answer(clock=at(zero - h(0) + h(-0.001))), lambda: sweep.run(late))
        match = now.now()
        if isinstance(answered, Exception):
            assert isinstance(answered, MatchOver)
            assert (match.how, match.ply, now.played()) == ("timeout", 1, [])
        else:
            assert (match.status, match.ply) == ("running", 2)
            assert now.played() == [(1, now.first), (1, now.theirs)]
        assert now.waiting() == []
        if match.status == Match.Status.RUNNING:
            resign(match.pk, now.one, clock=at(zero))


@each_game
def test_a_seal_of_the_next_step_meets_the_reveal(table: Table) -> None:
    for now in table.rounds(FEWER):
        now.seal(now.first)()
        early, _ = race(now.seal(now.second, ply=2), now.answer())
        assert now.played() == [(1, now.first), (1, now.theirs)]
        if isinstance(early, Exception):
            assert isinstance(early, StalePly)
            assert now.waiting() == []
        else:
            assert now.waiting() == [(2, now.second)]


@each_game
def test_a_seal_of_the_next_step_is_refused_before_the_reveal(table: Table) -> None:
    [now] = table.rounds(1)
    now.seal(now.first)()
    with pytest.raises(StalePly) as refused:
        now.seal(now.second, ply=2)()
    assert (refused.value.code, refused.value.data["ply"]) == ("stale_ply", 1)
    assert now.waiting() == [(1, now.first)]
