"""A database that is away is a clean 503, for pages and for the API."""

from typing import Any

import psycopg
import pytest
from django.db import (
    DataError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.test import Client

from golem.rest.away import was_away


class FromServer(Exception):
    """An error of the driver's."""

    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("kind", "sqlstate", "away"),
    [
        (OperationalError, None, True),  # the line broke, or there was none
        (InterfaceError, None, True),  # used after that
        (OperationalError, "08006", True),
        (OperationalError, "57P01", True),  # shut down
        (OperationalError, "57P03", True),  # not ready yet
        (OperationalError, "53300", True),  # too many connections
        (InternalError, "25006", True),  # a standby
        (OperationalError, "57014", False),  # a question took too long
        (OperationalError, "53100", False),  # disk full
        (InternalError, "25P02", False),
        (ProgrammingError, "42P01", False),
        (DataError, None, False),
        (ValueError, None, False),
    ],
)
def test_what_is_away(kind: type[Exception], sqlstate: str | None, away: bool) -> None:
    error = kind("x")
    error.__cause__ = FromServer(sqlstate)
    assert was_away(error) is away


def cut_the_line(url: str) -> None:
    """End this thread's connection from the server's side, as a restart does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


@pytest.fixture
def url(transactional_db: None) -> str:
    values: dict[str, Any] = connection.settings_dict
    secret = f":{values['PASSWORD']}" if values["PASSWORD"] else ""
    return (
        f"postgresql://{values['USER']}{secret}@{values['HOST']}:{values['PORT']}/{values['NAME']}"
    )


def test_the_api_says_so(url: str) -> None:
    cut_the_line(url)
    answer = Client(raise_request_exception=False).get("/api/v1/matches/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert answer.json()["code"] == "database_away"
    connection.close()
    assert Client().get("/api/v1/matches/").status_code == 200


def test_a_page_says_so(url: str) -> None:
    cut_the_line(url)
    answer = Client(raise_request_exception=False).get("/watch/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "The database cannot be reached" in answer.content.decode()
    connection.close()
