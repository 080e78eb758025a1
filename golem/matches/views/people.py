"""Who asks for a page."""

from django.http import HttpRequest

from accounts.models import User
from golem.matches.represent import Reader


def reader_of(request: HttpRequest) -> Reader:
    """Return the user who reads, or ``None`` for an anonymous one."""
    return request.user if isinstance(request.user, User) else None


def user_of(request: HttpRequest) -> User:
    """Return the user who acts; ``login_required`` has let nobody else through."""
    assert isinstance(request.user, User)
    return request.user
