"""A real mail server, a clock that can be set, people with confirmed addresses."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from golem.outbox.kinds import KINDS, Asked, Entry, Kind, Topic, register
from tests.accounts.conftest import account
from tests.outbox.post_office import PostOffice, open_post_office

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the time that the sender reads."""

    def at(instant: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: instant)

    at(NOON)
    return at


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    """The mail server that all mails of this test go to, by SMTP."""
    with open_post_office() as found:
        settings.EMAIL_BACKEND = "golem.outbox.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_HOST_USER = ""
        settings.EMAIL_TIMEOUT = 1.5
        yield found


@pytest.fixture
def gone() -> Iterator[set[int]]:
    """Let there be two kinds of notices only, "turns" (quiet) and "news"; return the set of the
    subjects about which nothing is to be told any more."""
    over: set[int] = set()

    def tell(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
        rows = [one.notice for one in asked if one.notice.subject not in over]
        return {
            row.pk: Entry(f"{row.kind} {row.subject}", ("a <line>",), f"/{row.subject}/")
            for row in rows
        }

    def kind(key: str, quiet: bool) -> Kind:
        return Kind(key, Topic(key, key.title()), lambda n: f"{n} {key}", tell, quiet)

    before = dict(KINDS)
    KINDS.clear()
    register(kind("turns", True), kind("news", False))
    yield over
    KINDS.clear()
    KINDS.update(before)


@pytest.fixture
def anna(db: None) -> User:
    return account("Anna", time_zone="Europe/Berlin")
