"""Cards as text, whatever comes in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.games.goal.cards import RANKS
from golem.games.goal.notation import Card, parse, write
from golem.play.errors import NotationError


def test_every_card() -> None:
    assert [write(Card(rank)) for rank in range(13)] == [f"C{letter}" for letter in RANKS]
    assert [parse(f"C{letter}") for letter in RANKS] == [Card(rank) for rank in range(13)]


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        (None, "not_text", 1),
        (7, "not_text", 1),
        (["C7"], "not_text", 1),
        (b"C7", "not_text", 1),
        ("", "incomplete", 1),
        ("C", "incomplete", 2),
        ("7", "unexpected", 1),
        ("c7", "unexpected", 1),
        ("H7", "unexpected", 1),
        ("C1", "unexpected", 2),
        ("C0", "unexpected", 2),
        ("Ct", "unexpected", 2),
        ("C\N{FULLWIDTH DIGIT SEVEN}", "unexpected", 2),
        ("\N{CYRILLIC CAPITAL LETTER ES}7", "unexpected", 1),
        ("C10", "too_long", 3),
        ("C7\n", "too_long", 3),
        (" C7", "too_long", 3),
        ("C7" * 1_000_000, "too_long", 3),
        ("-", "unexpected", 1),
        ("C*", "unexpected", 2),
        ("C\0", "unexpected", 2),
    ],
)
def test_what_is_no_card(text: object, code: str, column: int) -> None:
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert (refused.value.code, refused.value.column) == (code, column)
    assert refused.value.expected


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    if len(text) == 2 and text[0] == "C" and text[1] in RANKS:
        assert write(parse(text)) == text
        return
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert 1 <= refused.value.column <= 3
