"""State -> shapes, as a seat sees the table: its own goal and its own hand at the bottom.

To the left the hands, three rows each, and between them the last trick; to the right the track.
A card that was played leaves its place empty: places never change, so a card that is chosen and
still secret changes nothing.
"""

from collections.abc import Iterator
from typing import Final

from golem.games.goal.cards import RANK, RANKS, Hand, compare
from golem.games.goal.record import write_chip
from golem.games.goal.state import (
    DIRECTION,
    HEARTS,
    OTHER,
    SEATS,
    SPADES,
    State,
    Trick,
    round_mark,
)
from golem.play.protocol import Cell, Drawing, Letter, Line, Piece, Ring, Seat

ROWS: Final = ("23456", "789T", "JQKA")
"""Where the cards of a hand lie: the ace beats its row and loses to the others."""
COLUMNS: Final = 5
MARGIN: Final = 0.15
GAP: Final = 0.3
CARD_HEIGHT: Final = 1.2
MIDDLE: Final = 1.7
"""The height of the band between the hands."""
TRACK: Final = 1.1
"""The width of the track."""
WIDTH: Final = MARGIN + COLUMNS + GAP + TRACK + MARGIN
HEIGHT: Final = 2 * (MARGIN + len(ROWS) * CARD_HEIGHT) + MIDDLE
TRACK_X: Final = MARGIN + COLUMNS + GAP
TRACK_HEIGHT: Final = HEIGHT - 2 * MARGIN
_LETTER: Final = {HEARTS: "H", SPADES: "S"}
_SPOT_RADIUS: Final = 0.08
TEN: Final = "10"


def draw(state: State, seat: Seat) -> Drawing:
    """Return ``state`` as ``seat`` sees it."""
    return Drawing(
        width=round(WIDTH, 4),
        height=round(HEIGHT, 4),
        cells=(*_hands(seat), *_table(seat), *_track(state.distance, seat)),
        lines=tuple(_lines(state.distance)),
        rings=tuple(_rings()),
        letters=tuple(_letters(state)),
        pieces=tuple(_pieces(state)),
    )


def card_name(seat: Seat, rank: int) -> str:
    """Return the name of the place of a card in the hand of ``seat``."""
    return _LETTER[seat] + RANKS[rank]


def played_name(seat: Seat) -> str:
    """Return the name of the place where the last card of ``seat`` lies."""
    return _LETTER[seat]


def _hands(seat: Seat) -> Iterator[Cell]:
    top = HEIGHT - MARGIN - len(ROWS) * CARD_HEIGHT
    yield from _hand(OTHER[seat], MARGIN)
    yield from _hand(seat, top)


def _hand(seat: Seat, top: float) -> Iterator[Cell]:
    for row, letters in enumerate(ROWS):
        left = MARGIN + (COLUMNS - len(letters)) / 2
        for column, letter in enumerate(letters):
            name = card_name(seat, RANK[letter])
            y = top + row * CARD_HEIGHT
            yield Cell(name, left + column, y, "card", 1.0, CARD_HEIGHT)


def _table(seat: Seat) -> Iterator[Cell]:
    """Yield the two places of the last trick, the own one to the right."""
    y = (HEIGHT - CARD_HEIGHT) / 2
    for side, x in ((OTHER[seat], 0.9), (seat, COLUMNS - 1.9)):
        yield Cell(played_name(side), MARGIN + x, y, "played", 1.0, CARD_HEIGHT)


def _track(distance: int, seat: Seat) -> Iterator[Cell]:
    """Yield the spaces from the far goal to the own one."""
    spaces = range(-distance, distance + 1)
    height = TRACK_HEIGHT / len(spaces)
    far_first = reversed(spaces) if DIRECTION[seat] > 0 else iter(spaces)
    for row, space in enumerate(far_first):
        tone = "goal" if abs(space) == distance else "field"
        yield Cell(write_chip(space), TRACK_X, MARGIN + row * height, tone, TRACK, height)


def _lines(distance: int) -> Iterator[Line]:
    left, right = TRACK_X, TRACK_X + TRACK
    top, bottom = MARGIN, HEIGHT - MARGIN
    space = TRACK_HEIGHT / (2 * distance + 1)
    first, last = top + space, bottom - space
    yield Line(left, HEIGHT / 2, right, HEIGHT / 2)
    for x in (left, right):
        yield Line(x, first, x, last)
    for line, back in ((first, top), (last, bottom)):
        yield Line(left, line, right, line)
        yield Line(left, line, left, back, "goal")
        yield Line(left, back, right, back, "goal")
        yield Line(right, back, right, line, "goal")


def _rings() -> Iterator[Ring]:
    x, y = TRACK_X + TRACK / 2, HEIGHT / 2
    yield Ring(x, y, 0.38)
    yield Ring(x, y, _SPOT_RADIUS, "spot")


def _letters(state: State) -> Iterator[Letter]:
    """Yield the round's mark and the trick between the two places of the last trick."""
    x, y = MARGIN + COLUMNS / 2, HEIGHT / 2
    yield Letter(x, y - 0.22, round_mark(state.round))
    yield Letter(x, y + 0.22, f"{min(state.trick, 13)}/13")


def _pieces(state: State) -> Iterator[Piece]:
    for seat in SEATS:
        yield from _cards(seat, state.hand(seat))
    if state.last is not None:
        yield from _played(state.last)
    yield Piece(write_chip(state.chip), None, "ball")


def _cards(seat: Seat, hand: Hand) -> Iterator[Piece]:
    for letters in ROWS:
        for letter in letters:
            if hand >> RANK[letter] & 1:
                yield Piece(card_name(seat, RANK[letter]), seat, "card", rank_text(RANK[letter]))


def _played(trick: Trick) -> Iterator[Piece]:
    won = compare(trick.hearts, trick.spades)
    for seat, rank in ((HEARTS, trick.hearts), (SPADES, trick.spades)):
        role = "beaten" if won == -DIRECTION[seat] else "card"
        yield Piece(played_name(seat), seat, role, rank_text(rank))


def rank_text(rank: int) -> str:
    """Return what is written on a card: its letter, but 10 for the ten."""
    return TEN if RANKS[rank] == "T" else RANKS[rank]
