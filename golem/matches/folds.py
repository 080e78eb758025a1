"""What logs came to lately, so that a fold goes on from the longest beginning that is known.

A state follows from its log alone, and a log only grows: what its beginning came to holds for
ever. Whether it is a beginning is compared entry by entry, so nothing has to be forgotten.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final, TypeAlias

from golem.play.protocol import AnyGame, Options
from golem.play.replay import Replay, replay

Plies: TypeAlias = list[dict[str, str]]
Draws: TypeAlias = list[list[int]]

MOST: Final = 2000
"""So many matches are remembered by each process, those that were folded last."""


@dataclass(frozen=True, slots=True)
class _Fold:
    game: AnyGame
    options: Options
    plies: Plies
    draws: Draws
    found: Replay

    def begins(self, game: AnyGame, options: Options, plies: Plies, draws: Draws) -> bool:
        """Tell whether this is the fold of a beginning of that log."""
        return (
            self.game is game
            and self.options == options
            and plies[: len(self.plies)] == self.plies
            and draws[: len(self.draws)] == self.draws
        )


_lately: OrderedDict[int, _Fold] = OrderedDict()
_turn = Lock()


def folded(match_id: int, game: AnyGame, options: Options, plies: Plies, draws: Draws) -> Replay:
    """Return what the log of a match comes to, as :func:`golem.play.replay.replay` does."""
    last = _lately.get(match_id)
    known = last.found if last and last.begins(game, options, plies, draws) else None
    found = replay(game, options, plies, draws, known)
    if found.failure is None and found.draws == len(draws):
        _remember(match_id, _Fold(game, options, plies, draws, found))
    return found


def _remember(match_id: int, fold: _Fold) -> None:
    with _turn:
        _lately[match_id] = fold
        _lately.move_to_end(match_id)
        if len(_lately) > MOST:
            _lately.popitem(last=False)


def forget() -> None:
    """Remember nothing, as a new process would."""
    with _turn:
        _lately.clear()
