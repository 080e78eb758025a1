"""Limits hold with many threads, behind proxies, after a change, and let through without Redis."""

import logging
import math
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.test import RequestFactory

from golem.rest import breaker
from golem.rest.client_ip import UNKNOWN, client_ip, client_net
from golem.rest.throttles import ScopedThrottle, Throttle, counter, forget_counters

SCOPED = SimpleNamespace(throttle_scope="legal")


class Server:
    """A Redis of this test's own, which can be stopped."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.uri = f"redis://127.0.0.1:{self.port}/0"
        program = shutil.which("redis-server")
        assert program, "redis-server is needed"
        options = [
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(folder),
        ]
        self._process = subprocess.Popen([program, *options], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        for line in self._process.stdout:
            if "Ready to accept connections" in line:
                break

    def stop(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A Redis that is never taken for slow because a busy machine paused the tests."""
    monkeypatch.setattr(breaker, "SLOW_SECONDS", math.inf)
    forget_counters()
    running = Server(tmp_path)
    yield running
    running.stop()


@pytest.fixture(params=["redis", "memory"])
def store(request: pytest.FixtureRequest, settings: Any) -> str:
    """Each kind of store, empty."""
    forget_counters()
    settings.THROTTLE_STORAGE = "memory://"
    if request.param == "redis":
        settings.THROTTLE_STORAGE = request.getfixturevalue("server").uri
    return str(request.param)


def asked(address: str = "203.0.113.1", user: Any = None, **meta: Any) -> Any:
    """Return a request as a throttle sees it."""
    request = RequestFactory().get("/", REMOTE_ADDR=address, **meta)
    request.user = user or AnonymousUser()
    return request


def ask(request: Any, view: Any = SCOPED, kind: type[Throttle] = ScopedThrottle) -> float | None:
    """Return the seconds to wait; nothing if the request may pass."""
    throttle = kind()
    return None if throttle.allow_request(request, view) else throttle.wait()


def together(workers: int, times: int) -> list[float | None]:
    """Ask from several threads that begin at once; return every answer."""
    barrier = Barrier(workers)

    def work(_: int) -> list[float | None]:
        barrier.wait()
        return [ask(asked()) for _ in range(times)]

    with ThreadPoolExecutor(workers) as pool:
        return [answer for answers in pool.map(work, range(workers)) for answer in answers]


@pytest.mark.usefixtures("store")
def test_four_workers_and_two_hundred_requests_let_five_pass(settings: Any) -> None:
    settings.THROTTLE_RATES = {"legal": "5/minute"}
    answers = together(workers=4, times=50)
    waits = [wait for wait in answers if wait is not None]
    assert len(answers) - len(waits) == 5
    assert all(1 <= wait <= 60 for wait in waits)


def test_processes_share_the_count_in_redis(server: Server, settings: Any) -> None:
    settings.THROTTLE_STORAGE, settings.THROTTLE_RATES = server.uri, {"legal": "5/minute"}
    answers = together(workers=4, times=2)
    forget_counters()  # as another process would begin
    answers += together(workers=4, times=2)
    assert answers.count(None) == 5


@pytest.mark.usefixtures("store")
def test_a_lower_rate_on_a_warm_store_fails_nobody(settings: Any) -> None:
    settings.THROTTLE_RATES = {"legal": "60/minute"}
    assert [ask(asked()) for _ in range(50)] == [None] * 50
    for rate in ("5/minute", "2/hour", "1/second", "60/minute"):
        settings.THROTTLE_RATES = {"legal": rate}
        waits = [ask(asked()) for _ in range(70)]
        assert all(wait is None or wait >= 1 for wait in waits)
        assert any(waits)


def test_a_pause_of_the_process_stops_no_counting_in_its_memory(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "SLOW_SECONDS", -1.0)  # every answer is too slow
    settings.THROTTLE_STORAGE, settings.THROTTLE_RATES = "memory://", {"legal": "1/minute"}
    forget_counters()
    assert ask(asked()) is None
    assert ask(asked())


@pytest.mark.usefixtures("store")
def test_each_caller_has_a_count_of_their_own(settings: Any) -> None:
    settings.THROTTLE_RATES = {"legal": "1/minute", "anon": "1/minute", "user": "2/minute"}
    anna, boris = (SimpleNamespace(pk=pk, is_authenticated=True) for pk in (1, 2))
    for caller in (asked(), asked("203.0.113.2"), asked(user=anna), asked(user=boris)):
        assert ask(caller) is None
        assert ask(caller)
    plain = SimpleNamespace()
    answers = [ask(asked(user=anna), plain, Throttle) for _ in range(3)]
    assert [wait is None for wait in answers] == [True, True, False]
    assert ask(asked(), plain) is None  # a view without a scope has no limit of its own


def test_without_redis_requests_pass_and_the_log_says_so(
    server: Server, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.THROTTLE_STORAGE, settings.THROTTLE_RATES = server.uri, {"legal": "1/minute"}
    assert ask(asked()) is None
    assert ask(asked())
    server.stop()
    with caplog.at_level(logging.WARNING, "golem.rest.breaker"):
        assert [ask(asked()) for _ in range(20)] == [None] * 20
    said = [record for record in caplog.records if record.name == "golem.rest.breaker"]
    assert len(said) == 1  # one failure, then nobody asks for some seconds


def test_time_outs_are_short_and_nothing_is_tried_twice(server: Server, settings: Any) -> None:
    settings.THROTTLE_STORAGE = server.uri
    client = counter(server.uri)._window.storage.get_connection()  # type: ignore[attr-defined]
    kwargs = client.get_connection_kwargs()
    assert max(kwargs["socket_timeout"], kwargs["socket_connect_timeout"]) <= 0.3
    assert kwargs["retry"].get_retries() == 0


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, None, "192.0.2.9"),
        (0, "203.0.113.1", "192.0.2.9"),
        (1, None, "192.0.2.9"),
        (1, "203.0.113.1", "203.0.113.1"),
        (1, "6.6.6.6, 203.0.113.1", "203.0.113.1"),
        (2, "6.6.6.6, 203.0.113.1, 198.51.100.1", "203.0.113.1"),
        (2, "203.0.113.1", "192.0.2.9"),
        (1, "nonsense", "192.0.2.9"),
        (1, "203.0.113.1:4711", "203.0.113.1"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
        (1, "::ffff:203.0.113.1", "203.0.113.1"),
    ],
)
def test_only_our_proxies_are_believed(
    settings: Any, proxies: int, forwarded: str | None, found: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert client_ip(asked("192.0.2.9", **headers)) == found


def test_one_ipv6_network_is_one_caller() -> None:
    assert client_net(asked("2001:db8:1:2:3::4")) == client_net(asked("2001:db8:1:2:ffff::9"))
    assert client_net(asked("2001:db8:1:3::4")) != client_net(asked("2001:db8:1:2::4"))
    assert client_net(asked("")) == UNKNOWN


def test_the_cache_outlives_its_redis(
    server: Server, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    backend = "golem.rest.cache.LenientRedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": server.uri}}
    kept = caches["default"]
    kept.set("a", [1, 2], 60)
    assert (kept.get("a"), kept.add("a", 3), kept.add("b", 4), kept.delete("b")) == (
        [1, 2],
        False,
        True,
        True,
    )
    server.stop()
    assert (kept.get("a", "none"), kept.add("a", 3), kept.delete("a")) == ("none", True, False)
    kept.set("a", 1)
    assert sum(record.name == "golem.rest.breaker" for record in caplog.records) == 1
