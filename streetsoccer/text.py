"""Position <-> one line of text, in the manner of chess's FEN. See ``docs/notation.md``."""

import re
from collections.abc import Iterator
from typing import Final

from golem.play.errors import BadPosition
from golem.play.pitch.squares import COLUMNS, RED, ROWS, YELLOW, square_at
from golem.play.protocol import Seat
from streetsoccer.position import Phase, Position, mover, team
from streetsoccer.validity import checked

KEEPERS: Final = {"K": YELLOW, "k": RED}
PLAYERS: Final = {"Y": YELLOW, "r": RED}
BALL: Final = "o"
_FIELD_ROWS: Final = range(1, ROWS - 1)
_LONGEST: Final = 120
_SEAT_LETTERS: Final[dict[str, Seat | None]] = {"y": YELLOW, "r": RED, "-": None}
_LETTERS: Final = {seat: letter for letter, seat in _SEAT_LETTERS.items()}
STATUS: Final = re.compile(
    r"(?P<mover>[yr]) (?P<phase>setup|kickoff|turn|restart|over) (?P<die>[1-6-]) "
    r"(?P<ply>[1-9][0-9]?) (?P<yellow>0|[1-9][0-9]?):(?P<red>0|[1-9][0-9]?) (?P<last>[yr-])",
    re.ASCII,
)
_ROW: Final = re.compile(r"[KkYro1-6]{1,6}", re.ASCII)


def write(position: Position) -> str:
    """Return ``position`` in one line; :func:`read` gives back an equal position."""
    letters = letters_of(position)
    rows = ("".join(_packed(letters, row)) for row in _FIELD_ROWS)
    return f"{'/'.join(rows)} {write_status(position)}"


def read(text: object) -> Position:
    """Return the position that ``text`` describes; raise ``BadPosition``.

    Only the one text that :func:`write` gives for a position is taken for it.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise BadPosition("bad_text", expected="position text")
    board, _, status = text.partition(" ")
    rows = board.split("/")
    if len(rows) != len(_FIELD_ROWS) or not all(_ROW.fullmatch(row) for row in rows):
        raise BadPosition("bad_text", expected="10 rows of K k Y r o 1-6")
    letters: dict[int, str] = {}
    for row, packed in zip(_FIELD_ROWS, rows, strict=True):
        letters.update(_unpacked(packed, row))
    position = read_status(status, letters)
    if write(position) != text:
        raise BadPosition("bad_text", expected=write(position))
    return position


def letters_of(position: Position) -> dict[int, str]:
    """Return the letter on each square that holds something."""
    letters = {} if position.ball is None else {position.ball: BALL}
    for seat, keeper, player in ((YELLOW, "K", "Y"), (RED, "k", "r")):
        first, *others = position.players(seat)
        letters |= {first: keeper, **dict.fromkeys(others, player)}
    return letters


def write_status(position: Position) -> str:
    """Return what the board does not show: mover, phase, die, ply, score and last scorer."""
    score = f"{position.yellow_goals}:{position.red_goals}"
    die = "-" if position.die is None else position.die
    mover, last = _LETTERS[position.to_move], _LETTERS[position.last_scorer]
    return f"{mover} {position.phase} {die} {position.ply} {score} {last}"


def read_status(status: str, letters: dict[int, str]) -> Position:
    """Return the position of ``status`` with ``letters`` on the board; raise ``BadPosition``."""
    found = STATUS.fullmatch(status)
    if found is None:
        raise BadPosition("bad_text", expected="side phase die ply score last")
    ply = int(found["ply"])
    if _LETTERS[mover(ply)] != found["mover"]:
        raise BadPosition("bad_position", field="to_move", expected=mover(ply))
    balls = [square for square, letter in letters.items() if letter == BALL]
    if len(balls) > 1:
        raise BadPosition("bad_text", expected="one ball")
    position = Position(
        phase=Phase(found["phase"]),
        ply=ply,
        die=None if found["die"] == "-" else int(found["die"]),
        ball=balls[0] if balls else None,
        yellow=_team(letters, "K", "Y"),
        red=_team(letters, "k", "r"),
        yellow_goals=int(found["yellow"]),
        red_goals=int(found["red"]),
        last_scorer=_SEAT_LETTERS[found["last"]],
    )
    return checked(position)


def _team(letters: dict[int, str], keeper: str, player: str) -> tuple[int, ...]:
    keepers = [square for square, letter in letters.items() if letter == keeper]
    if len(keepers) != 1:
        raise BadPosition("bad_text", expected=f"one {keeper}")
    return team(keepers[0], [square for square, letter in letters.items() if letter == player])


def _packed(letters: dict[int, str], row: int) -> Iterator[str]:
    gap = 0
    for column in range(COLUMNS):
        letter = letters.get(square_at(column, row))
        if letter is None:
            gap += 1
            continue
        yield f"{gap or ''}{letter}"
        gap = 0
    if gap:
        yield str(gap)


def _unpacked(packed: str, row: int) -> Iterator[tuple[int, str]]:
    column = 0
    for letter in packed:
        if letter.isdigit():
            column += int(letter)
            continue
        if column < COLUMNS:
            yield square_at(column, row), letter
        column += 1
    if column != COLUMNS:
        raise BadPosition("bad_text", expected="6 squares in each row")
