"""Emptying the database after a test that committed: the rows, and nothing else.

Django truncates, which makes a new file for each table and each index, and then makes all kinds
of content and permissions anew: a third of a second with tables as empty as ours. Deleting the
few rows that there are takes a hundredth.
"""

from typing import Any, Final

from django.db import connection, transaction
from django.test import TransactionTestCase

from accounts.receivers import make_house

KEPT: Final = {"django_migrations", "django_content_type", "auth_permission"}
"""What the migrations filled, and no test changes."""


def empty(self: Any = None) -> None:
    """Delete all rows but the kept ones, in one transaction, at whose end the foreign keys are
    looked at; then make the house's account again."""
    tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - KEPT)
    statements = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("; ".join(statements))
    make_house(connection.alias)


def instead_of_truncating() -> None:
    """Let every test that commits be followed by :func:`empty`."""
    setattr(TransactionTestCase, "_fixture_teardown", empty)  # noqa: B010  no type knows it
