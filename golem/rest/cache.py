"""Django's cache in Redis, where limits of login attempts are kept for all web processes.

When Redis does not answer, nothing is found and nothing is kept, and that is all: pages go on.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

QUIET_TIME = 5.0  # seconds without a question after a failure


class LenientRedisCache(RedisCache):
    """A ``RedisCache`` whose failures are a warning in the log and an empty answer."""

    _quiet_until = 0.0  # of the class: each thread has its own cache object

    def _try(self, otherwise: Any, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < LenientRedisCache._quiet_until:
            return otherwise
        try:
            return act(*args, **kwargs)
        except (RedisError, OSError) as error:
            LenientRedisCache._quiet_until = time.monotonic() + QUIET_TIME
            log.warning("the cache does not answer: %s", type(error).__name__)
            return otherwise

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
