"""What the frame of every page shows of matches."""

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from golem.matches.selectors import how_many_wait


def waiting(request: HttpRequest) -> dict[str, int]:
    """Return ``waiting_count``: how many matches and challenges wait for the reader (one query)."""
    now, user = timezone.now(), getattr(request, "user", None)
    return {"waiting_count": how_many_wait(user, now)} if isinstance(user, User) else {}
