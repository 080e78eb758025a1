"""A card chosen by clicks."""

from random import Random

import pytest

from golem.games.goal.cards import RANKS
from golem.games.goal.clicks import click
from golem.games.goal.state import State
from golem.play.errors import IllegalMove, NotationError, Refusal
from tests.goal.playing import alike, played

START = State()


def test_the_first_question() -> None:
    draft = click(START, "spades", "", None)
    assert (draft.notation, draft.complete, draft.ask) == ("", False, "card")
    assert draft.squares == tuple("S" + rank for rank in RANKS)


def test_one_click_chooses_and_another_one_changes() -> None:
    draft = click(START, "hearts", "", "H7")
    assert (draft.notation, draft.complete, draft.ask) == ("C7", True, "done")
    assert "H7" not in draft.squares
    assert "HA" in draft.squares
    assert click(START, "hearts", "C7", "HA").notation == "CA"
    assert click(START, "hearts", "C7", "H7") == draft
    assert click(START, "hearts", "C7", None) == draft


@pytest.mark.parametrize(
    ("seat", "draft", "square", "code"),
    [
        ("hearts", "", "S7", "not_own_card"),
        ("hearts", "", "HK", "not_own_card"),
        ("hearts", "", "0", "not_own_card"),
        ("hearts", "", "H", "not_own_card"),
        ("hearts", "", "", "not_own_card"),
        ("hearts", "CK", None, "not_in_hand"),
        ("hearts", "C", None, "incomplete"),
        ("hearts", "x" * 100_000, "H7", "too_long"),
        ("clubs", "", None, "wrong_seat"),
    ],
)
def test_what_is_refused(seat: str, draft: str, square: str | None, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        click(played(START, "K2"), seat, draft, square)
    assert refused.value.code == code


def test_hostile_types() -> None:
    with pytest.raises(NotationError):
        click(START, "hearts", ["C7"], None)  # type: ignore[arg-type]
    with pytest.raises(NotationError):
        click(START, "hearts", "", ["H7"])  # type: ignore[arg-type]


def test_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="match_over"):
        click(alike(START, 91), "hearts", "", None)


def test_a_player_who_clicks_gets_every_legal_card() -> None:
    state = played(START, "K2", "Q3", "77", "A5")
    rng = Random(1)
    for _ in range(20):
        squares = click(state, "spades", "", None).squares
        assert click(state, "spades", "", rng.choice(squares)).complete
