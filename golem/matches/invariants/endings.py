"""Ends on time and vacation days: each at the instant at which a clock stood at zero. And ends that
somebody decided: as the act says."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.dateparse import parse_datetime

from golem.matches import clocks
from golem.matches.log import BrokenLog
from golem.matches.models import Act, Match, Pause, VacationDay
from golem.matches.sitting import Sittings
from golem.play import clock
from golem.play.clock import SeatFacts, Turn
from golem.play.endings import ADJUDICATED, BOTH_TIMED_OUT, TIMEOUT


class Past:
    """The pauses of all time, as they were known at any instant.

    An outage that an operator laid afterwards moves no end and no vacation day that is past.
    """

    def __init__(self) -> None:
        self._pauses = list(Pause.objects.values_list("began_at", "ended_at"))
        acts = Act.objects.filter(kind=Act.Kind.OUTAGE).values_list("data", "at")
        self._laid = {
            (parse_datetime(data["began_at"]), parse_datetime(data["ended_at"])): at
            for data, at in acts
        }

    def known_at(self, instant: datetime) -> tuple[clock.Pause, ...]:
        """Return the pauses that were known at ``instant``, in order."""
        return clock.merged(
            [
                clock.Pause(began, ended)
                for began, ended in self._pauses
                if began < instant and self._laid.get((began, ended), began) <= instant
            ]
        )


def check(match: Match, past: Past) -> Iterator[str]:
    """Yield what is wrong with the end of ``match`` and the days that were spent in it."""
    if match.how == ADJUDICATED:
        yield from _adjudged(match)
    try:
        facts = {one.seat: one for one in clocks.facts_of(match)}
    except BrokenLog:
        return
    if match.how in (TIMEOUT, BOTH_TIMED_OUT) and match.ended_at is not None:
        yield from _end_on_time(match, facts, past, match.ended_at)
    sat = Sittings(match, match.seats.all())
    for day in match.vacation_days.all():
        people = (one for one in facts.values() if one.player is not None)
        own = next((one for one in people if sat.at(one.seat, day.at) == day.player_id), None)
        yield from _day(match, own, day, past)


def _adjudged(match: Match) -> Iterator[str]:
    acts = match.acts.filter(kind=Act.Kind.ADJUDICATE).order_by("-at", "-pk")
    decided = acts.values_list("at", "data").first()
    data = {"winner": match.winner, "points": match.points}
    if decided != (match.ended_at, data):
        yield f"it was adjudicated at {match.ended_at} with {data}, and the act is {decided}"


def _end_on_time(
    match: Match, facts: dict[str, SeatFacts], past: Past, ended_at: datetime
) -> Iterator[str]:
    for name, one in facts.items():
        left = left_at(one, ended_at, past.known_at(ended_at))
        lost = name != match.winner
        if lost and left != clock.ZERO:
            yield f"{name} lost on time with {left} on the clock"
        if lost and match.vacation and one.player is not None:
            yield from _had_days(one.player, name, ended_at)


def _had_days(player: int, name: str, at: datetime) -> Iterator[str]:
    spent = VacationDay.objects.filter(player=player, year=clock.year_of(at), at__lte=at).count()
    if spent < settings.VACATION_DAYS:
        days = settings.VACATION_DAYS - spent
        yield f"{name} lost on time with {days} vacation days left"


def _day(match: Match, own: SeatFacts | None, day: VacationDay, past: Past) -> Iterator[str]:
    if not match.vacation:
        yield f"{day} was spent in it, and it allows no vacation"
    if day.year != clock.year_of(day.at):
        yield f"{day} was spent at {day.at}, in another year"
    if own is None:
        yield f"{day} was spent in it by somebody who is no player of it, or a bot"
        return
    left = left_at(own, day.at, past.known_at(day.at))
    if left != clock.ZERO:
        shown = "no running clock" if left is None else f"{left} on the clock"
        yield f"{day} was spent at {day.at} with {shown}"


def left_at(facts: SeatFacts, at: datetime, pauses: Sequence[clock.Pause]) -> timedelta | None:
    """Return what the clock showed at ``at``, before what happened then; ``None`` if it stood."""
    # Not one that begins then: who moves at the instant of a day has just been saved by it.
    begun = [turn for turn in facts.turns if turn.start < at]
    if not begun or (begun[-1].end is not None and begun[-1].end < at):
        return None
    until_then = (*begun[:-1], Turn(begun[-1].start, at, earned=False))
    given = tuple(credit for credit in facts.credits if credit.at < at)
    *_, last = clock.ledger(replace(facts, turns=until_then, credits=given), pauses)
    return last.left
