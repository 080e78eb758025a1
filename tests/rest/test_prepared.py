"""Queries that are written once: they find what the ORM finds, whoever asks, on any connection."""

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import CharField, DateTimeField, Q
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.rest.prepared import Prepared, PreparedInsert, PreparedUpdate

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


joined = PreparedInsert(User, "username", "date_joined")
joined_once = PreparedInsert(User, "username", "date_joined", ignore_conflicts=True)
renamed = PreparedUpdate(User, "username", "date_joined")


@pytest.mark.django_db
def test_inserts_write_all_rows_with_defaults_for_the_rest() -> None:
    joined([("anna", NOON), ("boris", NOON + timedelta(days=1))])
    joined([("clara", NOON)])
    joined([])
    found = User.objects.filter(is_house=False).order_by("username")
    assert [(one.username, one.date_joined.day, one.is_active, one.is_bot) for one in found] == [
        ("anna", 1, True, False),
        ("boris", 2, True, False),
        ("clara", 1, True, False),
    ]


@pytest.mark.django_db
def test_a_row_that_is_there_stays_or_is_refused() -> None:
    joined([("anna", NOON)])
    joined_once([("anna", NOON + timedelta(days=9)), ("boris", NOON)])
    assert named("anna") == [("anna", NOON)]
    assert len(named("boris")) == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        joined([("clara", NOON), ("anna", NOON)])
    assert named("clara") == []


@pytest.mark.django_db
def test_updates_store_what_rows_hold_in_the_named_fields_only() -> None:
    make("anna", "boris", "clara")
    rows = list(User.objects.filter(username__in=("anna", "boris")))
    for row in rows:
        row.username, row.is_active = row.username.upper(), False
    renamed(rows)
    found = User.objects.filter(is_house=False).order_by("username")
    assert [(one.username, one.is_active) for one in found] == [
        ("ANNA", True),
        ("BORIS", True),
        ("clara", True),
    ]
