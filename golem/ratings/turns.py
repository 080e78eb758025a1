"""One folder a game: whoever folds its ratings does so alone."""

from collections.abc import Callable
from typing import Final, TypeVar

from django.db import connection, transaction

from golem.matches.transactions import in_transaction
from golem.rest.locks import Busy

T = TypeVar("T")

FOLDERS: Final = 0x726174
"""The first half of the advisory locks of folders; the second comes from the game's key."""


def alone(game: str, act: Callable[[], T], *, wait: bool) -> T:
    """Return ``act()``, run in one transaction while nobody else folds ``game``.

    Without ``wait``, raises ``Busy`` if somebody does. The lock of all matches is not taken: what
    changes all clocks need not wait for a long fold. On SQLite the threads that write take turns.
    """
    if connection.vendor != "postgresql":
        return in_transaction(act)
    with transaction.atomic():
        name = "pg_advisory_xact_lock" if wait else "pg_try_advisory_xact_lock"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {name}(%s, hashtext(%s))", [FOLDERS, game])
            if cursor.fetchone() == (False,):
                raise Busy
        return act()
