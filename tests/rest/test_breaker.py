"""What can be done without: failures and slowness cost the next ones nothing."""

import threading
from typing import Any

import pytest

from golem.rest import breaker as module
from golem.rest.breaker import Breaker, breaker
from golem.rest.patience import Asked, within


class Clock:
    """A clock that moves when it is told to."""

    now = 100.0

    def monotonic(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(module, "time", found)
    return found


def fail() -> int:
    raise ConnectionError


def test_after_a_failure_nobody_asks_for_some_seconds(clock: Clock) -> None:
    one, asked = Breaker(), list[int]()
    assert one.ask("it", fail, 0) == 0
    assert one.ask("it", lambda: asked.append(1), None) is None
    assert asked == []
    clock.now += module.QUIET_SECONDS
    assert one.ask("it", lambda: 7, 0) == 7


def test_a_slow_answer_counts_and_then_nobody_asks(clock: Clock) -> None:
    def slow() -> int:
        clock.now += module.SLOW_SECONDS + 0.01
        return 7

    one = Breaker()
    assert one.ask("it", slow, 0) == 7
    assert one.ask("it", slow, 0) == 0


def test_an_error_that_is_not_the_servers_is_seen() -> None:
    one = Breaker()
    with pytest.raises(ZeroDivisionError):
        one.ask("it", lambda: 1 // 0, 0, (OSError,))
    assert one.ask("it", lambda: 7, 0, (OSError,)) == 7


def test_those_who_ask_the_same_server_share_one() -> None:
    assert breaker("redis://a/0") is breaker("redis://a/0")
    assert breaker("redis://a/0") is not breaker("redis://b/0")


def test_within_returns_raises_and_gives_up() -> None:
    never = threading.Event()
    assert within(5, lambda: 7) == 7
    with pytest.raises(ConnectionError):
        within(5, fail)
    with pytest.raises(TimeoutError):
        within(0.01, never.wait)
    never.set()


def test_an_answer_that_comes_later_is_not_lost() -> None:
    go = threading.Event()

    def slowly() -> int:
        go.wait()
        return 7

    asked: Asked[Any] = Asked(slowly)
    with pytest.raises(TimeoutError):
        asked.answer(0.01)
    assert asked.under_way
    go.set()
    assert asked.answer(5) == 7
    assert not asked.under_way
