"""What accounts needs and only a higher room can give.

The higher room adds its part in its ``AppConfig.ready()``.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any

from accounts.models import User

# Each tells whether the user has ever had a seat in a match, running or finished.
has_played: list[Callable[[User], bool]] = []

# Each takes a user, whose account is being deleted, out of what goes on in its room. The account is
# closed and nameless by then. Called outside of any transaction, and again if it was broken off;
# raises what should be tried again later. The second argument gives the present instant.
leaving: list[Callable[[User, Callable[[], datetime]], None]] = []

# Each takes a user, whose account is being deleted and who has a new name already, and the old
# name, and puts the new one wherever its room keeps the old one in words of its own. Called inside
# the transaction in which the name goes.
renaming: list[Callable[[User, str], None]] = []

Section = tuple[str, dict[str, Any] | Iterable[dict[str, Any]]]
"""A name, and a JSON-ready object or a list of such, which may be read while it is written."""

# Each yields what its room holds of the person, for the export of their account: nothing secret,
# and nothing of others that the person may not see.
own_data: list[Callable[[User], Iterator[Section]]] = []


def has_had_a_match(user: User) -> bool:
    """Tell whether any room knows of a match of ``user``."""
    return any(answer(user) for answer in has_played)
