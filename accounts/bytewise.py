"""Text compared byte by byte, whatever the database's own order of letters is."""

from typing import Any

from django.db.models import Func, TextField


class Bytewise(Func):
    """An expression in the order of its bytes: an index of it finds beginnings, as a range.

    PostgreSQL calls that order ``C``, SQLite ``BINARY``.
    """

    template = '(%(expressions)s COLLATE "C")'
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Return the SQL for SQLite."""
        return self.as_sql(
            compiler, connection, template="(%(expressions)s COLLATE BINARY)", **extra
        )
