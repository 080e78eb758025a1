"""Outages that an operator lays over a time that is past, and the log of operators' acts."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from golem.matches import brake, clock_columns, gifts, operators, outages, sweep
from golem.matches.models import Act, Brake, Heartbeat, Match, Pause, SealedMove, VacationDay
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.rest.refusals import Conflict, Refused
from tests.matches.conftest import NOON, at, begin, client_of
from tests.matches.hours import RED_SETUP, SETUP, h, sweep_at
from tests.racing import race

pytestmark = pytest.mark.django_db


def lay(began: float, ended: float, now: float, reason: str = "no line") -> outages.Laid:
    return outages.lay(h(began), h(ended), reason, None, h(now))


def all_right() -> None:
    for match in Match.objects.all():
        assert clock_columns.differences(match) == {}


def zero_of(match: Match, seat: str) -> float | None:
    zero = match.seats.get(name=seat).zero_at
    return (zero - NOON) / timedelta(hours=1) if zero else None


def left_of(match: Match, seat: str) -> float:
    return match.seats.get(name=seat).left / timedelta(hours=1)


@pytest.fixture
def no_days(settings: Any) -> None:
    settings.VACATION_DAYS = 0


def test_clocks_go_on_later_by_the_outage(anna: User, boris: User) -> None:
    """Three matches: nobody moved; a move before, within and after; started after it."""
    still, moved = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    submit_move(moved.pk, anna, 1, SETUP, clock=at(h(15)))
    submit_move(moved.pk, boris, 2, RED_SETUP, clock=at(h(100)))
    found = lay(10, 20, 110)
    assert found.matches == 2
    assert zero_of(still, "yellow") == 250
    # Yellow used 10 of 15 hours, and red 80 of 85: 240 - 80 + 36.
    assert (left_of(moved, "yellow"), left_of(moved, "red")) == (240, 196)
    assert zero_of(moved, "yellow") == 340
    assert not brake.is_on()
    all_right()


@pytest.mark.parametrize(
    ("pauses", "zero"),
    [
        ([(12, 18)], 250),  # within
        ([(5, 15)], 255),  # reaches in
        ([(15, 30)], 260),  # reaches out
        ([(5, 12), (18, 25)], 260),  # both
        ([(20, 22)], 252),  # touches
    ],
)
def test_an_hour_in_two_pauses_counts_once(
    anna: User, boris: User, pauses: Iterable[tuple[int, int]], zero: float
) -> None:
    match = begin("streetsoccer", anna, boris)
    for began, ended in pauses:
        Pause.objects.create(kind="outage", began_at=h(began), ended_at=h(ended))
    lay(10, 20, 110)
    assert zero_of(match, "yellow") == zero
    all_right()


def test_a_freeze_that_goes_on_stays(anna: User, boris: User) -> None:
    match = begin("streetsoccer", anna, boris)
    sweep.freeze("checking", h(50))
    lay(10, 20, 60)
    assert zero_of(match, "yellow") is None
    sweep.thaw(h(70))
    assert zero_of(match, "yellow") == 270
    all_right()


def test_the_losses_that_it_brought_are_listed(
    anna: User, boris: User, no_days: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lost within it, after it because of it, before it; resigned within it."""
    within, before = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    after, given_up = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    gifts.give(before.pk, "yellow", -5 * 3600, "less", h(1))
    gifts.give(after.pk, "yellow", 30 * 3600, "more", h(1))
    resign(given_up.pk, anna, at(h(239)))
    sweep_at(280)
    ends = [235, 240, 270, 239]
    for match, end in zip((before, within, after, given_up), ends, strict=True):
        match.refresh_from_db()
        assert match.ended_at == h(end)
    found = lay(236, 245, 290)
    assert found.lost == (within, after)
    all_right()
    reopen(within.pk, "an outage", None, at(h(300)))
    assert left_of(within, "yellow") == 24
    all_right()
    monkeypatch.setattr("django.utils.timezone.now", at(h(301)))
    call_command("check_invariants")


def test_one_who_really_ran_out_of_time_is_not_listed(
    anna: User, boris: User, no_days: None
) -> None:
    """The clock ran out at the very instant at which the outage began."""
    begin("streetsoccer", anna, boris)
    sweep_at(280)
    assert lay(240, 250, 290).lost == ()


def test_days_that_were_spent_in_it_are_told_and_stay(anna: User, boris: User) -> None:
    match = begin("streetsoccer", anna, boris)
    sweep_at(241)
    found = lay(235, 240.5, 250)
    assert [day.player for day in found.days] == [anna]
    assert VacationDay.objects.count() == 1
    assert zero_of(match, "yellow") == 240 + 24 + 5.5
    all_right()


def test_a_sealed_move_gets_its_time_back(duel: str, anna: User, boris: User) -> None:
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(100)))
    lay(10, 20, 110)
    assert SealedMove.objects.get().left == timedelta(hours=240 - 90 + 36)
    submit_move(match.pk, boris, 1, "N3", clock=at(h(120)))
    all_right()


def test_what_is_no_outage_is_refused(anna: User, boris: User) -> None:
    begin("streetsoccer", anna, boris)
    for began, ended in ((10, 10), (20, 10), (100, 111)):
        with pytest.raises(Refused, match="bad_outage"):
            lay(began, ended, 110)
    with pytest.raises(Refused, match="bad_reason"):
        lay(10, 20, 110, " ")
    Pause.objects.create(kind="freeze", began_at=h(5), ended_at=h(25))
    with pytest.raises(Conflict, match="paused_already"):
        lay(10, 20, 110)
    assert Pause.objects.count() == 1
    assert not Act.objects.exists()
    assert not brake.is_on()


def test_one_that_was_broken_off_is_finished_by_the_same_again(
    anna: User, boris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin("streetsoccer", anna, boris)
    with monkeypatch.context() as broken:
        broken.setattr(outages, "_batch", lambda *args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            lay(10, 20, 110)
    assert brake.is_on()
    lay(10, 20, 111)
    assert zero_of(match, "yellow") == 250
    assert (Pause.objects.count(), Act.objects.count(), brake.is_on()) == (1, 1, False)


def test_a_brake_that_was_on_stays_on(anna: User, boris: User) -> None:
    begin("streetsoccer", anna, boris)
    operators.brake_on("a check", None, h(100))
    lay(10, 20, 110)
    assert Brake.objects.get().reason == "a check"


def test_more_than_one_batch(
    anna: User, boris: User, clara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "BATCH", 2)
    pairs = ((anna, boris), (boris, clara), (clara, anna))
    matches = [begin("streetsoccer", *pair) for pair in pairs for _ in range(2)]
    submit_move(matches[2].pk, boris, 1, SETUP, clock=at(h(15)))
    resign(matches[4].pk, anna, at(h(16)))
    assert lay(10, 20, 110).matches == 6
    all_right()


@pytest.mark.django_db(transaction=True)
def test_moves_and_sweeps_beside_it(anna: User, boris: User, clara: User) -> None:
    matches = [begin("streetsoccer", anna, other) for other in (boris, clara) for _ in range(3)]
    Heartbeat.objects.create(pk=1, at=h(110))
    found = race(
        lambda: lay(10, 20, 110),
        *[lambda m=m: submit_move(m.pk, anna, 1, SETUP, clock=at(h(110))) for m in matches[:4]],
        lambda: resign(matches[4].pk, clara, at(h(110))),
        lambda: sweep.run(at(h(110))),
    )
    for one in found:
        assert not isinstance(one, Exception) or isinstance(one, Refused), one
    assert isinstance(found[0], outages.Laid)
    all_right()


# --- the log of acts ---


def test_each_act_is_logged_once(soccer: Match, clara: User) -> None:
    operators.freeze("moving", clara, h(1))
    operators.thaw(clara, h(2))
    operators.give(soccer.pk, "yellow", 3600, "late mail", clara, h(3))
    operators.brake_on("a check", clara, h(4))
    operators.release(clara, h(5))
    for act in (
        lambda: operators.thaw(clara, h(6)),
        lambda: operators.release(clara, h(6)),
        lambda: operators.give(soccer.pk, "blue", 3600, "x", clara, h(6)),
        lambda: operators.give(soccer.pk, "yellow", 10**9, "x", clara, h(6)),
        lambda: operators.give(soccer.pk, "yellow", -250 * 3600, "x", clara, h(6)),
    ):
        with pytest.raises(Refused):
            act()
    rows = Act.objects.order_by("pk").values_list("kind", "match", "seat", "reason", "by", "at")
    assert list(rows) == [
        ("freeze", None, "", "moving", clara.pk, h(1)),
        ("thaw", None, "", "", clara.pk, h(2)),
        ("give", soccer.pk, "yellow", "late mail", clara.pk, h(3)),
        ("brake", None, "", "a check", clara.pk, h(4)),
        ("release", None, "", "", clara.pk, h(5)),
    ]


def test_a_gift_is_told_on_the_page_without_its_giver(soccer: Match, clara: User) -> None:
    operators.give(soccer.pk, "yellow", 3600, "late mail", clara, h(0.001))
    page = client_of(None).get(f"/matches/{soccer.pk}/").content.decode()
    assert "late mail" in page
    assert "+1:00:00" in page
    assert "Clara" not in page
    (told,) = client_of(None).get(f"/api/v1/matches/{soccer.pk}/clocks/").json()["acts"]
    del told["at"]
    assert told == {"kind": "give", "seat": "yellow", "seconds": 3600, "reason": "late mail"}


def test_the_command_lays_it_and_tells_what_came_of_it(
    anna: User, boris: User, no_days: None, capsys: Any
) -> None:
    match = begin("streetsoccer", anna, boris)
    Match.objects.update(started_at=h(-300), changed_at=h(-300))
    match.seats.update(runs_since=h(-300), zero_at=h(-60))
    Match.objects.get().seats.filter(name="red").update(runs_since=None, zero_at=None)
    sweep.run(at(h(0)))
    began, ended = f"{h(-70):%Y-%m-%dT%H:%M:%S}", f"{h(-50):%Y-%m-%dT%H:%M:%S}Z"
    call_command("clocks", "outage", began, ended, "no line")
    said = capsys.readouterr().out
    assert "1 match was computed anew" in said
    assert f"match {match.pk}, lost {h(-60):%Y-%m-%d %H:%M} UTC" in said
    pause = Pause.objects.get()
    assert (pause.began_at, pause.ended_at, pause.reason) == (h(-70), h(-50), "no line")
    for bad in ("yesterday", "2026-13-01T00:00", "99"):
        with pytest.raises(CommandError, match="not an instant"):
            call_command("clocks", "outage", bad, ended, "no line")
    with pytest.raises(CommandError, match="not a number of hours"):
        call_command("clocks", "give", str(match.pk), "yellow", "nan", "x")
