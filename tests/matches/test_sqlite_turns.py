"""On SQLite the writers of one process stand in line; its database lock alone keeps none."""

import time
from threading import Lock
from types import SimpleNamespace

import pytest

from golem.matches import transactions
from golem.matches.transactions import in_transaction
from golem.rest.locks import Busy
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)


class Guest:
    """An act that takes a moment and notes how many were in it at once."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.inside, self.most = seconds, 0, 0
        self._counting = Lock()

    def __call__(self) -> str:
        with self._counting:
            self.inside += 1
            self.most = max(self.most, self.inside)
        time.sleep(self.seconds)
        with self._counting:
            self.inside -= 1
        return "done"


@pytest.fixture
def _like_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "connection", SimpleNamespace(vendor="sqlite"))


@pytest.mark.usefixtures("_like_sqlite")
def test_writers_go_one_after_the_other() -> None:
    guest = Guest(0.02)
    assert race(*[lambda: in_transaction(guest)] * 8) == ["done"] * 8
    assert guest.most == 1


@pytest.mark.usefixtures("_like_sqlite")
def test_who_waits_too_long_in_line_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "LOCK_WAIT_SECONDS", 0.05)
    guest = Guest(0.5)
    results = race(*[lambda: in_transaction(guest)] * 2)
    assert sorted(map(str, results)) == sorted([str(Busy()), "done"])
    assert in_transaction(guest) == "done"


def test_elsewhere_they_do_not_wait_for_each_other() -> None:
    guest = Guest(0.2)
    assert race(*[lambda: in_transaction(guest)] * 4) == ["done"] * 4
    assert guest.most > 1
