"""Reading and writing moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.games.golden_goal import notation
from golem.games.golden_goal.notation import Kick, KickOff, Put, Restart, Setup, Walk
from golem.play.pitch.squares import ANY_SQUARE as S
from tests.pitch.notations import (
    HOSTILE,
    check_any_text,
    check_failure,
    check_form,
    check_hostile,
    check_no_move,
)

FORMS = [
    ("Kck", Setup((Put(S["ck"], keeper=True),))),
    ("Pzb", Setup((Put(S["zb"]),))),
    ("Kck|Pcg", Setup((Put(S["ck"], keeper=True), Put(S["cg"])))),
    ("Pcg|Kck", Setup((Put(S["cg"]), Put(S["ck"], keeper=True)))),
    ("Pab|Pcd", Setup((Put(S["ab"]), Put(S["cd"])))),
    ("Bdk", KickOff(S["dk"])),
    ("Mzagl", Walk(S["za"], S["gl"])),
    ("Mabcd|Bfk", Kick(S["ab"], S["cd"], S["fk"])),
    ("Mabcd|G", Kick(S["ab"], S["cd"], None)),
    ("Mabcb|Bfk|Rbb", Kick(S["ab"], S["cb"], S["fk"], S["bb"])),
    ("Mabcb|G|Rbb", Kick(S["ab"], S["cb"], None, S["bb"])),
    ("Pck|Bcg", Restart(S["ck"], S["cg"])),
    ("Pck|G", Restart(S["ck"], None)),
]


@pytest.mark.parametrize(("text", "intent"), FORMS)
def test_every_form_is_read_and_written(text: str, intent: object) -> None:
    check_form(notation, text, intent)


def test_a_ply_without_a_move_is_written_and_never_read() -> None:
    check_no_move(notation)


@pytest.mark.parametrize(
    ("text", "code", "column", "expected"),
    [
        ("", "incomplete", 1, "K or P or B or M"),
        ("ab", "unexpected", 1, "K or P or B or M"),
        ("G", "unexpected", 1, "K or P or B or M"),
        ("R", "unexpected", 1, "K or P or B or M"),
        ("K", "incomplete", 2, "a-g or z"),
        ("Kh", "unexpected", 2, "a-g or z"),
        ("Kz", "incomplete", 3, "a-l"),
        ("Kzz", "unexpected", 3, "a-l"),
        ("Kck|Kdk", "unexpected", 5, "P"),
        ("Kck|G", "unexpected", 5, "P"),
        ("Pck|M", "unexpected", 5, "K or P or B or G"),
        ("Mabcd|R", "unexpected", 7, "B or G"),
        ("Mabcd|G|B", "unexpected", 9, "R"),
        ("Mabcd|G|", "incomplete", 9, "R"),
        ("Mabcd|Bef|Rab|", "too_long", 14, "end"),
        ("Bab|Rcd", "unexpected", 4, "end"),
        ("Mabcd ", "bad_letter", 6, "one of BGKMPR|abcdefghijklz"),
        ("mabcd", "bad_letter", 1, "one of BGKMPR|abcdefghijklz"),
        ("Mabcd|g", "unexpected", 7, "B or G"),
        ("Mab1d", "bad_letter", 4, "one of BGKMPR|abcdefghijklz"),
        ("--", "bad_letter", 1, "one of BGKMPR|abcdefghijklz"),
    ],
)
def test_where_reading_fails(text: str, code: str, column: int, expected: str) -> None:
    check_failure(notation, text, code, column, expected)


@pytest.mark.parametrize(("hostile", "code"), HOSTILE)
def test_hostile_text_is_refused_before_it_is_parsed(hostile: object, code: str) -> None:
    check_hostile(notation, hostile, code, longest=14)


@given(st.text(alphabet="BGKMPR|abcdefghijklz-m", max_size=14))
def test_what_is_read_is_written_the_same(text: str) -> None:
    check_any_text(notation, text)
