"""Django's cache in Redis, where limits of login attempts are kept for all web processes.

When Redis does not answer, nothing is found and nothing is kept, and that is all: pages go on.
"""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from golem.rest.breaker import breaker
from golem.rest.redis_lines import line_options


class LenientRedisCache(RedisCache):
    """A ``RedisCache`` whose failures are a warning in the log and an empty answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Take the address of one server and Django's parameters of a cache."""
        options = {**line_options(server), **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})
        self._breaker = breaker(server)

    def _try(self, otherwise: Any, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return self._breaker.ask(
            "the cache does not answer",
            lambda: act(*args, **kwargs),
            otherwise,
            (RedisError, OSError),
        )

    def add(self, *args: Any, **kwargs: Any) -> Any:
        """Store a value unless there is one; without Redis it counts as stored."""
        return self._try(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value; without Redis the default."""
        return self._try(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Store a value; without Redis nothing."""
        self._try(None, super().set, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Forget a value; without Redis nothing."""
        return self._try(False, super().delete, *args, **kwargs)
