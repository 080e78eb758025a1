"""Statements that PostgreSQL reads and plans once for a connection, and then runs by their name.

Django puts the values into the text of a statement, so that PostgreSQL meets each one as if for the
first time; to plan a short one takes it longer than to run it. SQLite knows nothing of this.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from psycopg import sql as psycopg_sql


def keeping_cursor() -> Any:
    """Return a cursor of the connection (a context manager, too) whose statements are kept, if the
    server can keep any and the connection's setting ``prepare_threshold`` lets it."""
    own: Any = connections[DEFAULT_DB_ALIAS]
    if own.vendor != "postgresql":
        return own.cursor()
    own.ensure_connection()
    line = own.connection
    usual, line.cursor_factory = line.cursor_factory, _by_name()
    try:
        return own.cursor()
    finally:
        line.cursor_factory = usual


@cache
def _by_name() -> type:
    """Return the class of such cursors; only where there is PostgreSQL its module can be loaded."""
    from django.db.backends.postgresql.base import ServerBindingCursor

    found: type = ServerBindingCursor
    return found


def with_constants(sql: str, params: Sequence[Any], kind: type) -> tuple[str, list[Any]]:
    """Return the statement with all parameters but those of ``kind`` written into its text, and
    those that are left: for a value without a type PostgreSQL has to know what stands there."""
    if connection.vendor != "postgresql":
        return sql, list(params)
    connection.ensure_connection()
    texts = sql.split("%s")
    assert len(texts) == len(params) + 1, sql
    assert "%" not in "".join(texts), sql
    places = ["%s" if isinstance(param, kind) else _literal(param) for param in params]
    written = "".join(text + place for text, place in zip(texts, [*places, ""], strict=True))
    return written, [param for param in params if isinstance(param, kind)]


def _literal(value: Any) -> str:
    own: Any = connection.connection
    return psycopg_sql.Literal(value).as_string(own).replace("%", "%%")
