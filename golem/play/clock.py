"""Remaining time, deadlines and vacation: (facts, now) -> what the clocks say.

Everything is computed from stored instants (UTC): when a turn began and ended, which vacation
days were spent, what was given, when no clock ran at all. Nothing here reads a wall clock, and
nothing is ever reset: a clock gains time by the increment of an own move, by a vacation day, by an
operator's gift, and when a match is reopened whose time was over, and in no other way.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from golem.play.controls import TimeControl
from golem.play.protocol import Seat
from golem.play.rising import Rising

ZERO = timedelta(0)
VACATION_DAY = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Pause:
    """An interval in which no clock runs: an outage, or a freeze (``end`` ``None``: it goes on).

    Several of them are given in order and do not overlap; :func:`merged` makes them so.
    """

    start: datetime
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat was to move from ``start`` until its move at ``end`` (``None``: it still is).

    ``earned`` is false if no move of its own ended the turn: the match did. In a match that was
    ended and reopened a turn is several, see :func:`parted`.
    """

    start: datetime
    end: datetime | None = None
    earned: bool = True


class Reason(StrEnum):
    """Why a clock changed, as the ledger says it."""

    START = "start"
    USED = "used"
    INCREMENT = "increment"
    VACATION = "vacation"
    GIFT = "gift"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class Credit:
    """Time that a clock was given at an instant: by a vacation day, a gift, or a reopening."""

    at: datetime
    amount: timedelta
    reason: Reason = Reason.VACATION


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a seat's ledger: what changed at ``at``, by how much, and what was left then."""

    at: datetime
    reason: Reason
    change: timedelta
    left: timedelta


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """All that bears on the clock of one seat in one match.

    ``turns`` are in order, the last one may still run. ``player`` pays with vacation days;
    ``None`` for a bot, which has none.
    """

    match: int
    seat: Seat
    player: int | None
    control: TimeControl
    began: datetime
    turns: tuple[Turn, ...] = ()
    credits: tuple[Credit, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """What a clock shows: ``left`` on it at ``at``, and whether it runs from there on.

    ``since``: only vacation days after it count, for then its match began to run (``None``: all).
    """

    match: int
    seat: Seat
    player: int | None
    vacation: bool
    left: timedelta
    at: datetime
    running: bool
    since: datetime | None = None

    def counts(self, day: datetime) -> bool:
        """Tell whether a vacation day that its player spends at ``day`` lifts it."""
        return self.vacation and (self.since is None or day > self.since)

    def read(self, now: datetime, pauses: Sequence[Pause]) -> timedelta:
        """Return the time left at ``now``, not before ``at``; never below zero."""
        used = run_time(self.at, now, pauses) if self.running else ZERO
        return max(ZERO, self.left - used)

    def zero_at(self, pauses: Sequence[Pause]) -> datetime | None:
        """Return when it reaches zero; ``None`` if it does not run or a freeze goes on."""
        return run_out(self.at, self.left, pauses) if self.running else None


# --- intervals ---------------------------------------------------------------------------------


def merged(pauses: Sequence[Pause]) -> tuple[Pause, ...]:
    """Return the same intervals in order, those that touch or overlap made one."""
    result: list[Pause] = []
    for pause in sorted(pauses, key=lambda pause: pause.start):
        last = result[-1] if result else None
        if last is not None and (last.end is None or pause.start <= last.end):
            result[-1] = Pause(last.start, _later(last.end, pause.end))
        else:
            result.append(pause)
    return tuple(result)


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return None if one is None or other is None else max(one, other)


def run_time(start: datetime, end: datetime, pauses: Sequence[Pause]) -> timedelta:
    """Return how long a clock runs between two instants, pauses left out."""
    paused = sum((_overlap(start, end, pause) for pause in pauses), ZERO)
    return max(ZERO, end - start - paused)


def _overlap(start: datetime, end: datetime, pause: Pause) -> timedelta:
    stop = end if pause.end is None else min(end, pause.end)
    return max(ZERO, stop - max(start, pause.start))


def run_out(start: datetime, left: timedelta, pauses: Sequence[Pause]) -> datetime | None:
    """Return the instant at which a clock with ``left`` on it at ``start`` reaches zero.

    What is due at the very instant at which a pause begins is due then, not after it.
    ``None``: a freeze without an end comes first.
    """
    at = start
    for pause in pauses:
        if pause.end is not None and pause.end <= at:
            continue
        before = max(ZERO, pause.start - at)
        if left <= before:
            break
        if pause.end is None:
            return None
        left -= before
        at = pause.end
    return at + left


def parted(turn: Turn, gaps: Sequence[Pause]) -> Iterator[Turn]:
    """Yield the parts of ``turn`` that lie outside ``gaps``, in order.

    A gap is the time between the end of a match and its reopening: it has an end, and none begins
    before the one before it has ended. Only the last part has the turn's own end.
    """
    start = turn.start
    for gap in gaps:
        assert gap.end is not None
        if start <= gap.start and (turn.end is None or gap.end <= turn.end):
            yield Turn(start, gap.start, earned=False)
            start = gap.end
    yield Turn(start, turn.end, turn.earned)


# --- one seat: facts -> ledger -> clock ---


def ledger(facts: SeatFacts, pauses: Sequence[Pause]) -> Iterator[Entry]:
    """Yield the lines of a seat's ledger in the order of their instants.

    A turn that still runs has no line yet. An own move gives ``min(cap, left + increment)``,
    so what lies above the cap, from a vacation day, lasts until that move.
    """
    left = facts.control.bank_time
    yield Entry(facts.began, Reason.START, left, left)
    waiting = sorted(facts.credits, key=lambda credit: credit.at)
    for turn in facts.turns:
        if turn.end is None:
            break
        while waiting and waiting[0].at <= turn.end:
            credit = waiting.pop(0)
            left += credit.amount
            yield Entry(credit.at, credit.reason, credit.amount, left)
        used = run_time(turn.start, turn.end, pauses)
        left -= used
        yield Entry(turn.end, Reason.USED, -used, left)
        if turn.earned:
            full = min(facts.control.cap_time, left + facts.control.increment_time)
            gained, left = full - left, full
            yield Entry(turn.end, Reason.INCREMENT, gained, left)
    for credit in waiting:
        left += credit.amount
        yield Entry(credit.at, credit.reason, credit.amount, left)


def clock_of(facts: SeatFacts, pauses: Sequence[Pause]) -> Clock:
    """Return what the clock shows: at the start of the turn that runs, else at its last change.

    Credits during a turn that still runs are in ``left`` already: they add up all the same.
    """
    *_, last = ledger(facts, pauses)
    turn = facts.turns[-1] if facts.turns else None
    running = turn is not None and turn.end is None
    at = turn.start if turn is not None and running else last.at
    vacation = facts.control.vacation and facts.player is not None
    return Clock(facts.match, facts.seat, facts.player, vacation, last.left, at, running)


# --- many seats: what time alone brings ---


@dataclass(frozen=True, slots=True)
class VacationDay:
    """A day is spent at ``at`` by ``player``, whose clock in ``match`` reached zero; ``number``
    counts the days of the calendar year (UTC), from 1."""

    at: datetime
    player: int
    match: int
    year: int
    number: int


@dataclass(frozen=True, slots=True)
class LostOnTime:
    """``match`` ends at ``at``: the clocks of ``seats`` are at zero and no day is left for them."""

    at: datetime
    match: int
    seats: tuple[Seat, ...]


Event = VacationDay | LostOnTime


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many vacation days a year has for each player, and how many are spent, by year."""

    days: int
    spent: Mapping[tuple[int, int], int] = field(default_factory=dict)

    def next_number(self, player: int, at: datetime) -> int | None:
        """Return the number of the day that ``player`` could spend at ``at``, or ``None``."""
        number = self.spent.get((player, year_of(at)), 0) + 1
        return number if number <= self.days else None

    def left(self, player: int, year: int) -> int:
        """Return how many days of ``year`` the player has not spent."""
        return max(0, self.days - self.spent.get((player, year), 0))

    def after(self, day: VacationDay) -> "Allowance":
        """Return the allowance once ``day`` is spent."""
        return Allowance(self.days, {**self.spent, (day.player, day.year): day.number})


def year_of(at: datetime) -> int:
    """Return the calendar year of an instant, in UTC."""
    return at.astimezone(UTC).year


def events(
    clocks: Sequence[Clock],
    allowance: Allowance,
    pauses: Sequence[Pause],
    until: datetime | None = None,
) -> Iterator[Event]:
    """Yield what happens to the clocks, in order, if nobody moves, up to and at ``until``.

    ``clocks`` must be all clocks of running matches of every player concerned, and of the other
    seats whose clocks run in those matches. A day adds 24 hours to all clocks of its player in
    matches that allow vacation, running or not. Days come before losses at one instant. Ends by
    itself also without ``until``: days run out, or a freeze comes.
    """
    board = _Board(clocks, pauses)
    while (at := board.zeros.first()) is not None and (until is None or at <= until):
        taken = board.zeros.take(at)
        for day in _days_at(at, [clocks[n] for n in taken], allowance):
            allowance = allowance.after(day)
            board.credit(day)
            yield day
        for loss in _losses_at(at, [clocks[n] for n in board.zeros.stayed(taken)]):
            board.remove(loss.match)
            yield loss


class _Board:
    """The clocks with the days that they have gained, and the order of their zeros."""

    def __init__(self, clocks: Sequence[Clock], pauses: Sequence[Pause]) -> None:
        self._clocks, self._pauses = clocks, pauses
        self._gained = [ZERO] * len(clocks)
        self._over: set[int] = set()
        self._matches: dict[int, list[int]] = {}
        self._payers: dict[int, list[int]] = {}
        for number, clock in enumerate(clocks):
            if clock.running:
                self._matches.setdefault(clock.match, []).append(number)
                self._payers.setdefault(clock.player or 0, []).append(number)
        self.zeros = Rising(len(clocks), self._zero_of)

    def credit(self, day: VacationDay) -> None:
        """Add a vacation day to the clocks of its player for which it counts."""
        for number in self._payers[day.player]:
            if self._clocks[number].counts(day.at):
                self._gained[number] += VACATION_DAY
                self.zeros.moved(number)

    def remove(self, match: int) -> None:
        """Take the clocks of a match off the board."""
        self._over.add(match)
        for number in self._matches[match]:
            self.zeros.moved(number)

    def _zero_of(self, number: int) -> datetime | None:
        clock = self._clocks[number]
        if not clock.running or clock.match in self._over:
            return None
        return run_out(clock.at, clock.left + self._gained[number], self._pauses)


def _days_at(at: datetime, at_zero: Iterable[Clock], allowance: Allowance) -> list[VacationDay]:
    """Return a day for each player with a clock at zero and a day left, by ascending player."""
    due: dict[int, int] = {}
    for clock in at_zero:
        if clock.vacation and clock.player is not None:
            due[clock.player] = min(clock.match, due.get(clock.player, clock.match))
    numbers = {player: allowance.next_number(player, at) for player in sorted(due)}
    return [
        VacationDay(at, player, due[player], year_of(at), number)
        for player, number in numbers.items()
        if number is not None
    ]


def _losses_at(at: datetime, at_zero: Iterable[Clock]) -> list[LostOnTime]:
    """Return the matches with a clock at zero at ``at``, by ascending number."""
    seats: dict[int, list[Seat]] = {}
    for clock in at_zero:
        seats.setdefault(clock.match, []).append(clock.seat)
    return [LostOnTime(at, match, tuple(seats[match])) for match in sorted(seats)]


def lost_at(
    match: int, clocks: Sequence[Clock], allowance: Allowance, pauses: Sequence[Pause]
) -> datetime | None:
    """Return when ``match`` is lost on time if nobody moves anywhere; ``None``: a freeze goes on,
    or no clock runs in it."""
    for event in events(clocks, allowance, pauses):
        if isinstance(event, LostOnTime) and event.match == match:
            return event.at
    return None
