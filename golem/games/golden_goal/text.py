"""Position <-> one line of text, in the manner of chess's FEN."""

import re
from typing import Final

from golem.games.golden_goal.field import WALKABLE
from golem.games.golden_goal.position import ABSENT, Phase, Placing, Position, Variant, team
from golem.games.golden_goal.validity import checked
from golem.play.errors import BadPosition
from golem.play.pitch.letters import (
    LETTER_OF_SEAT,
    SEAT_LETTERS,
    SIDES,
    Grid,
    Letters,
    ball_of,
    letters_of,
    read_exactly,
    side_of,
)
from golem.play.pitch.squares import COLUMNS, RED, ROWS, YELLOW
from golem.play.protocol import Seat

GRID: Final = Grid(range(-1, COLUMNS + 1), range(ROWS), WALKABLE)
_STATUS: Final = re.compile(
    rf"(?P<mover>[yr]) (?P<phase>{'|'.join(Phase)}) (?P<die>[1-6-]) (?P<ply>[1-9][0-9]{{0,2}}) "
    r"(?P<yellow>0|[1-9][0-9]{0,2}):(?P<red>0|[1-9][0-9]{0,2}) (?P<last>[yr-]) "
    rf"(?P<variant>{'|'.join(Variant)}) (?P<placing>{'|'.join(Placing)}) (?P<kicker>[yr-]) "
    r"(?P<chance>-|[1-9][0-9]{0,2})",
    re.ASCII,
)
_PARTS: Final = "side phase die ply score last variant setup kicker chance"


def write(position: Position) -> str:
    """Return ``position`` in one line; :func:`read` gives back an equal position."""
    return f"{GRID.line(letters_on(position))} {write_status(position)}"


def read(text: object) -> Position:
    """Return the position that ``text`` describes, in just the words of :func:`write`; raise
    ``BadPosition``."""
    return read_exactly(text, GRID, read_status, write)


def letters_on(position: Position) -> Letters:
    """Return the letter on each square that holds something."""
    letters = letters_of({YELLOW: position.yellow, RED: position.red}, position.ball)
    letters.pop(ABSENT, None)
    return letters


def write_status(position: Position) -> str:
    """Return what the board does not show, in the order of the words of ``_PARTS``."""
    parts = (
        LETTER_OF_SEAT[position.to_move],
        position.phase,
        position.die or "-",
        position.ply,
        f"{position.yellow_goals}:{position.red_goals}",
        LETTER_OF_SEAT[position.last_scorer],
        position.variant,
        position.placing,
        LETTER_OF_SEAT[position.kicker],
        position.last_chance or "-",
    )
    return " ".join(map(str, parts))


def read_status(status: str, letters: Letters) -> Position:
    """Return the position of ``status`` with ``letters`` on the board; raise ``BadPosition``."""
    found = _STATUS.fullmatch(status)
    if found is None:
        raise BadPosition("bad_text", expected=_PARTS)
    position = Position(
        variant=Variant(found["variant"]),
        placing=Placing(found["placing"]),
        phase=Phase(found["phase"]),
        ply=int(found["ply"]),
        die=_number(found["die"]),
        ball=ball_of(letters),
        yellow=_team(letters, YELLOW),
        red=_team(letters, RED),
        kicker=SEAT_LETTERS[found["kicker"]],
        yellow_goals=int(found["yellow"]),
        red_goals=int(found["red"]),
        last_scorer=SEAT_LETTERS[found["last"]],
        last_chance=_number(found["chance"]),
    )
    if LETTER_OF_SEAT[position.to_move] != found["mover"]:
        raise BadPosition("bad_position", field="to_move", expected=position.to_move)
    return checked(position)


def _number(digits: str) -> int | None:
    return None if digits == "-" else int(digits)


def _team(letters: Letters, seat: Seat) -> tuple[int, ...]:
    keepers, others = side_of(letters, seat)
    if len(keepers) > 1:
        raise BadPosition("bad_text", expected=f"one {SIDES[seat][0]}")
    return team(keepers[0] if keepers else ABSENT, others)
