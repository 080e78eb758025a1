"""Reminders: a day before the first vacation day, a day before the loss, and never otherwise."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from golem.matches import clocks, operators, settle
from golem.matches.models import Match, Seat, VacationDay
from golem.matches.reminders import remind
from golem.matches.services import Agreement, start_match, submit_move
from golem.outbox.models import Notice
from golem.outbox.sender import send_due
from golem.play import clock
from golem.play.controls import PRESETS
from tests.matches.conftest import NOON, SEED, at, person
from tests.matches.hours import h, sweep_at

pytestmark = pytest.mark.django_db


def start(anna: User, boris: User, control: str) -> Match:
    """Return a match in which Anna is to move; nothing is noted of it yet."""
    users = {"yellow": anna, "red": boris}
    agreement = Agreement("streetsoccer", users, PRESETS[control], {}, True)
    match = start_match(agreement, NOON, SEED)
    Notice.objects.all().delete()
    return match


def noted() -> list[str]:
    return list(
        Notice.objects.exclude(kind="your_turn").order_by("pk").values_list("kind", flat=True)
    )


def sweep(until: int, step: int = 1) -> list[tuple[int, str]]:
    """Let clocks and reminders be swept every ``step`` hours; return when what was noted."""
    found: list[tuple[int, str]] = []
    for hour in range(0, until, step):
        sweep_at(hour)
        before = len(noted())
        remind(h(hour))
        found += [(hour, kind) for kind in noted()[before:]]
    return found


def test_a_match_without_vacation_has_one_reminder(anna: User, boris: User) -> None:
    match = start(anna, boris, "fixed-7")
    assert sweep(170) == [(144, "loss_near")]
    match.refresh_from_db()
    assert match.how == "timeout"


def test_two_reminders_with_two_days_of_vacation(anna: User, boris: User, settings: Any) -> None:
    settings.VACATION_DAYS = 2
    start(anna, boris, "days-3")
    # Zero at 72 h; days at 72 h and 96 h; lost at 120 h.
    assert sweep(125) == [(48, "vacation_near"), (96, "loss_near")]


@pytest.mark.parametrize("control", ["days-1", "days-2"])
def test_who_had_48_hours_or_less_is_not_reminded(
    anna: User, boris: User, settings: Any, control: str
) -> None:
    settings.VACATION_DAYS = 2
    start(anna, boris, control)
    assert sweep(120) == []


def test_no_reminder_of_what_is_past(anna: User, boris: User) -> None:
    start(anna, boris, "fixed-7")
    assert remind(h(143)) == 0
    assert remind(h(168)) == 0
    assert remind(h(500)) == 0


def test_missed_the_first_it_is_not_made_up_for(anna: User, boris: User, settings: Any) -> None:
    settings.VACATION_DAYS = 2
    start(anna, boris, "days-3")
    sweep_at(73)
    assert VacationDay.objects.count() == 1
    assert remind(h(73)) == 0
    sweep_at(97)
    assert (remind(h(97)), remind(h(98)), noted()) == (1, 0, ["loss_near"])


def test_whenever_a_loss_is_noted_it_is_a_day_ahead(anna: User, boris: User, settings: Any) -> None:
    """The sweep's short cut agrees with the play of all clocks to their end."""
    settings.VACATION_DAYS = 3
    first, second = start(anna, boris, "days-3"), start(anna, person("Clara"), "days-5")
    for hour in range(0, 220, 2):
        sweep_at(hour)
        remind(h(hour))
        for match in (first, second):
            match.refresh_from_db()
            near = _lost_at(match, anna) - h(hour) <= timedelta(hours=24) if _runs(match) else True
            has = Notice.objects.filter(kind="loss_near", subject=match.pk).exists()
            assert near == has, (hour, match.pk)


def _runs(match: Match) -> bool:
    return match.status == Match.Status.RUNNING


def _lost_at(match: Match, player: User) -> Any:
    seats = Seat.objects.filter(match__seats__user=player, match__status="running")
    present = [clocks.clock_of(seat, seat.match) for seat in seats.select_related("match", "user")]
    return clock.lost_at(match.pk, present, clocks.allowance([player.pk]), ())


def test_a_reminder_is_told_by_what_is_so_then(
    anna: User, boris: User, mailoutbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = start(anna, boris, "fixed-7"), start(anna, person("Clara"), "fixed-7")
    assert remind(h(145)) == 2
    submit_move(first.pk, anna, 1, "Pahbied", clock=at(h(145)))
    Notice.objects.filter(kind="your_turn").delete()
    monkeypatch.setattr("django.utils.timezone.now", lambda: h(146))
    assert send_due() == 1
    (mail,) = mailoutbox
    assert mail.subject == ("[Golem] Your match against Clara is lost within a day unless you move")
    assert f"match {second.pk}" in mail.body
    assert f"match {first.pk}" not in mail.body


def test_of_a_deadline_that_is_past_nothing_is_told(
    anna: User, boris: User, mailoutbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(anna, boris, "fixed-7")
    assert remind(h(145)) == 1
    monkeypatch.setattr("django.utils.timezone.now", lambda: h(169))
    assert send_due() == 0
    assert mailoutbox == []
    assert Notice.objects.get(kind="loss_near").state == "stale"


def test_a_clock_that_a_day_lifts_is_not_reminded_as_if_it_had_been_long(
    anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 1
    start(anna, boris, "days-2")
    assert settle.due_seats(h(47)).count() == 0
    assert sweep(80) == []


def test_a_reminder_that_came_to_nothing_comes_when_its_time_has_come(
    anna: User, boris: User, mailoutbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(anna, boris, "fixed-7")
    assert remind(h(145)) == 1
    operators.give(match.pk, "yellow", 100 * 3600, "the mail was late", None, h(145))
    told_at = {}
    for hour in (145, 243, 245, 250):  # lost at 268 h
        monkeypatch.setattr("django.utils.timezone.now", lambda hour=hour: h(hour))
        remind(h(hour))
        told_at[hour] = send_due()
    assert told_at == {145: 0, 243: 0, 245: 1, 250: 0}
    operators.give(match.pk, "yellow", 100 * 3600, "again", None, h(251))
    assert remind(h(350)) == 0  # two at most for one move, and this one was told


def test_a_clock_that_was_cut_short_in_its_turn_is_reminded(anna: User, boris: User) -> None:
    match = start(anna, boris, "days-3")
    Match.objects.filter(pk=match.pk).update(vacation=False)
    operators.give(match.pk, "yellow", -40 * 3600, "a penalty", None, h(1))
    assert remind(h(10)) == 1
