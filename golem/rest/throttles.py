"""How often a caller may ask: counted atomically, in Redis if there is one, else in memory.

A limiter that cannot count lets people through: `limits` asks Redis with short time-outs, and
after a failure nobody asks again for some seconds (:mod:`golem.rest.breaker`).
"""

import math
import time
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, cast

import limits
from django.conf import settings
from limits.storage import Storage, storage_from_string
from limits.strategies import MovingWindowRateLimiter
from redis.backoff import NoBackoff
from redis.retry import Retry
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from golem.rest.breaker import breaker
from golem.rest.client_ip import client_net
from golem.rest.redis_lines import line_options

if TYPE_CHECKING:  # the real import would go round in a circle
    from rest_framework.views import APIView

T = TypeVar("T")


class Counter:
    """A store of what was asked lately; a moving window, so no burst at any edge."""

    def __init__(self, uri: str) -> None:
        """Open the store at ``uri``, without asking anything of it yet."""
        options: dict[str, Any] = {}
        is_server = uri.startswith("redis")
        if is_server:
            options = {**line_options(uri), "retry": Retry(NoBackoff(), 0)}
        self._storage = cast(Storage, storage_from_string(uri, **options))
        self._window = MovingWindowRateLimiter(self._storage)
        # A pause of this process says nothing against a store in its own memory.
        self._breaker = breaker(uri) if is_server else None

    def get_ready(self) -> None:
        """Open a line to the store, if it is there: to count then takes one answer of it."""
        self._guarded(self._storage.check, False)

    def seconds_to_wait(self, rate: limits.RateLimitItem, *key: str) -> int:
        """Count one request; return 0 if it may pass, else the whole seconds to wait, 1 or more.

        A store that fails lets it pass, with a warning in the log.
        """
        return self._guarded(lambda: self._ask(rate, key), 0)

    def _guarded(self, act: Callable[[], T], otherwise: T) -> T:
        if self._breaker is None:
            return act()
        return self._breaker.ask("requests are not counted", act, otherwise)

    def _ask(self, rate: limits.RateLimitItem, key: tuple[str, ...]) -> int:
        if self._window.hit(rate, *key):
            return 0
        reset = self._window.get_window_stats(rate, *key).reset_time
        return max(1, math.ceil(reset - time.time()))


_counters: dict[str, Counter] = {}
_making = Lock()  # two counters over one memory would count to the limit twice


def counter(uri: str) -> Counter:
    """Return this process's one counter over the store at ``uri``."""
    with _making:
        if uri not in _counters:
            _counters[uri] = Counter(uri)
        return _counters[uri]


def forget_counters() -> None:
    """Begin anew, as another process would."""
    with _making:
        _counters.clear()


class Throttle(BaseThrottle):
    """The general limit: ``THROTTLE_RATES["user"]`` for a user, ``["anon"]`` for an address."""

    def scope(self, request: Request, view: "APIView") -> str | None:
        """Return the entry of ``THROTTLE_RATES`` that applies; none: no limit."""
        return "user" if request.user.is_authenticated else "anon"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count the request; tell whether it may pass."""
        self._seconds = 0
        scope = self.scope(request, view)
        rate = settings.THROTTLE_RATES.get(scope) if scope else None
        if scope and rate:
            store = counter(settings.THROTTLE_STORAGE)
            self._seconds = store.seconds_to_wait(limits.parse(rate), scope, _caller(request))
        return self._seconds == 0

    def wait(self) -> float | None:
        """Return the seconds until another request may pass, 1 or more."""
        return self._seconds or None


class ScopedThrottle(Throttle):
    """A limit of its own for a view that names one as ``throttle_scope``."""

    def scope(self, request: Request, view: "APIView") -> str | None:
        """Return the view's scope."""
        return getattr(view, "throttle_scope", None)


def _caller(request: Request) -> str:
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{client_net(request)}"
