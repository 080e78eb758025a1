"""Databases that keep one waiting: how it shows, and what the caller is told."""

from django.db import OperationalError, connection

from golem.rest.refusals import Unready

LOCK_NOT_AVAILABLE = "55P03"
DEADLOCK_DETECTED = "40P01"


class Busy(Unready):
    """Somebody else holds the rows for longer than we wait."""

    def __init__(self) -> None:
        super().__init__("busy", retry_after=1)


def was_deadlock(error: OperationalError) -> bool:
    """Tell whether ``error`` says that two transactions waited for each other."""
    return _sqlstate(error) == DEADLOCK_DETECTED


def was_lock(error: OperationalError) -> bool:
    """Tell whether ``error`` says that a lock was not to be had; a deadlock is one such."""
    locked_sqlite = connection.vendor == "sqlite" and "locked" in str(error)
    return locked_sqlite or _sqlstate(error) in (LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED)


def _sqlstate(error: OperationalError) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)
