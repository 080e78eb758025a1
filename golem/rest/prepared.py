"""A query that the ORM writes once and that is asked many times with other values.

For the few questions of the hot path: to write a query takes Django several times as long as to
ask it. The SQL stays the ORM's, for either kind of database; only its values change.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Expression, Field, QuerySet
from django.db.transaction import TransactionManagementError

Row: TypeAlias = tuple[Any, ...]


class Slot(Expression):
    """The place of value ``number`` in a query, of the kind that ``field`` stores."""

    def __init__(self, number: int, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.number = number

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Return a placeholder, and the slot itself as its value."""
        return "%s", (self,)


class Prepared:
    """The rows of ``build(slot, slot, ...)``, a query of values made with a slot for each field.

    Called with as many values it returns the rows as tuples. Values are given to the fields
    as a filter would, so a ``DateTimeField`` takes aware datetimes.
    """

    def __init__(
        self, build: Callable[..., "QuerySet[Any, Row]"], *fields: "Field[Any, Any]"
    ) -> None:
        self._build = build
        self._slots = [Slot(number, field) for number, field in enumerate(fields)]
        self._written = threading.local()  # a compiler belongs to its thread's connection

    def __call__(self, *values: Any) -> list[Row]:
        """Ask the database (one query).

        Raises ``TransactionManagementError`` if the query locks rows and no transaction is open.
        """
        compiler, sql, params, converters = self._write()
        locks = compiler.query.select_for_update and connection.features.has_select_for_update
        if locks and not connection.in_atomic_block:
            raise TransactionManagementError("a locking query wants a transaction around it")
        given = [
            slot.output_field.get_db_prep_value(value, connection, prepared=False)
            for slot, value in zip(self._slots, values, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, [given[p.number] if isinstance(p, Slot) else p for p in params])
            rows = cursor.fetchall()
        return list(self._converted(compiler, rows, converters))

    def _write(self) -> Any:
        """Return compiler, SQL, values and converters, made once for each thread's connection."""
        mine, own = self._written, connections[DEFAULT_DB_ALIAS]
        if getattr(mine, "connection", None) is not own:
            mine.compiler = self._build(*self._slots).query.get_compiler(connection=own)
            mine.sql, mine.params = mine.compiler.as_sql()
            mine.converters = mine.compiler.get_converters(
                [selected[0] for selected in mine.compiler.select]
            )
            mine.connection = own
        return mine.compiler, mine.sql, mine.params, mine.converters

    @staticmethod
    def _converted(compiler: Any, rows: list[Row], converters: Any) -> Iterator[Row]:
        if not converters:
            return iter(rows)
        return map(tuple, compiler.apply_converters(rows, converters))
