"""The dry run: matches, most at once, and an end that cannot come later."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from golem import registry
from golem.play.controls import PRESETS
from tests.tournaments.entry.making import cup
from tournaments.document import check, complete
from tournaments.plan import longest_match, plan, time_of
from tournaments.shape import StageShape, group_sizes, stage_shapes

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
DATE = {"when": "date", "at": "2027-05-01T00:00:00Z"}
ROBIN, DOUBLE = {"kind": "round_robin"}, {"kind": "round_robin", "legs": 2}
KNOCK = {"kind": "knock_out"}


def stages(*found: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the full document of an event of these stages."""
    return complete(cup(**({"stages": list(found), "entry": {"most": 64}} | fields)))


def numbers(shape: StageShape) -> tuple[Any, ...]:
    return shape.groups, shape.rounds, shape.matches, shape.at_once, shape.goes_on


@pytest.mark.parametrize(
    ("players", "stage", "found"),
    [
        # groups, rounds, matches, at once, how many go on
        (9, DOUBLE, ((9,), 18, 72, 16, 0)),
        (8, ROBIN, ((8,), 7, 28, 7, 0)),
        (10, ROBIN | {"groups": 3, "advance": 2}, ((4, 3, 3), 3, 6 + 3 + 3, 3, 6)),
        (8, {"kind": "swiss", "rounds": 5}, ((8,), 5, 20, 1, 0)),
        (9, {"kind": "swiss", "rounds": 5}, ((9,), 5, 20, 1, 0)),
        (8, KNOCK, ((8,), 3, 14, 2, 0)),
        (5, KNOCK, ((5,), 3, 8, 2, 0)),
        (2, KNOCK, ((2,), 1, 2, 2, 0)),
    ],
)
def test_what_a_stage_comes_to(players: int, stage: dict[str, Any], found: tuple[Any, ...]) -> None:
    last = [stage] if "advance" not in stage else [stage, KNOCK]
    assert numbers(stage_shapes(stages(*last), players)[0]) == found


def test_a_stage_takes_over_who_goes_on() -> None:
    both = stage_shapes(stages(ROBIN | {"group_size": 4, "advance": 2}, KNOCK), 14)
    assert [shape.players for shape in both] == [14, 8]
    assert both[0].groups == (4, 4, 3, 3)


@pytest.mark.parametrize(
    ("players", "size", "groups"),
    [
        (12, 4, (4, 4, 4)),
        (13, 4, (4, 3, 3, 3)),
        (9, 4, (3, 3, 3)),
        (7, 4, (4, 3)),
        (5, 4, (5,)),  # two groups would have 3 and 2
        (3, 4, (3,)),
        (4, 3, (4,)),
    ],
)
def test_groups_of_a_size(players: int, size: int, groups: tuple[int, ...]) -> None:
    assert group_sizes({"group_size": size}, players) == groups


def test_a_team_match_has_a_board_for_each_pair() -> None:
    found = plan(stages(ROBIN, kind="team_cup", entry={"most": 6}), NOW, 20)
    assert (found.players, found.boards) == (6, 4)
    assert (found.matches, found.at_once) == (15 * 4, 1)  # round by round
    at_once = stages({**ROBIN, "pace": "at_once"}, kind="team_cup", entry={"most": 6})
    faster = plan(at_once, NOW, 20)
    assert (faster.matches, faster.at_once) == (15 * 4, 5)
    assert found.ends_by
    assert faster.ends_by
    assert found.ends_by > faster.ends_by


@pytest.mark.parametrize(
    ("control", "most_plies", "lasts"),
    [
        # two banks, and an increment for each ply; but no ply takes more than a full clock
        ("littlegolem", 72, timedelta(hours=2 * 240 + 72 * 36)),
        ("littlegolem", 2, timedelta(hours=2 * 240)),
        ("brisk", 72, timedelta(hours=2 * 72 + 72 * 12)),
        ("days-3", 72, timedelta(days=72 * 3)),
        ("fixed-7", 72, timedelta(days=14)),
        ("fixed-7", None, timedelta(days=14)),
        ("days-3", None, None),
    ],
)
def test_the_longest_match(control: str, most_plies: int | None, lasts: timedelta | None) -> None:
    assert time_of(PRESETS[control], most_plies) == lasts


@pytest.mark.parametrize(
    ("options", "plies"),
    [
        ({}, 131),
        ({"variant": "time_limit"}, 81),
        ({"variant": "time_limit", "setup": "blocks"}, 77),
        ({"variant": "first_to_3", "setup": "blocks"}, 247),
        ({"variant": "last_chance"}, 251),
    ],
)
def test_the_longest_match_depends_on_the_options(options: dict[str, str], plies: int) -> None:
    document = stages(ROBIN, game="golden_goal", options=options, control="days-3")
    assert longest_match(document) == timedelta(days=3 * plies)


def test_the_longest_match_of_a_game_is_known() -> None:
    assert registry.load("streetsoccer").info.most_plies == 72


@pytest.mark.parametrize(
    ("fields", "vacation_days", "end"),
    [
        # 14 days a match, started on 1 May
        ({"control": "fixed-7"}, 20, "2027-05-15"),
        # 3 days a ply, 72 plies: 216 days; 20 days of vacation for each of the two
        ({"control": "days-3"}, 20, "2028-02-21"),
        ({"control": "days-3"}, 0, "2027-12-03"),
        ({"control": "days-3", "vacation": False}, 20, "2027-12-03"),
        ({"control": "days-3", "bots": True}, 20, "2027-12-03"),
        # three rounds, each of a tie and one pair more
        ({"control": "fixed-7", "stages": [KNOCK], "entry": {"most": 8}}, 20, "2027-07-24"),
        (
            {"control": "fixed-7", "stages": [{"kind": "swiss", "rounds": 3}]},
            20,
            "2027-06-12",
        ),
    ],
)
def test_the_last_possible_end(fields: dict[str, Any], vacation_days: int, end: str) -> None:
    document = stages(ROBIN, **({"start": DATE, "entry": {"most": 8}} | fields))
    found = plan(document, NOW, vacation_days).ends_by
    assert found is not None
    assert found.isoformat() == f"{end}T00:00:00+00:00"


def test_days_of_two_years_count_if_an_event_touches_both() -> None:
    """216 days from 1 May end in December; with 40 days of vacation in January, so that the days
    of that year may be spent, too."""
    document = stages(ROBIN, control="days-3", start=DATE)
    ends_by = plan(document, NOW, 20).ends_by
    assert ends_by == datetime(2027, 5, 1, tzinfo=UTC) + timedelta(days=216 + 2 * 20 * 2)


def test_an_allowance_without_end_has_no_end() -> None:
    assert plan(stages(ROBIN, control="days-3"), NOW, 200).ends_by is None


def test_one_that_starts_when_full_starts_when_entry_ends_at_the_latest() -> None:
    assert plan(stages(ROBIN), NOW, 20).starts_at == NOW + timedelta(days=60)
    entry = {"most": 8, "closes_at": "2027-04-01T00:00:00Z"}
    assert plan(stages(ROBIN, entry=entry), NOW, 20).starts_at == datetime(2027, 4, 1, tzinfo=UTC)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    players=st.integers(2, 64),
    stage=st.sampled_from([ROBIN, DOUBLE, ROBIN | {"group_size": 6}, KNOCK]),
    least=st.integers(2, 6),
)
def test_what_is_accepted_can_be_played(players: int, stage: dict[str, Any], least: int) -> None:
    found = check(cup(entry={"most": players, "least": min(least, players)}, stages=[stage]), NOW)
    for number in range(least, players + 1) if not found.problems else ():
        [shape] = stage_shapes(found.document, number)
        assert sum(shape.groups) == number
        assert shape.together <= 400
        assert shape.kind == "knock_out" or min(shape.groups) >= 3
