"""One way to change matches: a transaction that waits a little for locks, and no longer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TypeVar

from django.db import OperationalError, connection, transaction

from golem.rest.locks import Busy, was_deadlock, was_lock

T = TypeVar("T")

LOCK_WAIT_SECONDS = 2
ALL_MATCHES = 0x676F6C656D
"""The advisory lock that comes before all others: shared, but for what changes all clocks."""
DEADLOCK_RETRIES = 2

SETTLEMENTS = 5
"""How often an act may find that something must be settled first, before it is told to wait."""


class DueFirst(Exception):
    """Raised inside an act, under its locks: something must be settled before it can go on.

    The act is undone, ``settle`` runs in a transaction of its own, which so outlives a refusal
    of the act, and the act is tried again.
    """

    def __init__(self, settle: Callable[[], object]) -> None:
        super().__init__("due first")
        self.settle = settle


_sqlite_turn = Lock()
_inside: ContextVar[bool] = ContextVar("inside_transaction", default=False)
_alone: ContextVar[bool] = ContextVar("alone_in_transaction", default=False)


def in_transaction(act: Callable[[], T], *, alone: bool = False) -> T:
    """Return ``act()``, run in one transaction; an outer call's transaction is joined.

    ``act`` may run several times, each time from the start, so it changes nothing but the database.

    A lock is waited for at most two seconds, then ``Busy``; a deadlock is retried twice, then
    ``Busy``. Whatever ``act`` raises undoes all of it. ``alone``: no other such transaction runs
    meanwhile, for what changes the clocks of all matches; an outer call must be alone, too.
    """
    if _inside.get():
        assert not alone or _alone.get(), "a joined transaction cannot become alone"
        return act()
    token, other = _inside.set(True), _alone.set(alone)
    try:
        return _settled(act)
    finally:
        _inside.reset(token)
        _alone.reset(other)


def _settled(act: Callable[[], T]) -> T:
    for _ in range(SETTLEMENTS):
        try:
            return _attempt(act)
        except DueFirst as due:
            _attempt(due.settle)
    raise Busy


def _attempt(act: Callable[[], T]) -> T:
    for left in range(DEADLOCK_RETRIES, -1, -1):
        try:
            with _own_turn(), transaction.atomic():
                _begin()
                return act()
        except OperationalError as error:
            if not was_lock(error):
                raise
            if not (was_deadlock(error) and left):
                raise Busy from error
    raise AssertionError("unreachable: the last attempt returns or raises")


@contextmanager
def _own_turn() -> Iterator[None]:
    """Let the threads of this process write one after the other where the database is SQLite.

    It lets one writer in and keeps no queue: the others ask again and again, and with many some
    never get their turn.
    """
    if connection.vendor != "sqlite":
        yield
        return
    if not _sqlite_turn.acquire(timeout=LOCK_WAIT_SECONDS):
        raise Busy
    try:
        yield
    finally:
        _sqlite_turn.release()


def _begin() -> None:
    """Limit how long locks are waited for, and take the one that all share, or one alone has."""
    if connection.vendor != "postgresql":
        return
    lock = "pg_advisory_xact_lock" if _alone.get() else "pg_advisory_xact_lock_shared"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SET LOCAL lock_timeout = '{LOCK_WAIT_SECONDS}s'; SELECT {lock}({ALL_MATCHES})"
        )
