"""All that the server holds of one person, as JSON that is written while it is read.

No secret is in it: of tokens their names, of sessions their number, of mails no words.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from rest_framework.renderers import JSONRenderer

from accounts import hooks
from accounts.hooks import Section
from accounts.models import ApiToken, Session, User
from golem.outbox.own_data import own_data as mails_of

FORMAT: Final = "golem-account-1"


def document(user: User, now: datetime) -> Iterator[bytes]:
    """Yield the export piece by piece: an object with a member for each section."""
    head = {"format": FORMAT, "exported_at": now}
    yield _json(head)[:-1]
    for name, content in sections(user, now):
        yield b",\n" + _json(name) + b":"
        if isinstance(content, dict):
            yield _json(content)
        else:
            yield from _list(content)
    yield b"}\n"


def _list(items: Any) -> Iterator[bytes]:
    before = b"["
    for item in items:
        yield before + _json(item)
        before = b",\n"
    yield b"[]" if before == b"[" else b"]"


def _json(value: Any) -> bytes:
    rendered: bytes = JSONRenderer().render(value)
    return rendered


def sections(user: User, now: datetime) -> Iterator[Section]:
    """Yield what this room holds of the person, then what the others do."""
    yield "profile", _profile(user)
    yield "addresses", EmailAddress.objects.filter(user=user).values("email", "primary", "verified")
    yield "api_tokens", map(_token, ApiToken.objects.filter(user=user).order_by("created"))
    yield (
        "sessions",
        {"number": Session.objects.filter(user_id=user.pk, expire_date__gt=now).count()},
    )
    yield from mails_of(user.pk)
    for own_data in hooks.own_data:
        yield from own_data(user)


def _profile(user: User) -> dict[str, Any]:
    columns = (
        *("username", "email", "is_bot", "time_zone", "strength_shown"),
        *("date_joined", "last_login", "last_seen"),
    )
    values = {column: getattr(user, column) for column in columns}
    return {"id": user.pk, "name": values.pop("username"), **values}


def _token(token: ApiToken) -> dict[str, Any]:
    columns = ("name", "scope", "created", "expiry", "last_used")
    return {column: getattr(token, column) for column in columns}
