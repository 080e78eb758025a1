"""Fold a match's log, draws of chance and moves, into a state.

The fold is the only way from a log to a position: the server, the rebuild command, the
verifier and the engine protocol all use it.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from golem.play.errors import IllegalMove, Refusal
from golem.play.protocol import AnyGame, Options, Seat


@dataclass(frozen=True, slots=True)
class Failure:
    """The first entry of a log that could not be applied: at which ply, whose, and why."""

    ply: int
    seat: Seat | None
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Replay:
    """What a log comes to.

    ``state``: after everything that could be applied. ``plies``: how many plies that were.
    ``draws``: how many draws. ``failure``: why the rest could not, or ``None``.
    """

    state: Any
    plies: int
    draws: int
    failure: Failure | None


def replay(
    game: AnyGame,
    options: Options,
    plies: Sequence[Mapping[Seat, str]],
    draws: Sequence[Sequence[int]],
    known: Replay | None = None,
) -> Replay:
    """Return what the log comes to: texts by seat for each ply, values for each draw, in order.

    A draw that the log does not hold yet, at its end, is left owed. Never raises a ``Refusal``.
    ``known`` is what a beginning of this log came to, without a failure: it goes on from there.
    """
    return deque(steps(game, options, plies, draws, known), maxlen=1)[0]


def steps(
    game: AnyGame,
    options: Options,
    plies: Sequence[Mapping[Seat, str]],
    draws: Sequence[Sequence[int]],
    known: Replay | None = None,
) -> Iterator[Replay]:
    """Yield the replay at each ply: before the first one, then after each, draws supplied; from
    ``known`` on, if a beginning is known."""
    begun = known or Replay(game.start(options), 0, 0, None)
    state, drawn = begun.state, begun.draws
    for played in range(begun.plies, len(plies) + 1):
        try:
            while game.wants(state) is not None and drawn < len(draws):
                state, drawn = game.supply(state, draws[drawn]), drawn + 1
        except Refusal as refusal:
            yield Replay(state, played, drawn, Failure(played + 1, None, refusal))
            return
        yield Replay(state, played, drawn, None)
        if played == len(plies):
            return
        state, failure = after_ply(game, state, played + 1, plies[played])
        if failure is not None:
            yield Replay(state, played, drawn, failure)
            return


def after_ply(
    game: AnyGame, state: Any, ply: int, texts: Mapping[Seat, str]
) -> tuple[Any, Failure | None]:
    """Return the state after ply number ``ply``, ``texts`` by seat; or the same state and why it
    failed."""
    seat: Seat | None = None
    try:
        moves = {}
        expected = _movers(game, state)
        if set(texts) != set(expected):
            raise IllegalMove("wrong_seat", to_move=list(expected))
        for seat in expected:
            moves[seat] = read_move(game, state, seat, texts[seat])
        return game.play(state, moves), None
    except Refusal as refusal:
        return state, Failure(ply, seat, refusal)


def _movers(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Return the seats that owe a move; raise ``IllegalMove`` saying why if nobody does."""
    expected = game.to_move(state)
    if not expected:
        raise IllegalMove("draw_owed" if game.outcome(state) is None else "match_over")
    return expected


def read_move(game: AnyGame, state: Any, seat: Seat, text: str) -> Any:
    """Return the move of a *stored* text: a forced one if it is written so, else a legal one.

    Raises ``Refusal``. Texts from outside go through ``parse`` and ``resolve`` only: forced
    moves are the server's to write.
    """
    try:
        return game.resolve(state, seat, game.parse(text))
    except Refusal:
        # Asked only now: to know that a move is forced, a game may have to look for all moves.
        forced = game.forced(state).get(seat)
        if forced is not None and game.write(forced) == text:
            return forced
        raise
