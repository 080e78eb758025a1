"""What the frame of every page shows of matches."""

from django.http import HttpRequest

from accounts.models import User
from golem.matches.selectors import waiting_seats


def waiting(request: HttpRequest) -> dict[str, int]:
    """Return ``waiting_count``, in how many matches it is the reader's turn (one query)."""
    user = getattr(request, "user", None)
    return {"waiting_count": waiting_seats(user).count()} if isinstance(user, User) else {}
