"""Clock arithmetic: increments, caps, vacation days, pauses; numbers that a person can check."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.play.clock import (
    Allowance,
    Clock,
    Credit,
    Event,
    LostOnTime,
    Pause,
    SeatFacts,
    Turn,
    VacationDay,
    clock_of,
    events,
    ledger,
    lost_at,
    merged,
    parted,
    run_out,
    run_time,
)
from golem.play.controls import PRESETS, TimeControl

START = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
LITTLE_GOLEM = PRESETS["littlegolem"]
FOREVER = Allowance(0)


def h(hours: float) -> datetime:
    """Return the instant ``hours`` after the start."""
    return START + timedelta(hours=hours)


def hours(span: timedelta) -> float:
    return span.total_seconds() / 3600


def seat(*turns: Turn, control: TimeControl = LITTLE_GOLEM, **more: object) -> SeatFacts:
    return SeatFacts(1, "yellow", 1, control, START, tuple(turns), **more)  # type: ignore[arg-type]


# --- increments and caps ---


@pytest.mark.parametrize(
    ("used", "left"),
    [(10, 240), (100, 176), (240 - 1 / 3600, 36 + 1 / 3600), (36, 240), (36.5, 239.5)],
)
def test_a_move_earns_the_increment_up_to_the_cap(used: float, left: float) -> None:
    clock = clock_of(seat(Turn(START, h(used))), ())
    assert hours(clock.left) == pytest.approx(left, abs=1e-9)
    assert not clock.running


def test_ten_fast_moves_do_not_lift_a_clock_above_its_cap() -> None:
    turns = [Turn(h(n), h(n) + timedelta(seconds=5)) for n in range(10)]
    assert hours(clock_of(seat(*turns), ()).left) == 240


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("littlegolem", 240 - 20 + 20),
        ("brisk", 72 - 20 + 12),
        ("days-1", 24),
        ("days-3", 72),
        ("days-14", 336),
        ("fixed-14", 336 - 20),
    ],
)
def test_presets_after_twenty_hours_of_thought(name: str, left: float) -> None:
    assert hours(clock_of(seat(Turn(START, h(20)), control=PRESETS[name]), ()).left) == left


def test_the_ledger_says_each_change_and_what_was_left() -> None:
    facts = seat(Turn(h(0), h(100)), Turn(h(150), None), credits=(Credit(h(120), timedelta(1)),))
    assert [(str(e.reason), hours(e.change), hours(e.left)) for e in ledger(facts, ())] == [
        ("start", 240, 240),
        ("used", -100, 140),
        ("increment", 36, 176),
        ("vacation", 24, 200),
    ]
    clock = clock_of(facts, ())
    assert (hours(clock.read(h(160), ())), clock.zero_at(())) == (190, h(350))


def test_what_lies_above_the_cap_lasts_until_the_next_own_move() -> None:
    lifted = seat(Turn(h(0), None), credits=(Credit(h(1), timedelta(hours=24)),))
    assert hours(clock_of(lifted, ()).read(h(2), ())) == 262
    moved = seat(Turn(h(0), h(2)), credits=(Credit(h(1), timedelta(hours=24)),))
    assert hours(clock_of(moved, ()).left) == 240


# --- pauses ---


def test_a_pause_gives_nothing_and_takes_nothing() -> None:
    """40 h left when a pause of 48 h begins: 40 h left when it is over."""
    turn = seat(Turn(h(0), None))
    pause = (Pause(h(200), h(248)),)
    clock = clock_of(turn, pause)
    assert [hours(clock.read(h(t), pause)) for t in (200, 224, 248, 258)] == [40, 40, 40, 30]
    assert clock.zero_at(pause) == h(288)


def test_three_pauses_and_no_move_lose_after_the_hours_that_ran() -> None:
    pauses = [Pause(h(168 * n + 40), h(168 * n + 88)) for n in range(3)]
    assert run_out(START, timedelta(hours=240), pauses) == h(240 + 2 * 48)


def test_what_is_due_as_a_pause_begins_is_due_then() -> None:
    assert run_out(START, timedelta(hours=5), [Pause(h(5), h(9))]) == h(5)
    assert run_out(START, timedelta(hours=5, microseconds=1), [Pause(h(5), h(9))]) == h(
        9
    ) + timedelta(microseconds=1)


def test_in_a_freeze_nothing_is_due() -> None:
    freeze = [Pause(h(1), None)]
    assert run_out(START, timedelta(hours=5), freeze) is None
    assert run_time(START, h(50), freeze) == timedelta(hours=1)
    assert lost_at(1, [clock_of(seat(Turn(START)), freeze)], FOREVER, freeze) is None


def test_pauses_that_overlap_count_once() -> None:
    odd = [Pause(h(5), h(9)), Pause(h(1), h(6)), Pause(h(9), h(10)), Pause(h(20), None)]
    assert merged(odd) == (Pause(h(1), h(10)), Pause(h(20), None))
    assert merged([*odd, Pause(h(12), h(30))]) == (Pause(h(1), h(10)), Pause(h(12), None))


# --- vacation ---


def clock(
    match: int, left: float, running: bool = True, player: int | None = 1, **more: object
) -> Clock:
    vacation = bool(more.get("vacation", True)) and player is not None
    who = str(more.get("seat", "yellow"))
    return Clock(match, who, player, vacation, timedelta(hours=left), START, running)


def told(found: Sequence[Event]) -> list[tuple[str, float, int]]:
    """Return events as (kind, hours since the start, match)."""
    return [(type(e).__name__, hours(e.at - START), e.match) for e in found]


def test_two_days_three_matches() -> None:
    """G1 has 1 h and G2 5 h, both running; in G3 the opponent is to move, 100 h."""
    three = [clock(1, 1), clock(2, 5), clock(3, 100, running=False)]
    assert told(list(events(three, Allowance(2), ()))) == [
        ("VacationDay", 1, 1),
        ("VacationDay", 25, 1),
        ("LostOnTime", 49, 1),
        ("LostOnTime", 53, 2),
    ]


def test_the_bank_of_a_clock_that_does_not_run_grows_too() -> None:
    facts = SeatFacts(
        3, "red", 1, LITTLE_GOLEM, START, (), tuple(Credit(h(t), timedelta(1)) for t in (1, 25))
    )
    assert hours(clock_of(facts, ()).left) == 240 + 48


def test_two_clocks_at_zero_in_one_instant_cost_one_day() -> None:
    assert told(list(events([clock(1, 3), clock(2, 3)], Allowance(1), ()))) == [
        ("VacationDay", 3, 1),
        ("LostOnTime", 27, 1),
        ("LostOnTime", 27, 2),
    ]


def test_a_match_without_vacation_is_lost_and_costs_no_day() -> None:
    found = list(events([clock(1, 3, vacation=False), clock(2, 10)], Allowance(5), (), h(9)))
    assert told(found) == [("LostOnTime", 3, 1)]


def test_a_match_without_vacation_gains_nothing_from_a_day() -> None:
    found = told(list(events([clock(1, 3), clock(2, 10, vacation=False)], Allowance(1), ())))
    assert found == [("VacationDay", 3, 1), ("LostOnTime", 10, 2), ("LostOnTime", 27, 1)]


def test_bots_have_no_vacation() -> None:
    assert told(list(events([clock(1, 3, player=None)], Allowance(9), ()))) == [
        ("LostOnTime", 3, 1)
    ]


def test_the_allowance_renews_once_a_calendar_year() -> None:
    """The last day of 2026 is spent at 20:00 on 31 December; the next is the first of 2027."""
    eve = datetime(2026, 12, 31, 20, 0, tzinfo=UTC)
    left = eve - START
    one = Clock(1, "yellow", 1, True, left, START, True)
    spent = Allowance(20, {(1, 2026): 19})
    days = [e for e in events([one], spent, ()) if isinstance(e, VacationDay)]
    assert [(day.year, day.number) for day in days] == [
        (2026, 20),
        *((2027, n) for n in range(1, 21)),
    ]
    assert lost_at(1, [one], spent, ()) == eve + timedelta(days=21)


def test_both_out_of_time_in_one_instant() -> None:
    both = [clock(1, 3, player=1), clock(1, 3, player=2, seat="red")]
    assert list(events(both, FOREVER, ())) == [LostOnTime(h(3), 1, ("yellow", "red"))]


def test_a_loss_stops_the_other_clock_of_its_match() -> None:
    both = [clock(1, 3, player=1), clock(1, 5, player=2, seat="red"), clock(2, 6, player=2)]
    assert told(list(events(both, FOREVER, ()))) == [("LostOnTime", 3, 1), ("LostOnTime", 6, 2)]


def test_nothing_is_due_before_its_instant() -> None:
    one = [clock(1, 3)]
    assert list(events(one, FOREVER, (), h(3) - timedelta(microseconds=1))) == []
    assert told(list(events(one, FOREVER, (), h(3)))) == [("LostOnTime", 3, 1)]


# --- properties ---


spans = st.integers(0, 400).map(lambda n: timedelta(hours=n) / 7)
pause_lists = st.lists(st.tuples(spans, spans), max_size=4).map(
    lambda pairs: merged([Pause(START + a, START + a + b) for a, b in pairs])
)


@given(spans, spans, pause_lists)
def test_running_out_and_run_time_undo_each_other(
    ahead: timedelta, left: timedelta, pauses: Sequence[Pause]
) -> None:
    start = START + ahead
    at = run_out(start, left, pauses)
    assert at is not None
    assert run_time(start, at, pauses) == left


@given(st.lists(spans, min_size=1, max_size=12), pause_lists)
def test_both_sides_together_use_the_time_that_the_match_ran(
    thoughts: list[timedelta], pauses: Sequence[Pause]
) -> None:
    at, turns = START, {0: [], 1: []}  # type: ignore[var-annotated]
    for ply, thought in enumerate(thoughts):
        turns[ply % 2].append(Turn(at, at + thought))
        at += thought
    used = timedelta(0)
    for own in turns.values():
        lines = ledger(seat(*own), pauses)
        used -= sum((e.change for e in lines if e.reason == "used"), timedelta(0))
    assert used == run_time(START, at, pauses)


clock_lists = st.lists(
    st.builds(
        Clock,
        match=st.integers(1, 4),
        seat=st.sampled_from(["yellow", "red"]),
        player=st.one_of(st.none(), st.integers(1, 3)),
        vacation=st.booleans(),
        left=spans.filter(bool),
        at=st.just(START),
        running=st.booleans(),
    ),
    max_size=6,
    unique_by=lambda c: (c.match, c.seat),
)


@given(clock_lists, st.integers(0, 3), pause_lists, st.lists(spans, max_size=4))
def test_any_number_of_settlements_gives_the_same_events(
    clocks: list[Clock], days: int, pauses: Sequence[Pause], stops: list[timedelta]
) -> None:
    """One late settlement, or several at any instants, each from what the former ones left."""
    clocks = [
        c if c.player is not None else Clock(c.match, c.seat, None, False, c.left, c.at, c.running)
        for c in clocks
    ]
    last = START + timedelta(days=90)
    at_once = list(events(clocks, Allowance(days), pauses, last))
    piecewise: list[Event] = []
    for stop in [*sorted(START + s for s in stops), last]:
        piecewise += list(events(*_after(clocks, days, piecewise), pauses, stop))
    assert piecewise == at_once


def _after(clocks: list[Clock], days: int, past: list[Event]) -> tuple[list[Clock], Allowance]:
    """Return clocks and allowance as stored facts would give them after these events."""
    allowance, present = Allowance(days), clocks
    for event in past:
        if isinstance(event, LostOnTime):
            present = [c for c in present if c.match != event.match]
        else:
            allowance = allowance.after(event)
            present = [
                replace(c, left=c.left + timedelta(1))
                if c.vacation and c.player == event.player
                else c
                for c in present
            ]
    return present, allowance


@given(clock_lists, st.integers(0, 3), pause_lists, st.booleans())
def test_the_events_are_those_of_the_plainest_way_to_find_them(
    clocks: list[Clock], days: int, pauses: Sequence[Pause], frozen: bool
) -> None:
    """Looking at every clock anew at each step, as nobody would with many of them."""
    clocks = [c if c.player is not None else replace(c, vacation=False) for c in clocks]
    if frozen:
        pauses = merged([*pauses, Pause(START + timedelta(days=2), None)])
    assert list(events(clocks, Allowance(days), pauses)) == _plainly(clocks, days, pauses)


def _plainly(clocks: list[Clock], days: int, pauses: Sequence[Pause]) -> list[Event]:
    found: list[Event] = []
    while True:
        present, allowance = _after(clocks, days, found)
        zeros = [(zero, c) for c in present if (zero := c.zero_at(pauses)) is not None]
        if not zeros:
            return found
        at = min(zero for zero, _ in zeros)
        now = [c for zero, c in zeros if zero == at]
        payers = sorted({c.player for c in now if c.vacation and c.player is not None})
        spent = [
            VacationDay(at, p, min(c.match for c in now if c.vacation and c.player == p), 2026, n)
            for p in payers
            if (n := allowance.next_number(p, at)) is not None
        ]
        saved = {day.player for day in spent}
        lost = [c for c in now if not (c.vacation and c.player in saved)]
        found += spent
        for match in sorted({c.match for c in lost}):
            found.append(LostOnTime(at, match, tuple(c.seat for c in lost if c.match == match)))


# --- matches that were ended and reopened ---


@pytest.mark.parametrize(
    ("turn", "gaps", "parts"),
    [
        ((0, 10), [], [(0, 10)]),
        ((0, 10), [(4, 6)], [(0, 4), (6, 10)]),
        ((0, None), [(4, 6)], [(0, 4), (6, None)]),
        ((0, 30), [(4, 6), (8, 20)], [(0, 4), (6, 8), (20, 30)]),
        ((0, 4), [(4, 6)], [(0, 4)]),  # its move, or the match's end, came first
        ((6, 10), [(4, 6)], [(6, 10)]),  # it began with the reopening
        ((4, 10), [(4, 6)], [(4, 4), (6, 10)]),  # it had just begun
        ((20, 25), [(4, 6), (8, 10)], [(20, 25)]),
    ],
)
def test_the_time_between_end_and_reopening_is_nobodys(
    turn: tuple[int, int | None],
    gaps: list[tuple[int, int]],
    parts: list[tuple[int, int | None]],
) -> None:
    start, end = turn
    whole = Turn(h(start), None if end is None else h(end))
    found = list(parted(whole, [Pause(h(a), h(b)) for a, b in gaps]))
    shown = [(p.start, p.end) for p in found]
    assert shown == [(h(a), None if b is None else h(b)) for a, b in parts]
    assert [part.earned for part in found] == [False] * (len(found) - 1) + [True]


@given(st.lists(st.integers(1, 50), min_size=2, max_size=12), st.integers(0, 20))
def test_a_reopened_match_uses_the_time_that_it_ran(spans: list[int], more: int) -> None:
    """Runs and gaps by turns; the clock goes on from the end, and a pause counts in runs only."""
    instants = [0]
    for span in spans:
        instants.append(instants[-1] + span)
    gaps = [Pause(h(a), h(b)) for a, b in zip(instants[1::2], instants[2::2], strict=False)]
    end = instants[-1] + more
    turns = tuple(parted(Turn(START, h(end), earned=False), gaps))
    ran = end - sum(b - a for a, b in zip(instants[1::2], instants[2::2], strict=False))
    assert hours(clock_of(seat(*turns), ()).left) == pytest.approx(240 - ran)
    everywhere = (Pause(h(0), h(end)),)
    assert hours(clock_of(seat(*turns), everywhere).left) == 240


def test_a_day_before_a_reopening_lifts_nothing_after_it() -> None:
    base = Clock(1, "yellow", 1, vacation=True, left=timedelta(hours=1), at=START, running=True)
    late = replace(base, match=2, left=timedelta(hours=30), since=h(1))
    found = list(events([base, late], Allowance(1), (), h(40)))
    assert [(event.at, event.match) for event in found] == [(h(1), 1), (h(25), 1), (h(30), 2)]
