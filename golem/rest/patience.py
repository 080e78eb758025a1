"""Waiting for something that may never answer, but not for ever."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Asked(Generic[T]):
    """A question put in a thread of its own. Who gives up waiting leaves the thread behind; it
    ends with its answer, or with the process."""

    def __init__(self, act: Callable[[], T]) -> None:
        self._act = act
        self._done = threading.Event()
        self._found: list[T] = []
        self._error: Exception | None = None
        threading.Thread(target=self._run, name="asked", daemon=True).start()

    def _run(self) -> None:
        try:
            self._found.append(self._act())
        except Exception as error:
            self._error = error
        finally:
            self._done.set()

    @property
    def under_way(self) -> bool:
        """Whether there is no answer yet."""
        return not self._done.is_set()

    def answer(self, seconds: float) -> T:
        """Return the answer, or raise what was raised; ``TimeoutError`` after ``seconds``."""
        if not self._done.wait(seconds):
            raise TimeoutError(f"no answer within {seconds:g} s")
        if self._error is not None:
            raise self._error
        return self._found[0]


def within(seconds: float, act: Callable[[], T]) -> T:
    """Return ``act()``, run in a thread of its own; raise ``TimeoutError`` after ``seconds``."""
    return Asked(act).answer(seconds)
