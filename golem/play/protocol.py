"""What every game answers, and the words in which it answers.

A game is a value with the attributes and methods of :class:`Game`; some more questions
(:class:`Legal`, :class:`Clicks`, ...) are optional and asked by presence, with ``isinstance``.
States, intents and moves are the game's own frozen values; the house only hands them back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

Seat: TypeAlias = str
"""A side of the match by its name, such as ``"yellow"``."""

Json: TypeAlias = Any
"""A value that ``json.dumps`` takes."""

OptionValue: TypeAlias = int | str | bool
Options: TypeAlias = Mapping[str, OptionValue]

State = TypeVar("State")
Intent = TypeVar("Intent")
Move = TypeVar("Move")


class Stage(StrEnum):
    """How settled a game's rules are on this server."""

    STABLE = "stable"
    TRIAL = "trial"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice made when a match is agreed: a key, its values in order, and the default."""

    key: str
    choices: tuple[OptionValue, ...]
    default: OptionValue


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is true of a game before any match of it.

    ``win_points`` are the points (winner, loser) of a match that is decided off the board:
    resignation, loss on time, withdrawal. ``plies`` is the length of normal play, if fixed;
    ``most_plies`` that of the longest match there can be, whatever the options (:class:`Measured`).
    ``chance``: whether a match ever owes a draw; else nothing is said to players of dice.
    ``throwers``: by the label of a draw, whose its dice are, one after the other and round again;
    those of any other draw are of the seat whose ply it is.
    ``season`` are the days, (month, day), at whose beginning in UTC an edition of the game's
    championship starts; every year has them.
    """

    key: str
    title: str
    seats: tuple[Seat, ...]
    revision: int
    win_points: tuple[int, int]
    options: tuple[Option, ...] = ()
    stage: Stage = Stage.STABLE
    plies: int | None = None
    most_plies: int | None = None
    chance: bool = True
    throwers: Mapping[str, tuple[Seat, ...]] = field(default_factory=dict, hash=False)
    season: tuple[tuple[int, int], ...] = ((5, 1), (11, 1))


class DrawKind(StrEnum):
    """The procedures of chance that :mod:`golem.play.chance` knows.

    ``die``: one virtual die. ``die_from_two``: virtual dice until one shows 2 or more.
    ``unequal_pair``: pairs of virtual dice until the two differ. The values of a draw are all
    the virtual dice it used up, rejected ones included.
    """

    DIE = "die"
    DIE_FROM_TWO = "die_from_two"
    UNEQUAL_PAIR = "unequal_pair"


@dataclass(frozen=True, slots=True)
class Want:
    """A draw that chance owes the game now.

    ``label`` is the game's name for it (``"kickoff"``, ``"turn"``). ``seat`` is the only seat
    that may see the values; ``None`` means everybody.
    """

    label: str
    kind: DrawKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: a stable word, the winner if there is one, and points by seat."""

    how: str
    winner: Seat | None
    points: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Description:
    """A state in words that are not the game's own types.

    ``fields``: the game's own JSON fields (shown as ``position`` by the API). ``text``: the
    whole state in one line, which round-trips through the game. ``score``: goals by seat, or
    ``None`` for a game without goals.
    """

    fields: Mapping[str, Json]
    text: str
    score: Mapping[Seat, int] | None


# --- drawing: shapes in board units (one square is 1 wide), y downwards -------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A place that can be clicked and holds pieces; (x, y) is its upper left corner.

    ``tone`` is a word for the style sheet (``"field"``, ``"goal"``, ``"keeper"``...).
    """

    name: str
    x: float
    y: float
    tone: str = "field"
    width: float = 1.0
    height: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """A straight marking."""

    x1: float
    y1: float
    x2: float
    y2: float
    tone: str = "line"


@dataclass(frozen=True, slots=True)
class Ring:
    """A circular marking around (x, y)."""

    x: float
    y: float
    radius: float
    tone: str = "line"


@dataclass(frozen=True, slots=True)
class Letter:
    """A short label, such as a coordinate, centred on (x, y)."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that stands on a cell: whose (``None`` for the ball), and in which role.

    ``text`` is what is written on it (a card's rank, say); mostly empty.
    """

    cell: str
    seat: Seat | None
    role: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position as shapes; ``width`` and ``height`` in board units."""

    width: float
    height: float
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...] = ()
    rings: tuple[Ring, ...] = ()
    letters: tuple[Letter, ...] = ()
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A move being put together by clicks.

    ``notation``: the text so far. ``complete``: whether it is a legal move as it stands.
    ``squares``: the cells whose click would lead on from here. ``ask``: a code for what the
    player is asked to choose next (``"piece"``, ``"walk"``, ``"kick"``, ``"done"``...).
    """

    notation: str
    complete: bool
    squares: tuple[str, ...]
    ask: str


@dataclass(frozen=True, slots=True)
class Example:
    """A picture for the page of the rules.

    ``squares`` are the cells that it points at, ``chosen`` those of the move in the making.
    """

    drawing: Drawing
    squares: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


# --- the questions -------------------------------------------------------------------------


class Game(Protocol[State, Intent, Move]):
    """The questions that every game answers. All are pure functions of their arguments."""

    info: GameInfo

    def start(self, options: Options) -> State:
        """Return the state before anything happened; ``options`` holds a value for each option."""

    def wants(self, state: State) -> Want | None:
        """Return the draw that chance owes now, or ``None``."""

    def supply(self, state: State, values: Sequence[int]) -> State:
        """Return the state after the wanted draw gave ``values``; raise ``BadDraw`` if unfit."""

    def to_move(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that owe a move; empty while a draw is owed and after the end."""

    def forced(self, state: State) -> Mapping[Seat, Move]:
        """Return the moves of a step without a choice, one for each seat to move; else empty."""

    def parse(self, text: str) -> Intent:
        """Return what ``text`` says; raise ``NotationError``. Knows no position."""

    def resolve(self, state: State, seat: Seat, intent: Intent) -> Move:
        """Return the legal move that ``seat`` means; raise ``IllegalMove`` or ``AmbiguousMove``."""

    def play(self, state: State, moves: Mapping[Seat, Move]) -> State:
        """Return the state after one move of every seat to move. Total for legal moves."""

    def write(self, move: Move) -> str:
        """Return the canonical text of ``move``."""

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or ``None`` while it goes on."""

    def describe(self, state: State) -> Description:
        """Return the state as fields, text and score."""

    def draw(self, state: State, seat: Seat) -> Drawing:
        """Return the board as ``seat`` sees it, its own side at the bottom."""


@runtime_checkable
class Legal(Protocol):
    """Optional: the game can list legal moves."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Any] | None:
        """Return all legal moves of ``seat`` by their texts; ``None`` if too many to list."""


@runtime_checkable
class Hidden(Protocol):
    """Optional: the game hides something, so everything shown passes through here."""

    def view(self, state: Any, seat: Seat | None) -> Any:
        """Return the state as ``seat`` (``None``: an onlooker) may know it."""


@runtime_checkable
class Clicks(Protocol):
    """Optional: moves can be put together by clicks on the drawing."""

    def click(self, state: Any, seat: Seat, draft: str, square: str | None) -> Draft:
        """Return the draft after a click on ``square``.

        ``draft`` is the notation of the former draft, empty at first; ``square`` ``None`` asks
        how ``draft`` stands. Raises ``IllegalMove`` if nothing can come of the click, and
        ``NotationError`` if ``draft`` is no draft of this game.
        """


@runtime_checkable
class Plays(Protocol):
    """Optional: the game has a computer player."""

    def bot(self, view: Any, seat: Seat, rng: Random, seconds: float) -> Any:
        """Return a legal move of ``seat``, found within about ``seconds`` of processor time."""


@runtime_checkable
class Records(Protocol):
    """Optional: the game has a record of its own for a whole match, in one line."""

    def record(self, options: Options, plies: Sequence[Mapping[Seat, str]]) -> str:
        """Return the record of a match with ``options`` after ``plies``, texts by seat."""


@runtime_checkable
class Reads(Protocol):
    """Optional: the game reads the texts of its states, as :class:`Description` has them."""

    def read(self, text: object) -> Any:
        """Return the state whose ``describe`` gives ``text``; raise ``BadPosition``."""


@runtime_checkable
class Measured(Protocol):
    """Optional: how long a match can become depends on its options."""

    def longest(self, options: Options) -> int:
        """Return the plies of the longest match with ``options``, a value for each."""


@runtime_checkable
class Explains(Protocol):
    """Optional: the game has pictures for the page of its rules."""

    def examples(self) -> Mapping[str, Example]:
        """Return the pictures by the names that the page knows them by."""


@runtime_checkable
class Speaks(Protocol):
    """Optional: the game's own operations of the engine protocol (``manage.py engine``).

    Each takes the request's JSON object and returns the answer's; it raises ``Refusal`` for
    input that it cannot take. ``"legal"`` also serves ``POST games/{key}/legal/``.
    """

    ops: Mapping[str, Callable[[Mapping[str, Json]], dict[str, Json]]]


AnyGame: TypeAlias = Game[Any, Any, Any]


def unknown_options(info: GameInfo, given: Options) -> list[str]:
    """Return the given keys that are no option of the game, in order."""
    return sorted(set(given) - {option.key for option in info.options})


def longest_of(game: AnyGame, options: Options) -> int | None:
    """Return the plies of the longest match with ``options``, a value for each; ``None`` if there
    is no longest."""
    return game.longest(options) if isinstance(game, Measured) else game.info.most_plies


def full_options(info: GameInfo, given: Options) -> dict[str, OptionValue]:
    """Return a value for every option of ``info``: the given one, else the default.

    Raises ``ValueError`` naming the key for an unknown option or a value that is no choice.
    """
    unknown = set(given) - {option.key for option in info.options}
    if unknown:
        raise ValueError(min(unknown))
    full = {option.key: given.get(option.key, option.default) for option in info.options}
    for option in info.options:
        if not any(_same(full[option.key], choice) for choice in option.choices):
            raise ValueError(option.key)
    return full


def _same(value: object, choice: OptionValue) -> bool:
    return type(value) is type(choice) and value == choice
