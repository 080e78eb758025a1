"""Lines to Redis that are opened within a time limit.

The library's own limit counts from the first packet. Before that the server's name is looked up,
for as long as the machine's resolver cares to try.
"""

from typing import Any, Final

from redis.connection import Connection, SSLConnection

from golem.rest.patience import within

PATIENCE: Final = 0.2
"""Seconds for opening a line, and again for each answer."""


class _InTime:
    def _connect(self) -> Any:
        return within(PATIENCE, super()._connect)  # type: ignore[misc]


class Line(_InTime, Connection):
    """A line to Redis."""


class TlsLine(_InTime, SSLConnection):
    """A line to Redis with TLS."""


def line_options(url: str) -> dict[str, Any]:
    """Return the options of a connection pool to the Redis at ``url``: short waits, no repeats."""
    limits: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    kinds = {"redis": Line, "rediss": TlsLine}
    kind = kinds.get(url.partition("://")[0])
    return {**limits, "connection_class": kind} if kind else limits
