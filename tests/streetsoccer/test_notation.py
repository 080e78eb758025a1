"""Reading and writing moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.play.errors import NotationError
from golem.play.pitch.squares import SQUARE
from streetsoccer.notation import Kick, KickOff, NoMove, Restart, Setup, Walk, parse, write

FORMS = [
    ("Pabcdef", Setup((SQUARE["ab"], SQUARE["cd"], SQUARE["ef"]))),
    ("Bdk", KickOff(SQUARE["dk"])),
    ("Mabcd", Walk(SQUARE["ab"], SQUARE["cd"])),
    ("Mabcd|Bfl", Kick(SQUARE["ab"], SQUARE["cd"], SQUARE["fl"])),
    ("Pck|Bcg", Restart(SQUARE["ck"], SQUARE["cg"])),
]


@pytest.mark.parametrize(("text", "intent"), FORMS)
def test_every_form_is_read_and_written(text: str, intent: object) -> None:
    assert parse(text) == intent
    assert type(parse(text)) is type(intent)
    assert write(parse(text)) == text


def test_a_ply_without_a_move_is_written_and_never_read() -> None:
    assert write(NoMove()) == "-"
    with pytest.raises(NotationError) as refused:
        parse("-")
    assert refused.value.code == "server_only"


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
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert (refused.value.code, refused.value.column, refused.value.expected) == (
        code,
        column,
        expected,
    )
    assert refused.value.data == {"column": column, "expected": expected}


@pytest.mark.parametrize(
    ("hostile", "code"),
    [
        ("M" * 1_000_000, "too_long"),
        ("[" * 10_000, "too_long"),
        ("Mabcd\0", "bad_letter"),
        ("Mab\u0661\u0662", "bad_letter"),
        ("\uff2dabcd", "bad_letter"),
        ("Mab\ud800d", "bad_letter"),
        ("\u202eMabcd", "bad_letter"),
        ("Mabcd\n", "bad_letter"),
        (None, "not_text"),
        (7, "not_text"),
        (["Mabcd"], "not_text"),
        ({"M": 1}, "not_text"),
        (b"Mabcd", "not_text"),
        (True, "not_text"),
    ],
)
def test_hostile_text_is_refused_before_it_is_parsed(hostile: object, code: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse(hostile)
    assert refused.value.code == code
    assert refused.value.column <= 10


@given(st.text(alphabet="BMP|abcdefghijkl-m", max_size=10))
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        intent = parse(text)
    except NotationError as error:
        column = error.column
    else:
        assert write(intent) == text
        column = 1
    assert 1 <= column <= len(text) + 1
