"""What can be done without: when it fails or is slow, nobody asks it for some seconds.

Counts of requests, the cache and hints to the workers lie in Redis, and no request may fail or
wait for them. Who asks the same server shares one breaker, so that a request which needs it three
times waits once.
"""

import logging
import math
import time
from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)

QUIET_SECONDS: Final = 5.0
SLOW_SECONDS: Final = 0.2
"""An answer that took longer counts as a failure for those who come after."""


class Breaker:
    """Asks one server, or passes it by."""

    def __init__(self) -> None:
        self._quiet_until = 0.0

    def ask(
        self,
        what: str,
        act: Callable[[], T],
        otherwise: T,
        failures: tuple[type[Exception], ...] = (Exception,),
    ) -> T:
        """Return ``act()``; ``otherwise`` if it fails, or if the server is left alone just now.

        ``what`` says in the log what did not work. Only ``failures`` are taken for the server's.
        """
        began = time.monotonic()
        if began < self._quiet_until:
            return otherwise
        try:
            answer = act()
        except failures as error:
            self._rest(what, type(error).__name__)
            return otherwise
        if time.monotonic() - began > SLOW_SECONDS:
            self._rest(what, "too slow")
        return answer

    def leave_alone(self) -> None:
        """Ask nobody until :meth:`ask_again`."""
        self._quiet_until = math.inf

    def ask_again(self) -> None:
        """Ask from now on, whatever was before."""
        self._quiet_until = 0.0

    def _rest(self, what: str, why: str) -> None:
        self._quiet_until = time.monotonic() + QUIET_SECONDS
        log.warning("%s: %s; not asked again for %g s", what, why, QUIET_SECONDS)


_breakers: dict[str, Breaker] = {}
_making = Lock()


def breaker(url: str) -> Breaker:
    """Return this process's one breaker for the server at ``url``."""
    with _making:
        return _breakers.setdefault(url, Breaker())


def forget_breakers() -> None:
    """Begin anew, as another process would."""
    with _making:
        _breakers.clear()
