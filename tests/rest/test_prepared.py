"""Queries that are written once: they find what the ORM finds, whoever asks, on any connection."""

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from django.db import connection, transaction
from django.db.models import CharField, DateTimeField, Q
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.rest.prepared import Prepared

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

named = Prepared(
    lambda name: User.objects.filter(username=name).values_list("username", "date_joined"),
    CharField(),
)
since = Prepared(
    lambda at, name: (
        User.objects.filter(Q(date_joined__gte=at) | Q(username=name), is_house=False)
        .order_by("username")
        .values_list("username")
    ),
    DateTimeField(),
    CharField(),
)
locked = Prepared(
    lambda name: User.objects.filter(username=name).select_for_update().values_list("pk"),
    CharField(),
)


def make(*names: str) -> None:
    """Make users, each joined a day after the one before."""
    for day, name in enumerate(names):
        User.objects.create(username=name, date_joined=NOON + timedelta(days=day))


@pytest.mark.django_db
def test_each_call_finds_the_rows_of_its_own_values() -> None:
    make("anna", "boris")
    assert named("anna") == [("anna", NOON)]
    assert named("boris") == [("boris", NOON + timedelta(days=1))]
    assert named("clara") == []
    assert named("anna' OR '1'='1") == []


@pytest.mark.django_db
def test_values_stand_where_they_were_put() -> None:
    make("anna", "boris", "clara")
    assert since(NOON + timedelta(days=2), "anna") == [("anna",), ("clara",)]
    assert since(NOON + timedelta(days=1), "nobody") == [("boris",), ("clara",)]


@pytest.mark.django_db
def test_it_is_one_query() -> None:
    make("anna")
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            named("anna")
        assert len(captured) == 1


@pytest.mark.django_db
def test_too_few_values_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        since(NOON)


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_over_its_own_connection() -> None:
    make("anna")
    found = []

    def ask() -> None:
        found.append(named("anna"))
        connection.close()
        found.append(named("anna"))
        connection.close()

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[("anna", NOON)]] * 8


@pytest.mark.django_db(transaction=True)
def test_a_lock_wants_a_transaction_each_time() -> None:
    if connection.vendor != "postgresql":
        return
    make("anna")
    with transaction.atomic():
        assert len(locked("anna")) == 1
    with pytest.raises(TransactionManagementError):
        locked("anna")
