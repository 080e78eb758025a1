"""What a simulated year knows: who there is, what time it is, what comes next."""

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random
from typing import Any, TypeVar

from accounts.models import User
from golem.play.errors import Refusal
from golem.rest.refusals import Refused

T = TypeVar("T")
Act = Callable[[], Any]


@dataclass
class World:
    """The state of a simulated year.

    ``now`` is the simulated instant (UTC). ``counts`` are acts by name, refusals by code.
    ``troubles`` are lines that should not be: each makes the year fail.
    """

    rng: Random
    now: datetime
    people: list[User] = field(default_factory=list)
    bots: list[User] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    _coming: list[tuple[datetime, int, Act]] = field(default_factory=list)
    _number: int = 0

    def clock(self) -> datetime:
        """Return the simulated instant: what services take for the present."""
        return self.now

    def at(self, when: datetime, act: Act) -> None:
        """Let ``act`` be done at ``when``, or with the first step after it."""
        self._number += 1
        heappush(self._coming, (when, self._number, act))

    def later(self, days: float, act: Act) -> None:
        """Let ``act`` be done so many days from now."""
        self.at(self.now + timedelta(days=days), act)

    def do_what_has_come(self) -> None:
        """Do all acts whose time has come, in order."""
        while self._coming and self._coming[0][0] <= self.now:
            heappop(self._coming)[2]()

    def forget_what_comes(self) -> None:
        """Let nothing more come that was planned."""
        self._coming.clear()

    def tried(self, name: str, act: Callable[[], T]) -> T | None:
        """Return ``act()``, counted by ``name``; nothing if it was refused, which is counted by its
        code. Whatever else it raises is a trouble."""
        try:
            done = act()
        except (Refused, Refusal) as refusal:
            self.counts[f"{name}: {refusal.code}"] += 1
            return None
        except Exception:
            self.trouble(f"{name}: {traceback.format_exc(limit=-4)}")
            return None
        self.counts[name] += 1
        return done

    def trouble(self, line: str) -> None:
        """Note that something is wrong."""
        self.troubles.append(f"{self.now:%Y-%m-%d %H:%M} {line}")

    def here(self) -> list[User]:
        """Return the people whose accounts are open."""
        return [user for user in self.people if user.pk not in self.gone]

    def some(self, number: int) -> list[User]:
        """Return so many of them by lot, or all if there are fewer."""
        there = self.here()
        return self.rng.sample(there, min(number, len(there)))
