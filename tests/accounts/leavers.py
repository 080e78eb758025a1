"""Somebody whose account is deleted, or exported."""

from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.leaving import carry_out, leave
from accounts.models import User

NOW = timezone.now()
NAME = "Wanderer"
ADDRESS = "wanderer@example.org"


def gone(user: User) -> User:
    """Delete the account with all that follows; return its row."""
    leave(user.pk, NOW)
    carry_out(user.pk, NOW)
    return User.objects.get(pk=user.pk)


def export_of(client: Client, path: str = "/account/export/") -> str:
    """Return the export as it is sent."""
    answer: Any = client.get(path)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode()
