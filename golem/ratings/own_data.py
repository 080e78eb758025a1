"""What is held here of one person, for the export of their account."""

from collections.abc import Iterator
from typing import Any

from accounts.hooks import Section
from accounts.models import Strength, User
from golem.ratings.api.represent import change_view, strength_view
from golem.ratings.models import Change


def own_data(user: User) -> Iterator[Section]:
    """Yield the sections of this room; lists are read while they are written."""
    rows = Strength.objects.filter(user=user).select_related("user").order_by("game")
    yield "strengths", map(strength_view, rows)
    yield "rating_changes", _changes(user)


def _changes(user: User) -> Iterator[dict[str, Any]]:
    rows = Change.objects.filter(player=user).select_related("player", "opponent")
    return map(change_view, rows.order_by("game", "number").iterator())
