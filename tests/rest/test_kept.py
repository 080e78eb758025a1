"""Statements that PostgreSQL keeps by their name: planned once for a connection, then only run."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import CharField, Value

from accounts.models import User
from golem.rest.prepared import Prepared, PreparedUpdate
from golem.settings.data import database

pytestmark = pytest.mark.django_db

ODD = 'it\'s 100 % \\ "odd" %s $1 ?'
with_constant = Prepared(
    lambda name: (
        User.objects.filter(username=name)
        .exclude(email="%(x)s'")
        .values_list("username", Value(ODD), Value(None, CharField()))
    ),
    CharField(),
)
renamed = PreparedUpdate(User, "username", "last_seen")


def kept(part: str) -> list[Any]:
    """Return how often each kept statement with this text in it was run."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans + custom_plans FROM pg_prepared_statements"
            " WHERE position(%s in statement) > 0 AND position('pg_prepared' in statement) = 0",
            [part],
        )
        return [runs for (runs,) in cursor.fetchall()]


def test_what_is_constant_in_a_statement_stays_as_it_is() -> None:
    User.objects.create(username="anna")
    for _ in range(3):
        assert with_constant("anna") == [("anna", ODD, None)]
        assert with_constant(ODD) == []


def test_a_statement_is_planned_once_for_all_its_values() -> None:
    if connection.vendor != "postgresql":
        return
    User.objects.create(username="anna")
    with_constant("anna")
    (before,) = kept('NOT ("accounts_user"."email" = ')
    for name in ("anna", "boris", "clara"):
        with_constant(name)
    assert kept('NOT ("accounts_user"."email" = ') == [before + 3]


def test_updates_of_many_rows_are_one_statement_that_is_kept() -> None:
    if connection.vendor != "postgresql":
        return
    rows = [User.objects.create(username=name) for name in ("anna", "boris", "clara")]
    for row in rows:
        row.username += "2"
    renamed(rows)
    assert kept('UPDATE "accounts_user" SET "username" = $1') == [3]


def test_a_pool_of_connections_is_asked_to_keep_none(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgresql://golem@127.0.0.1/golem"
    assert database(url)["OPTIONS"]["prepare_threshold"] == 0
    monkeypatch.setenv("DATABASE_POOLED", "1")
    assert "prepare_threshold" not in database(url)["OPTIONS"]
