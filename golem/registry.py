"""The one list of games: key and rules revision -> dotted path, loaded lazily.

This is the only place that names a game outside the game's own folder. A match keeps the
revision that it was started with; new matches take the newest.
"""

from functools import cache
from importlib import import_module

from golem.play.protocol import AnyGame

GAMES: dict[str, dict[int, str]] = {
    "streetsoccer": {1: "streetsoccer.game:game"},
    "golden_goal": {1: "golem.games.golden_goal.game:game"},
    "goal": {1: "golem.games.goal.game:game"},
}
"""Game key -> rules revision -> ``module:attribute`` of the registered value."""


class UnknownGame(LookupError):
    """No game of this key, or none of this revision, is registered."""


def game_keys() -> tuple[str, ...]:
    """Return the keys of all games, in the order in which they are shown."""
    return tuple(GAMES)


def load(key: str, revision: int | None = None) -> AnyGame:
    """Return the game of ``key`` at ``revision`` (``None``: the newest); raise ``UnknownGame``."""
    revisions = GAMES.get(key)
    if not revisions or (revision is not None and revision not in revisions):
        raise UnknownGame(key)
    return _load(revisions[max(revisions) if revision is None else revision])


@cache
def _load(path: str) -> AnyGame:
    module, _, name = path.partition(":")
    game: AnyGame = getattr(import_module(module), name)
    return game
