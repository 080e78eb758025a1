"""The event document: what it may say, its defaults, and all that is wrong at once."""

import json
import re
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from golem import registry
from tournaments import bounds
from tournaments.document import Checked, check, complete, most_of, problems, schema, scoring_of
from tournaments.wording import PROBLEMS, sentence, told

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
CUP: dict[str, Any] = {
    "version": 1,
    "kind": "tournament",
    "name": "Spring cup",
    "game": "streetsoccer",
    "entry": {"most": 8},
    "stages": [{"kind": "round_robin"}],
}


def cup(**fields: Any) -> dict[str, Any]:
    """Return a small tournament with other fields."""
    return deepcopy(CUP) | fields


def codes(document: Any, now: datetime | None = NOW) -> list[tuple[str, str]]:
    """Return where what is wrong."""
    return [(found.path, found.code) for found in problems(document, now)]


def test_what_is_not_said_has_a_default() -> None:
    assert complete(cup()) == {
        "version": 1,
        "kind": "tournament",
        "name": "Spring cup",
        "description": "",
        "game": "streetsoccer",
        "options": {},
        "control": "littlegolem",
        "vacation": True,
        "rated": True,
        "bots": False,
        "entry": {
            "least": 8,
            "most": 8,
            "waiting_list": True,
            "rating_from": None,
            "rating_to": None,
            "closes_at": None,
        },
        "start": {"when": "full", "at": None},
        "scoring": "graded",
        "tie_breaks": ["points", "sonneborn_berger", "head_to_head", "goal_difference", "goals"],
        "stages": [{"kind": "round_robin", "legs": 1, "groups": 1, "pace": "at_once"}],
    }


def test_completing_again_changes_nothing() -> None:
    for document in (cup(), SWISS, TEAMS, GROUPS):
        full = complete(document)
        assert complete(full) == full
        assert check(full, NOW) == Checked(full)


SWISS = cup(
    entry={"most": 40, "least": 8, "rating_from": 1200},
    start={"when": "date", "at": "2027-05-01T20:00:00+02:00"},
    stages=[{"kind": "swiss", "rounds": 5, "advance": 4}, {"kind": "knock_out"}],
)
TEAMS = cup(
    kind="team_cup",
    entry={"most": 12, "least": 6},
    stages=[{"kind": "round_robin", "groups": 2, "advance": 2}, {"kind": "knock_out"}],
)
GROUPS = cup(
    entry={"most": 64, "least": 12},
    control="fixed-30",
    stages=[
        {"kind": "round_robin", "group_size": 5, "legs": 2, "advance": 2},
        {"kind": "round_robin", "groups": 2, "advance": 1},
        {"kind": "knock_out"},
    ],
)


def test_instants_are_kept_in_utc_and_swiss_tables_have_their_own_order() -> None:
    full = complete(SWISS)
    assert full["start"] == {"when": "date", "at": "2027-05-01T18:00:00Z"}
    assert full["tie_breaks"][:2] == ["points", "buchholz"]
    assert full["stages"][1] == {"kind": "knock_out", "matches": 2}


def test_a_team_cup_has_teams_of_four_and_one_board_for_each_pair() -> None:
    full = complete(TEAMS)
    assert full["teams"] == {"players": 4, "substitutes": 1}
    assert full["stages"][1] == {"kind": "knock_out", "matches": 1}


def test_bots_play_unrated_and_a_fixed_time_has_no_vacation() -> None:
    assert complete(cup(bots=True))["rated"] is False
    assert complete(cup(control="fixed-7"))["vacation"] is False


def test_an_event_that_starts_by_date_needs_as_many_as_its_stages_do() -> None:
    start = {"when": "date", "at": "2027-05-01T18:00:00Z"}
    assert complete(cup(start=start))["entry"]["least"] == 3
    stages = [{"kind": "round_robin", "groups": 4, "advance": 2}, {"kind": "knock_out"}]
    assert complete(cup(start=start, stages=stages))["entry"]["least"] == 12
    assert (
        complete(cup(start=start, stages=[{"kind": "swiss", "rounds": 5}]))["entry"]["least"] == 6
    )
    assert complete(cup(start=start, stages=[{"kind": "knock_out"}]))["entry"]["least"] == 2


def test_the_scoring_of_a_game_is_that_of_a_win_off_the_board() -> None:
    info = registry.load("streetsoccer").info
    assert scoring_of(info) == "graded"


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert type(complete(cup(entry={"most": 8.0}))["entry"]["most"]) is int


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"version": 2}, ("/version", "not_a_choice")),
        ({"kind": "league"}, ("/kind", "not_a_choice")),
        ({"colour": "red"}, ("/colour", "unknown_field")),
        ({"name": ""}, ("/name", "bad_length")),
        ({"name": "n" * 61}, ("/name", "bad_length")),
        ({"name": "   "}, ("/name", "not_one_line")),
        ({"name": "A\r\nBcc: x@example.org"}, ("/name", "not_one_line")),
        ({"name": "A\u202egnorw"}, ("/name", "not_one_line")),
        ({"name": "zero\u200bwidth"}, ("/name", "not_one_line")),
        ({"name": 7}, ("/name", "wrong_type")),
        ({"description": "x" * 2001}, ("/description", "bad_length")),
        ({"description": "a\x07b"}, ("/description", "not_plain_text")),
        ({"game": "ludo"}, ("/game", "not_a_choice")),
        ({"options": {"size": 3}}, ("/options/size", "unknown_option")),
        ({"control": "blitz"}, ("/control", "not_a_choice")),
        ({"control": "fixed-7", "vacation": True}, ("/vacation", "control_without_vacation")),
        ({"vacation": 1}, ("/vacation", "wrong_type")),
        ({"bots": True, "rated": True}, ("/rated", "bots_unrated")),
        ({"scoring": "graden"}, ("/scoring", "not_a_choice")),
        ({"tie_breaks": []}, ("/tie_breaks", "bad_count")),
        ({"tie_breaks": ["points", "points"]}, ("/tie_breaks", "repeated")),
        ({"tie_breaks": ["luck"]}, ("/tie_breaks/0", "not_a_choice")),
        ({"teams": {"players": 4}}, ("/teams", "no_teams_here")),
        ({"entry": {"most": 1}}, ("/entry/most", "out_of_range")),
        ({"entry": {"most": 257}}, ("/entry/most", "out_of_range")),
        ({"entry": {"most": True}}, ("/entry/most", "wrong_type")),
        ({"entry": {"most": 4, "least": 5}}, ("/entry/most", "below_least")),
        ({"entry": {}}, ("/entry/most", "most_needed")),
        (
            {"entry": {"most": 4, "rating_from": 1500, "rating_to": 1400}},
            ("/entry/rating_to", "below_rating_from"),
        ),
        ({"entry": {"most": 4, "closes_at": "soon"}}, ("/entry/closes_at", "bad_instant")),
        ({"start": {"when": "date"}}, ("/start/at", "missing")),
        ({"start": {"when": "date", "at": "2027-05-01"}}, ("/start/at", "bad_instant")),
        ({"start": {"when": "date", "at": "2027-05-01T18:00:00"}}, ("/start/at", "bad_instant")),
        ({"start": {"when": "date", "at": "2027-03-01T12:00:00Z"}}, ("/start/at", "in_the_past")),
        ({"start": {"when": "date", "at": "2029-05-01T18:00:00Z"}}, ("/start/at", "too_far")),
        (
            {"start": {"when": "full", "at": "2027-05-01T18:00:00Z"}},
            ("/start/at", "no_date_when_full"),
        ),
        ({"stages": []}, ("/stages", "bad_count")),
        ({"stages": [{"kind": "knock_out"}] * 4}, ("/stages", "bad_count")),
        ({"stages": [{"kind": "ladder"}]}, ("/stages/0/kind", "not_a_choice")),
        ({"stages": [{}]}, ("/stages/0/kind", "missing")),
        ({"stages": [{"kind": "swiss"}]}, ("/stages/0/rounds", "missing")),
        (
            {"stages": [{"kind": "swiss", "rounds": 3, "legs": 2}]},
            ("/stages/0/legs", "unknown_field"),
        ),
        ({"stages": [{"kind": "round_robin", "legs": 3}]}, ("/stages/0/legs", "out_of_range")),
        ({"stages": [{"kind": "round_robin", "advance": 2}]}, ("/stages/0/advance", "last_stage")),
        (
            {"stages": [{"kind": "round_robin"}, {"kind": "knock_out"}]},
            ("/stages/0/advance", "missing"),
        ),
        (
            {"stages": [{"kind": "knock_out"}, {"kind": "round_robin"}]},
            ("/stages/0", "knock_out_is_last"),
        ),
        ({"stages": [{"kind": "knock_out", "matches": 1}]}, ("/stages/0/matches", "not_a_choice")),
        (
            {"stages": [{"kind": "round_robin", "groups": 2, "group_size": 4}]},
            ("/stages/0/group_size", "groups_or_size"),
        ),
        ({"stages": [{"kind": "round_robin", "groups": 3}]}, ("/stages/0", "group_too_small")),
        ({"entry": {"most": 21}}, ("/stages/0", "group_too_large")),
        ({"stages": [{"kind": "swiss", "rounds": 8}]}, ("/stages/0/rounds", "too_many_rounds")),
        (
            {"stages": [{"kind": "round_robin", "advance": 8}, {"kind": "knock_out"}]},
            ("/stages/0/advance", "all_advance"),
        ),
        (
            {"stages": [{"kind": "round_robin", "advance": 1}, {"kind": "knock_out"}]},
            ("/stages/0/advance", "too_few_advance"),
        ),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, Any], wrong: tuple[str, str]) -> None:
    assert codes(cup(**fields)) == [wrong]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    bad = {"version": 1, "kind": "cup", "nmae": "x", "stages": [{"kind": "swiss"}, {"kind": "?"}]}
    assert codes(bad) == [
        ("/game", "missing"),
        ("/kind", "not_a_choice"),
        ("/name", "missing"),
        ("/nmae", "unknown_field"),
        ("/stages/0/rounds", "missing"),
        ("/stages/1/kind", "not_a_choice"),
    ]


def test_what_starts_together_fits_into_one_transaction() -> None:
    teams = cup(kind="team_cup", entry={"most": 16, "least": 6}, teams={"players": 4})
    assert codes(teams | {"entry": {"most": 14}}) == []
    assert codes(teams) == []  # round by round
    at_once = teams | {"stages": [{"kind": "round_robin", "pace": "at_once"}]}
    assert codes(at_once) == [("/stages/0", "too_many_matches")]
    swiss = [{"kind": "swiss", "rounds": 5}]
    assert codes(cup(entry={"most": 256}, stages=swiss)) == []


def test_closing_comes_before_the_start() -> None:
    start = {"when": "date", "at": "2027-05-01T18:00:00Z"}
    late = {"most": 8, "closes_at": "2027-05-02T18:00:00Z"}
    assert codes(cup(start=start, entry=late)) == [("/entry/closes_at", "closes_after_start")]
    assert codes(cup(start=start, entry=late | {"closes_at": "2027-04-30T18:00:00Z"})) == []


@pytest.mark.parametrize("value", [None, [], "x", 7, True, {}])
def test_anything_but_a_document_is_refused(value: object) -> None:
    assert problems(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(field=st.sampled_from(sorted(complete(GROUPS))), value=JSON)
def test_no_value_of_a_field_is_too_strange(field: str, value: Any) -> None:
    found = check(GROUPS | {field: value}, NOW)
    assert bool(found.document) is not bool(found.problems)
    assert all(sentence(problem) for problem in found.problems)
    if found.document:
        assert check(found.document, NOW) == found


def test_every_problem_has_a_sentence() -> None:
    assert told(problems(cup(name=""))[0]) == {
        "path": "/name",
        "code": "bad_length",
        "detail": "This has 1 to 60 characters.",
        "data": {"least": 1, "most": 60},
    }
    assert all(str(words).endswith(".") for words in PROBLEMS.values())


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["properties"]["version"]["const"] == bounds.VERSION


def test_the_number_of_places() -> None:
    assert most_of(complete(cup())) == 8
    assert most_of(complete(SWISS | {"entry": {}})) == bounds.MOST_PLAYERS
    assert most_of(complete(cup(kind="ladder", entry={}, stages=[]))) is None


def test_the_guide_names_every_field_and_every_code() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "event-document.md").read_text()
    found = schema()
    named = {*found["properties"], *PROBLEMS}
    for part in ("entry", "start", "teams"):
        named |= set(found["properties"][part]["properties"])
    assert {name for name in named if name not in guide} == set()
    [example] = re.findall(r"```json\n(.*?)```", guide, re.S)
    assert problems(json.loads(example), NOW) == ()
