"""A match of each game to its first goal, and on: moves with known dice, for browsers to play."""

from collections.abc import Mapping
from dataclasses import dataclass

from golem import registry
from golem.matches.models import Match
from golem.play.protocol import OptionValue
from tests.matches.conftest import begin, person


@dataclass(frozen=True)
class Line:
    """Moves that are legal with the seed of 32 times ``byte``, and who scores in them.

    ``moves`` are ``(seat, notation, yellow's goals after it)``; red scores in none. ``options``
    are those that are not left at their default. ``ends``: the words for the end, if the last
    move ends the match.
    """

    name: str
    game: str
    byte: int
    moves: tuple[tuple[str, str, int], ...]
    options: Mapping[str, OptionValue]
    ends: str = ""

    @property
    def title(self) -> str:
        """What the game is called."""
        return registry.load(self.game).info.title

    def match(self) -> Match:
        """Begin the match: Anna has yellow, Boris red."""
        seed = bytes([self.byte] * 32)
        return begin(self.game, person("Anna"), person("Boris"), seed, options=self.options)


def _moves(text: str, goal: str) -> tuple[tuple[str, str, int], ...]:
    """Return the moves in ``text``, each after ``y`` or ``r`` for its seat; yellow scores with
    the move ``goal``."""
    found, goals = [], 0
    for word in text.split():
        seat, _, notation = word.partition(":")
        goals += notation == goal
        found.append(({"y": "yellow", "r": "red"}[seat], notation, goals))
    return tuple(found)


_PLACED = "y:Pdg r:Pcf y:Kck r:Kdb y:Pbi r:Ped y:Pde r:Pch y:Pei r:Pbd "
LINES = (
    Line(
        "streetsoccer",
        "streetsoccer",
        0,
        _moves("y:Pahbied r:Pacbdej y:Bec r:Mejcj y:Medec|Bba r:Pcb|Bfe y:Mahae", "Medec|Bba"),
        {},
    ),
    Line(
        "golden goal",
        "golden_goal",
        0,
        _moves(f"{_PLACED} y:Bdc r:Medgb y:Mdedc|G", "Mdedc|G"),
        {},
        ends="By the golden goal",
    ),
    Line(
        "first to three",
        "golden_goal",
        51,
        _moves(
            f"{_PLACED} r:Bbe y:Mdebe|Bcb r:Mchzh y:Mbecb|G|Rbb r:Pdb|Bfg y:Mbbcc", "Mbecb|G|Rbb"
        ),
        {"variant": "first_to_3"},
    ),
)
