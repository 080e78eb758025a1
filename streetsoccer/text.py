"""Position <-> one line of text, in the manner of chess's FEN. See ``docs/notation.md``."""

import re
from typing import Final

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
from golem.play.pitch.squares import COLUMNS, FIELD, MOUTH, RED, ROWS, YELLOW
from golem.play.protocol import Seat
from streetsoccer.position import Phase, Position, mover, team
from streetsoccer.validity import checked

GRID: Final = Grid(range(COLUMNS), range(1, ROWS - 1), FIELD | MOUTH[YELLOW] | MOUTH[RED])
STATUS: Final = re.compile(
    r"(?P<mover>[yr]) (?P<phase>setup|kickoff|turn|restart|over) (?P<die>[1-6-]) "
    r"(?P<ply>[1-9][0-9]?) (?P<yellow>0|[1-9][0-9]?):(?P<red>0|[1-9][0-9]?) (?P<last>[yr-])",
    re.ASCII,
)


def write(position: Position) -> str:
    """Return ``position`` in one line; :func:`read` gives back an equal position."""
    return f"{GRID.line(letters_on(position))} {write_status(position)}"


def read(text: object) -> Position:
    """Return the position that ``text`` describes, in just the words of :func:`write`; raise
    ``BadPosition``."""
    return read_exactly(text, GRID, read_status, write)


def letters_on(position: Position) -> Letters:
    """Return the letter on each square that holds something."""
    return letters_of({YELLOW: position.yellow, RED: position.red}, position.ball)


def write_status(position: Position) -> str:
    """Return what the board does not show: mover, phase, die, ply, score and last scorer."""
    score = f"{position.yellow_goals}:{position.red_goals}"
    die = "-" if position.die is None else position.die
    mover, last = LETTER_OF_SEAT[position.to_move], LETTER_OF_SEAT[position.last_scorer]
    return f"{mover} {position.phase} {die} {position.ply} {score} {last}"


def read_status(status: str, letters: Letters) -> Position:
    """Return the position of ``status`` with ``letters`` on the board; raise ``BadPosition``."""
    found = STATUS.fullmatch(status)
    if found is None:
        raise BadPosition("bad_text", expected="side phase die ply score last")
    ply = int(found["ply"])
    if LETTER_OF_SEAT[mover(ply)] != found["mover"]:
        raise BadPosition("bad_position", field="to_move", expected=mover(ply))
    position = Position(
        phase=Phase(found["phase"]),
        ply=ply,
        die=None if found["die"] == "-" else int(found["die"]),
        ball=ball_of(letters),
        yellow=_team(letters, YELLOW),
        red=_team(letters, RED),
        yellow_goals=int(found["yellow"]),
        red_goals=int(found["red"]),
        last_scorer=SEAT_LETTERS[found["last"]],
    )
    return checked(position)


def _team(letters: Letters, seat: Seat) -> tuple[int, ...]:
    keepers, others = side_of(letters, seat)
    if len(keepers) != 1:
        raise BadPosition("bad_text", expected=f"one {SIDES[seat][0]}")
    return team(keepers[0], others)
