"""A database that is not there, or takes no writes just now: restarts, takeovers, full lines."""

from django.db import Error, InterfaceError, InternalError, OperationalError, connection

from golem.rest.refusals import Unready

CONNECTION_CLASS = "08"
SHUTDOWN_CLASS = "57P"  # shut down by its operator, by a crash, or not ready yet
TOO_MANY_CONNECTIONS = "53300"
READ_ONLY = "25006"  # a standby, before it has taken over


class Away(Unready):
    """The database cannot be used. If the line broke at a commit, nobody knows what came of it."""

    def __init__(self) -> None:
        super().__init__("database_away", retry_after=5)


def was_away(error: BaseException | None) -> bool:
    """Tell whether ``error`` says that the PostgreSQL server is away, rather than what is wrong
    with the question."""
    if not isinstance(error, Error) or connection.vendor != "postgresql":
        return False
    state: str | None = getattr(error.__cause__, "sqlstate", None)
    if state is None:  # the line broke, or there was none: no server has said anything
        return isinstance(error, OperationalError | InterfaceError)
    if isinstance(error, InternalError):
        return state == READ_ONLY
    return state == TOO_MANY_CONNECTIONS or state.startswith((CONNECTION_CLASS, SHUTDOWN_CLASS))
