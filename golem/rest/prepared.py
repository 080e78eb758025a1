"""A statement that the ORM writes once and that is sent many times with other values.

For the few statements of the hot path: to write one takes Django several times as long as to send
it. The SQL stays the ORM's, for either kind of database; only its values change. PostgreSQL, too,
reads and plans it once for each connection.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.transaction import TransactionManagementError

from golem.rest.kept import keeping_cursor, with_constants

Row: TypeAlias = tuple[Any, ...]
AnyField: TypeAlias = "Field[Any, Any]"


class Slot(Expression):
    """The place of value ``number`` in a statement, of the kind that ``field`` stores."""

    def __init__(self, number: int, field: AnyField) -> None:
        super().__init__(output_field=field)
        self.number = number

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Return a placeholder, and the slot itself as its value."""
        return "%s", (self,)


class _Statement:
    """What a statement comes to: written anew for each thread, whose connection it belongs to."""

    def __init__(self, fields: Iterable[AnyField]) -> None:
        self._slots = [Slot(number, field) for number, field in enumerate(fields)]
        self._written = threading.local()

    def _query(self) -> Any:
        """Return Django's query, with the slots where the values go."""
        raise NotImplementedError

    def _compiled(self) -> Any:
        """Return ``compiler``, ``sql``, ``params`` and ``converters`` for this thread."""
        mine, own = self._written, connections[DEFAULT_DB_ALIAS]
        if getattr(mine, "connection", None) is not own:
            mine.compiler = self._query().get_compiler(connection=own)
            found = mine.compiler.as_sql()
            sql, params = found[0] if isinstance(found, list) else found
            mine.sql, mine.params = with_constants(sql, params, Slot)
            selected = [column[0] for column in getattr(mine.compiler, "select", None) or ()]
            mine.converters = mine.compiler.get_converters(selected)
            mine.connection = own
        return mine

    def _given(self, mine: Any, values: Sequence[Any], *, save: bool) -> list[Any]:
        """Return the parameters with these values in the slots' places."""
        own = mine.connection
        given = [
            slot.output_field.get_db_prep_save(value, own)
            if save
            else slot.output_field.get_db_prep_value(value, own, prepared=False)
            for slot, value in zip(self._slots, values, strict=True)
        ]
        return [given[p.number] if isinstance(p, Slot) else p for p in mine.params]

    def _send(self, rows: Iterable[Sequence[Any]]) -> None:
        """Send the statement once for each row of values, all in one go."""
        mine = self._compiled()
        ready = [self._given(mine, row, save=True) for row in rows]
        with keeping_cursor() as cursor:
            if len(ready) == 1:
                cursor.execute(mine.sql, ready[0])
            elif ready:
                cursor.executemany(mine.sql, ready)


class Prepared(_Statement):
    """The rows of ``build(slot, slot, ...)``, a query of values made with a slot for each field.

    Called with as many values it returns the rows as tuples. Values are given to the fields
    as a filter would, so a ``DateTimeField`` takes aware datetimes.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Row]"], *fields: AnyField) -> None:
        super().__init__(fields)
        self._build = build

    def _query(self) -> Any:
        return self._build(*self._slots).query

    def __call__(self, *values: Any) -> list[Row]:
        """Ask the database (one query).

        Raises ``TransactionManagementError`` if the query locks rows and no transaction is open.
        """
        mine = self._compiled()
        locks = mine.compiler.query.select_for_update
        if locks and connection.features.has_select_for_update and not connection.in_atomic_block:
            raise TransactionManagementError("a locking query wants a transaction around it")
        with keeping_cursor() as cursor:
            cursor.execute(mine.sql, self._given(mine, values, save=False))
            rows: list[Row] = cursor.fetchall()
        if not mine.converters:
            return rows
        return [tuple(row) for row in mine.compiler.apply_converters(rows, mine.converters)]


class PreparedInsert(_Statement):
    """Writes rows of ``model`` with the named fields; others have their defaults.

    Rows that are there already stay as they are if ``ignore_conflicts``, else they raise
    ``IntegrityError``.
    """

    def __init__(self, model: type[Model], *names: str, ignore_conflicts: bool = False) -> None:
        self._model, self._names = model, names
        self._fields = [model._meta.get_field(name) for name in names]
        self._on_conflict = OnConflict.IGNORE if ignore_conflicts else None
        super().__init__(self._fields)  # type: ignore[arg-type]

    def _query(self) -> Any:
        row = self._model()
        for field, slot in zip(self._fields, self._slots, strict=True):
            setattr(row, field.attname, slot)  # type: ignore[union-attr]
        own = [f for f in self._model._meta.local_concrete_fields if not f.primary_key]
        query = InsertQuery(self._model, on_conflict=self._on_conflict)
        query.insert_values(own, [row])
        return query

    def __call__(self, rows: Iterable[Sequence[Any]]) -> None:
        """Write ``rows``, each a value for each name, in their order (one round trip)."""
        self._send(rows)


class PreparedUpdate(_Statement):
    """Changes the named fields of rows of ``model``."""

    def __init__(self, model: type[Model], *names: str) -> None:
        self._model, self._names = model, names
        fields = [model._meta.get_field(name) for name in names]
        super().__init__([*fields, model._meta.pk])  # type: ignore[list-item]

    def _query(self) -> Any:
        *changed, pk = self._slots
        query: Any = self._model._default_manager.filter(pk=pk).query.chain(UpdateQuery)
        query.add_update_values(dict(zip(self._names, changed, strict=True)))
        return query

    def __call__(self, rows: Iterable[Model]) -> None:
        """Store what ``rows`` hold in these fields (one round trip)."""
        self._send([*(getattr(row, name) for name in self._names), row.pk] for row in rows)
