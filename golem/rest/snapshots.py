"""Reading several tables as they stood at one instant."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Let all queries of the block (or of the function that this decorates) see one instant.

    Else somebody may move between the query for a match and the one for its seats, and a page
    would show the ply of one position with the seats of the next. Nothing can be written in the
    block. Inside a transaction, which has its locks, it does nothing.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with _deferred(), transaction.atomic():
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """Let SQLite's transactions of the block begin as readers, who wait for no writer."""
    sqlite = connection
    sqlite.ensure_connection()  # from when on it knows its usual mode
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        sqlite.transaction_mode = usual  # type: ignore[attr-defined]
