"""Many calls of the API, one after the other, each held to the status and the shape promised."""

from collections.abc import Iterable
from typing import Any

from accounts.models import User
from tests.matches.conftest import client_of
from tests.matches.test_schema import complaints

EVENTS = "/api/v1/events/"
Call = tuple[User | None, str, str, Any, int]
"""Who asks, the method, the path under ``EVENTS``, the body or nothing, and the status."""


def complaints_about(schema: dict[str, Any], calls: Iterable[Call]) -> list[str]:
    """Return what the schema says against the answers; each must have its status."""
    found: list[str] = []
    for user, method, path, body, status in calls:
        client, address = client_of(user), f"{EVENTS}{path}"
        kind = {"format": "json"} if body is not None else {}
        answer = getattr(client, method)(address, body, **kind)
        assert answer.status_code == status, (path, answer.content)
        found += complaints(schema, method, address, answer)
    return found
