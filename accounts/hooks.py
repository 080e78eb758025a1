"""Questions that accounts has and only a higher room can answer.

The higher room adds its answer in its ``AppConfig.ready()``.
"""

from collections.abc import Callable

from accounts.models import User

# Each tells whether the user has ever had a seat in a match, running or finished.
has_played: list[Callable[[User], bool]] = []

# Each takes a user, whose account is being deleted, out of what goes on in its room. Called outside
# of any transaction, and again if it was broken off; raises what should be tried again later.
leaving: list[Callable[[User], None]] = []


def has_had_a_match(user: User) -> bool:
    """Tell whether any room knows of a match of ``user``."""
    return any(answer(user) for answer in has_played)
