"""Taking a result out for good, and letting a match run again as if it had never ended."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from golem import registry
from golem.matches import forecast, gifts, hooks, sweep
from golem.matches.annulment import annul
from golem.matches.calendar import feed
from golem.matches.errors import ClocksBraked, MatchOver
from golem.matches.models import (
    Act,
    Draw,
    Heartbeat,
    Match,
    Reopening,
    Seat,
    VacationDay,
)
from golem.matches.reopening import reopen
from golem.matches.selectors import record_of
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.matches.transactions import in_transaction
from golem.play.controls import DEFAULT, PRESETS
from golem.play.verify import verify
from golem.rest.refusals import Conflict
from tests.matches.conftest import at, begin
from tests.matches.hours import RED_SETUP, SETUP, h
from tests.matches.reopened import all_right, document, fresh, left, refused, settle_at

pytestmark = pytest.mark.django_db


# --- annul ---


def test_a_finished_match_keeps_what_happened_and_counts_nowhere(lost: Match, anna: User) -> None:
    assert lost.counts
    assert record_of(anna)[0]["won"] == 1
    annul(lost.pk, "played by a cat", None, at(h(400)))
    found = fresh(lost)
    assert (found.how, found.winner, found.points) == (lost.how, lost.winner, lost.points)
    assert (found.annulled_at, found.ended_at) == (h(400), h(250))
    assert not found.counts
    assert not Match.objects.counting().exists()
    assert record_of(anna) == []
    all_right(lost)


def test_a_running_match_ends_as_nobodys(soccer: Match, anna: User) -> None:
    annul(soccer.pk, "wrong options", None, at(h(5)))
    found = fresh(soccer)
    assert (found.status, found.how, found.winner) == ("finished", "annulled", "")
    assert (found.points, found.ended_at) == ({"yellow": 0, "red": 0}, h(5))
    assert not found.counts
    assert not Seat.objects.filter(to_move=True).exists()
    with pytest.raises(MatchOver):
        submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(6)))
    all_right(soccer)
    assert left(soccer, 9) == {"yellow": 235, "red": 240}
    assert verify(document(soccer), registry.load).problems == ()


def test_annulled_is_for_good(soccer: Match, lost: Match) -> None:
    for match in (soccer, lost):
        annul(match.pk, "once", None, at(h(400)))
        refused("match_annulled", partial(annul, match.pk, "again", None, at(h(401))))
        refused("match_annulled", partial(reopen, match.pk, "no", None, at(h(402))))
    assert Act.objects.count() == 2


def test_a_match_that_cannot_be_replayed_can_be_annulled(soccer: Match) -> None:
    Draw.objects.update(values=[99])
    annul(soccer.pk, "its log is broken", None, at(h(5)))
    found = fresh(soccer)
    assert (found.how, found.points) == ("annulled", {"yellow": 0, "red": 0})
    assert not Seat.objects.filter(zero_at__isnull=False).exists()


def test_the_brake_keeps_nobody_from_annulling(soccer: Match) -> None:
    call_command("clocks", "brake")
    annul(soccer.pk, "a wrong clock", None, at(h(999)))
    assert fresh(soccer).how == "annulled"
    all_right(soccer)


@pytest.mark.parametrize("reason", ["", "  \n ", "x" * 201, "nul\0", "turned \u202e round"])
@pytest.mark.parametrize("act", [annul, reopen])
def test_an_act_needs_a_reason(lost: Match, act: Callable[..., Match], reason: str) -> None:
    before = fresh(lost)
    refused("bad_reason", lambda: act(lost.pk, reason, None, at(h(400))))
    assert (fresh(lost).how, fresh(lost).changed_at) == (before.how, before.changed_at)
    assert not Act.objects.exists()


# --- reopen: clocks ---


def test_as_if_it_had_never_ended(anna: User, boris: User) -> None:
    """Fault 16: the same match, once ended by mistake and reopened, once not."""
    match, other = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    for one in (match, other):
        submit_move(one.pk, anna, 1, SETUP, clock=at(h(10)))
        submit_move(one.pk, boris, 2, RED_SETUP, clock=at(h(40)))
    before = fresh(match)
    resign(match.pk, anna, at(h(50)))
    reopen(match.pk, "not meant", None, at(h(200)))
    found = fresh(match)
    for column in ("status", "ply", "how", "winner", "points", "score", "position", "ended_at"):
        assert getattr(found, column) == getattr(before, column), column
    assert left(match, 200) == left(other, 50)
    assert left(match, 207) == left(other, 57)
    (running,) = [seat for seat in found.seats.all() if seat.to_move]
    assert (running.runs_since, running.zero_at) == (h(200), h(200 + 230))
    all_right(match)


def test_who_lost_on_time_gets_a_day(lost: Match, boris: User) -> None:
    reopen(lost.pk, "the mail was down", None, at(h(300)))
    assert left(lost, 300) == {"yellow": 240, "red": 24}
    all_right(lost)
    submit_move(lost.pk, boris, 2, RED_SETUP, clock=at(h(310)))
    assert left(lost, 310) == {"yellow": 240, "red": 50}
    all_right(lost)


def test_both_get_it_if_both_lost(duel: str, anna: User, boris: User, settings: Any) -> None:
    settings.VACATION_DAYS = 0
    match = begin(duel, anna, boris)
    settle_at(anna, 240)
    assert fresh(match).how == "both_timed_out"
    reopen(match.pk, "an outage", None, at(h(300)))
    assert set(left(match, 300).values()) == {24}
    all_right(match)


def test_a_seal_that_died_leaves_nobody_below_zero(
    duel: str, anna: User, boris: User, settings: Any
) -> None:
    """Anna seals with 1 h left; Boris loses a hundred hours later, and her seal is gone."""
    settings.VACATION_DAYS = 0
    match = begin(duel, anna, boris)
    gifts.give(match.pk, match.seats.get(user=anna).name, -200 * 3600, "less", h(1))
    submit_move(match.pk, anna, 1, "N3", clock=at(h(39)))
    settle_at(boris, 241)
    reopen(match.pk, "an outage", None, at(h(300)))
    assert set(left(match, 300).values()) == {24}
    all_right(match)


def test_days_of_the_time_between_do_not_count(anna: User, boris: User, settings: Any) -> None:
    """The first match is over from 5 h to 500 h; in the second a day is spent at 240 h."""
    settings.VACATION_DAYS = 2
    match, other = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    resign(match.pk, boris, at(h(5)))
    settle_at(anna, 250)
    assert [day.at for day in VacationDay.objects.all()] == [h(240)]
    submit_move(other.pk, anna, 1, SETUP, clock=at(h(250)))
    reopen(match.pk, "not meant", None, at(h(500)))
    assert left(match, 500) == {"yellow": 235, "red": 240}
    all_right(match)
    settle_at(anna, 736)
    assert VacationDay.objects.filter(player=anna).last().at == h(735)  # type: ignore[union-attr]
    assert left(match, 735) == {"yellow": 24, "red": left(match, 735)["red"]}
    for one in (match, other):
        all_right(one)


def test_a_day_settled_late_is_not_for_a_match_that_did_not_run_then(
    anna: User, boris: User, settings: Any
) -> None:
    """With the brake on nothing is settled: days at 240 h and 264 h lie before the third match."""
    settings.VACATION_DAYS = 2
    match, other = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    resign(match.pk, boris, at(h(5)))
    call_command("clocks", "brake")
    with pytest.raises(ClocksBraked):
        reopen(match.pk, "not yet", None, at(h(300)))
    terms = Agreement("streetsoccer", {"yellow": anna, "red": boris}, PRESETS[DEFAULT], {}, True)
    late = in_transaction(lambda: start_match(terms, h(250)))
    call_command("clocks", "release")
    settle_at(anna, 300)
    assert [day.at for day in VacationDay.objects.all()] == [h(240), h(264)]
    assert fresh(other).ended_at == h(288)
    assert left(late, 250) == {"yellow": 264, "red": 240}
    for one in (match, other, late):
        all_right(one)


def test_ended_and_reopened_again_and_again(
    lost: Match, anna: User, boris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    reopen(lost.pk, "one", None, at(h(300)))
    resign(lost.pk, anna, at(h(301)))
    reopen(lost.pk, "two", None, at(h(400)))
    settle_at(boris, 500)
    found = fresh(lost)
    assert (found.how, found.ended_at) == ("timeout", h(400 + 23))
    reopen(lost.pk, "three", None, at(h(600)))
    rows = Reopening.objects.all()
    assert [(r.number, r.ended_at, r.at, r.how, r.given) for r in rows] == [
        (1, h(250), h(300), "timeout", {"red": 24 * 3600}),
        (2, h(301), h(400), "resignation", {}),
        (3, h(423), h(600), "timeout", {"red": 24 * 3600}),
    ]
    submit_move(lost.pk, boris, 2, RED_SETUP, clock=at(h(601)))
    assert left(lost, 601) == {"yellow": 240, "red": 59}
    all_right(lost)
    annul(lost.pk, "after all", None, at(h(602)))
    call_command("rebuild_matches")
    monkeypatch.setattr("django.utils.timezone.now", at(h(603)))
    call_command("check_invariants")


def test_a_freeze_goes_on_for_it_too(lost: Match, boris: User) -> None:
    sweep.freeze("checking", h(290))
    reopen(lost.pk, "again", None, at(h(300)))
    assert fresh(lost).seats.get(name="red").zero_at is None
    sweep.thaw(h(310))
    assert fresh(lost).seats.get(name="red").zero_at == h(334)
    all_right(lost)


def test_it_is_settled_again_and_foreseen_again(lost: Match, boris: User) -> None:
    reopen(lost.pk, "again", None, at(h(300)))
    assert forecast.lost_at(boris, fresh(lost)) == h(324)
    calendar = feed(boris, lambda match: f"/matches/{match.pk}/", "example.org", h(301))
    assert f"DTSTART:{h(324):%Y%m%dT%H%M%SZ}".encode() in calendar
    Heartbeat.objects.create(pk=1, at=h(330))
    sweep.run(at(h(330)))
    assert fresh(lost).ended_at == h(324)
    all_right(lost)


# --- reopen: what is refused ---


def test_moves_are_not_taken_back(anna: User, boris: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A countdown that the last move ended."""
    monkeypatch.setitem(registry.GAMES, "countdown", {1: "tests.play.countdown:game"})
    match = begin("countdown", anna, boris)
    while fresh(match).status == "running":
        mover = Seat.objects.get(match=match, to_move=True).user
        submit_move(match.pk, mover, fresh(match).ply, "T1", clock=at(h(1)))
    refused("ended_on_board", lambda: reopen(match.pk, "no", None, at(h(2))))
    assert not Reopening.objects.exists()


def test_what_is_not_reopened(lost: Match, boris: User) -> None:
    reopen(lost.pk, "once", None, at(h(400)))
    refused("match_running", lambda: reopen(lost.pk, "no", None, at(h(401))))
    resign(lost.pk, boris, at(h(402)))
    refused("no_such_match", lambda: reopen(10**9, "no", None, at(h(400))))
    boris.is_active = False
    boris.save()
    refused("player_gone", lambda: reopen(lost.pk, "no", None, at(h(400))))
    assert (fresh(lost).status, Reopening.objects.count()) == ("finished", 1)


def test_a_room_above_may_forbid_it(lost: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def refuse(match: Match) -> Conflict:
        asked.append(match.pk)
        return Conflict("later_stage")

    monkeypatch.setattr(hooks, "reopen_refusals", [*hooks.reopen_refusals, refuse])
    refused("later_stage", lambda: reopen(lost.pk, "no", None, at(h(400))))
    assert asked == [lost.pk]
    assert fresh(lost).status == "finished"
