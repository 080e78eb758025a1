"""Questions that accounts has and only a higher room can answer.

The higher room adds its answer in its ``AppConfig.ready()``.
"""

from collections.abc import Callable

from accounts.models import User

# Each tells whether the user has ever had a seat in a match, running or finished.
has_played: list[Callable[[User], bool]] = []


def has_had_a_match(user: User) -> bool:
    """Tell whether any room knows of a match of ``user``."""
    return any(answer(user) for answer in has_played)
