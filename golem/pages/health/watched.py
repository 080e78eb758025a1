"""Something that is looked at again and again, by many at once, and may not answer."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from golem.rest.patience import Asked

T = TypeVar("T")


class Watched(Generic[T]):
    """Asks one question at a time, in a thread of its own.

    Whoever looks while it is under way waits for the same answer, and an answer is good for
    ``fresh`` seconds. So a page that everybody may open costs one look a second, and a server
    that hangs costs one thread.
    """

    def __init__(self, act: Callable[[], T], patience: float, fresh: float) -> None:
        self._act, self._patience, self._fresh = act, patience, fresh
        self._lock = Lock()
        self._asked: Asked[T] | None = None
        self._since = 0.0

    def ask(self) -> None:
        """Put the question, unless it is under way or was answered just now."""
        with self._lock:
            stale = time.monotonic() - self._since > self._fresh
            if self._asked is None or (stale and not self._asked.under_way):
                self._asked, self._since = Asked(self._act), time.monotonic()

    def look(self) -> T:
        """Return the answer, or raise what the question raised; ``TimeoutError`` if none comes."""
        self.ask()
        asked = self._asked
        assert asked is not None
        return asked.answer(self._patience)

    def known(self) -> tuple[T | None, str]:
        """Return the answer or nothing, and the name of the error if there was one."""
        try:
            return self.look(), ""
        except Exception as error:  # drivers and sockets: each has its own
            return None, type(error).__name__

    def forget(self) -> None:
        """Ask anew the next time, whatever is under way."""
        with self._lock:
            self._asked = None
