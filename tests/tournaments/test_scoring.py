"""Points of every way in which a match can end."""

import json
from pathlib import Path
from typing import Any

import pytest

from golem import registry
from golem.play.endings import RESIGNATION, TIMEOUT, off_board_points
from tournaments import scoring
from tournaments.errors import ScoringError
from tournaments.pairing.pairs import Pairing
from tournaments.scoring import GRADED, PLAIN
from tournaments.standings.scores import Kind, Score, bye, score_of

VECTORS = Path(__file__).parents[1] / "vectors"
FIRST, SECOND, NOBODY = 0, 1, None


@pytest.mark.parametrize(
    ("table", "how", "winner", "points"),
    [
        (GRADED, "normal_time", FIRST, (5, 0)),
        (GRADED, "normal_time", SECOND, (0, 5)),
        (GRADED, "sudden_death", FIRST, (4, 1)),
        (GRADED, "last_goal", SECOND, (2, 3)),
        (GRADED, "scoreless", NOBODY, (2, 2)),
        (GRADED, "resignation", FIRST, (5, 0)),
        (GRADED, "timeout", SECOND, (0, 5)),
        (GRADED, "forfeit", FIRST, (5, 0)),
        (GRADED, "double_forfeit", NOBODY, (0, 0)),
        (GRADED, "both_timed_out", NOBODY, (0, 0)),
        (PLAIN, "any_win", FIRST, (2, 0)),
        (PLAIN, "sudden_death", SECOND, (0, 2)),
        (PLAIN, "any_end", NOBODY, (1, 1)),
        (PLAIN, "forfeit", SECOND, (0, 2)),
        (PLAIN, "both_timed_out", NOBODY, (0, 0)),
    ],
)
def test_points(
    table: scoring.ScoringTable, how: str, winner: int | None, points: scoring.Points
) -> None:
    assert scoring.points(table, how, winner) == points


def test_the_most_and_a_bye() -> None:
    assert (GRADED.most, GRADED.bye, PLAIN.most, PLAIN.bye) == (5, 2, 2, 1)


def test_all_pairs_of_points() -> None:
    assert scoring.possible_points(PLAIN) == ((2, 0), (1, 1), (0, 0), (0, 2))
    assert scoring.possible_points(GRADED) == (
        *((5, 0), (4, 1), (3, 2), (2, 2), (2, 3), (1, 4), (0, 0), (0, 5)),
    )


def test_an_annulled_match_has_no_points() -> None:
    with pytest.raises(ScoringError, match="counts_nowhere"):
        scoring.points(GRADED, "annulled", None)


def test_an_unknown_table() -> None:
    assert scoring.table_of("graded") is GRADED
    with pytest.raises(ScoringError, match="unknown_scoring") as refusal:
        scoring.table_of("threefold")
    assert refusal.value.data == {"key": "threefold"}


def golden_games() -> list[Any]:
    """Return the outcomes of whole matches that an independent program played."""
    lines = (VECTORS / "streetsoccer" / "games.jsonl").read_text().splitlines()
    outcomes = [json.loads(line)["outcome"] for line in lines]
    assert {outcome["how"] for outcome in outcomes} >= {"normal_time", "sudden_death"}
    return outcomes


@pytest.mark.parametrize("outcome", golden_games())
def test_the_graded_table_is_that_of_the_game_that_grades(outcome: dict[str, Any]) -> None:
    seats = registry.load("streetsoccer").info.seats
    winner = None if outcome["winner"] is None else seats.index(outcome["winner"])
    expected = tuple(outcome["points"][seat] for seat in seats)
    assert scoring.points(GRADED, outcome["how"], winner) == expected


@pytest.mark.parametrize("how", [RESIGNATION, TIMEOUT, scoring.FORFEIT])
def test_off_the_board_it_is_what_the_game_says(how: str) -> None:
    info = registry.load("streetsoccer").info
    for index, seat in enumerate(info.seats):
        expected = tuple(off_board_points(info, seat).values())
        assert scoring.points(GRADED, how, index) == expected


def test_scores_of_matches() -> None:
    pairing = Pairing(7, 9, round=3, key=41)
    assert score_of(pairing, GRADED, "last_goal", 9, (1, 1)) == Score(
        7, 9, (2, 3), (1, 1), Kind.PLAYED, round=3, key=41
    )
    assert score_of(pairing, GRADED, "resignation", 7, (1, 2)).goals == (1, 2)
    forfeit = score_of(pairing, GRADED, "forfeit", 7, (1, 2))
    assert (forfeit.goals, forfeit.kind, forfeit.winner) == (None, Kind.FORFEIT, 7)
    both = score_of(pairing, GRADED, "both_timed_out", None)
    assert (both.points, both.kind, both.winner) == ((0, 0), Kind.DOUBLE_FORFEIT, None)
    assert bye(7, GRADED, 2) == Score(7, None, (2, 0), kind=Kind.BYE, round=2)


def test_scores_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="two different"):
        Score(1, 1, (5, 0))
    with pytest.raises(ValueError, match="two different"):
        Score(1, None, (5, 0))
    with pytest.raises(ValueError, match="has goals"):
        Score(1, 2, (5, 0), (1, 0), Kind.FORFEIT)
    with pytest.raises(ValueError, match="one of the two"):
        score_of(Pairing(1, 2), GRADED, "normal_time", 3)
