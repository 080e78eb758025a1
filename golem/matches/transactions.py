"""One way to change matches: a transaction that waits a little for locks, and no longer."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from django.db import OperationalError, connection, transaction

from golem.matches.errors import Busy

T = TypeVar("T")

LOCK_WAIT_SECONDS = 2
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


_inside: ContextVar[bool] = ContextVar("inside_transaction", default=False)


def in_transaction(act: Callable[[], T]) -> T:
    """Return ``act()``, run in one transaction; an outer call's transaction is joined.

    A lock is waited for at most two seconds, then ``Busy``; a deadlock is retried twice, then
    ``Busy``. Whatever ``act`` raises undoes all of it.
    """
    if _inside.get():
        return act()
    token = _inside.set(True)
    try:
        return _settled(act)
    finally:
        _inside.reset(token)


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
            with transaction.atomic():
                _limit_lock_wait()
                return act()
        except OperationalError as error:
            if not _was_lock(error):
                raise
            if not (_was_deadlock(error) and left):
                raise Busy from error
    raise AssertionError("unreachable: the last attempt returns or raises")


def _limit_lock_wait() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_WAIT_SECONDS}s'")


LOCK_NOT_AVAILABLE = "55P03"
DEADLOCK_DETECTED = "40P01"


def _sqlstate(error: OperationalError) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)


def _was_deadlock(error: OperationalError) -> bool:
    return _sqlstate(error) == DEADLOCK_DETECTED


def _was_lock(error: OperationalError) -> bool:
    locked_sqlite = connection.vendor == "sqlite" and "locked" in str(error)
    return locked_sqlite or _sqlstate(error) in (LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED)
