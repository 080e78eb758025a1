"""Reading and writing moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.play.pitch.squares import SQUARE
from streetsoccer import notation
from streetsoccer.notation import Kick, KickOff, Restart, Setup, Walk
from tests.pitch.notations import (
    HOSTILE,
    check_any_text,
    check_failure,
    check_form,
    check_hostile,
    check_no_move,
)

FORMS = [
    ("Pabcdef", Setup((SQUARE["ab"], SQUARE["cd"], SQUARE["ef"]))),
    ("Bdk", KickOff(SQUARE["dk"])),
    ("Mabcd", Walk(SQUARE["ab"], SQUARE["cd"])),
    ("Mabcd|Bfl", Kick(SQUARE["ab"], SQUARE["cd"], SQUARE["fl"])),
    ("Pck|Bcg", Restart(SQUARE["ck"], SQUARE["cg"])),
]


@pytest.mark.parametrize(("text", "intent"), FORMS)
def test_every_form_is_read_and_written(text: str, intent: object) -> None:
    check_form(notation, text, intent)


def test_a_ply_without_a_move_is_written_and_never_read() -> None:
    check_no_move(notation)


@pytest.mark.parametrize(
    ("text", "code", "column", "expected"),
    [
        ("", "incomplete", 1, "B or M or P"),
        ("aa", "unexpected", 1, "B or M or P"),
        ("B", "incomplete", 2, "a-f"),
        ("Bg", "unexpected", 2, "a-f"),
        ("Ba", "incomplete", 3, "a-l"),
        ("BaB", "unexpected", 3, "a-l"),
        ("Babc", "unexpected", 4, "end"),
        ("M", "incomplete", 2, "a-f"),
        ("Mab", "incomplete", 4, "a-f"),
        ("Mabc", "incomplete", 5, "a-l"),
        ("Mab|Bcd", "unexpected", 4, "a-f"),
        ("Mabgd", "unexpected", 4, "a-f"),
        ("Mabcde", "unexpected", 6, "end or |"),
        ("Mabcd|", "incomplete", 7, "B"),
        ("Mabcd|cd", "unexpected", 7, "B"),
        ("Mabcd|B", "incomplete", 8, "a-f"),
        ("Mabcd|Bg", "unexpected", 8, "a-f"),
        ("Pab", "incomplete", 4, "| or a-f"),
        ("Pabg", "unexpected", 4, "| or a-f"),
        ("Pab|", "incomplete", 5, "B"),
        ("Pabcd", "incomplete", 6, "a-f"),
        ("Pabcd|B", "unexpected", 6, "a-f"),
        ("Pabcdefab", "unexpected", 8, "end"),
        ("Pab|Bcdef", "unexpected", 8, "end"),
        ("Mabcd ", "bad_letter", 6, "one of BMP|abcdefghijkl"),
        (" Mabcd", "bad_letter", 1, "one of BMP|abcdefghijkl"),
        ("mabcd", "bad_letter", 1, "one of BMP|abcdefghijkl"),
        ("Mabcm", "bad_letter", 5, "one of BMP|abcdefghijkl"),
        ("Ma1b2", "bad_letter", 3, "one of BMP|abcdefghijkl"),
        ("null", "bad_letter", 1, "one of BMP|abcdefghijkl"),
        ("--", "bad_letter", 1, "one of BMP|abcdefghijkl"),
    ],
)
def test_where_reading_fails(text: str, code: str, column: int, expected: str) -> None:
    check_failure(notation, text, code, column, expected)


@pytest.mark.parametrize(("hostile", "code"), HOSTILE)
def test_hostile_text_is_refused_before_it_is_parsed(hostile: object, code: str) -> None:
    check_hostile(notation, hostile, code, longest=10)


@given(st.text(alphabet="BMP|abcdefghijkl-m", max_size=10))
def test_what_is_read_is_written_the_same(text: str) -> None:
    check_any_text(notation, text)
