"""Mute and block: who is kept at a distance by whom."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from golem.matches.models import Boundary
from golem.rest.refusals import Refused


def blocks(holder: User, other: User) -> bool:
    """Tell whether ``holder`` has blocked ``other``."""
    return holder.boundaries.filter(other=other, kind=Boundary.Kind.BLOCK).exists()


def muted_ids(holder: User) -> set[int]:
    """Return the ids of those whose lines of text ``holder`` does not see: muted or blocked."""
    return set(holder.boundaries.values_list("other_id", flat=True))


def apart(reader: User, others: Collection[int]) -> set[int]:
    """Return the ids of those among ``others`` who have blocked ``reader``, or whom ``reader`` has
    (one query)."""
    blocks = Boundary.objects.filter(kind=Boundary.Kind.BLOCK)
    rows = blocks.filter(
        Q(holder=reader, other__in=others) | Q(holder__in=others, other=reader)
    ).values_list("holder", "other")
    return {other if holder == reader.pk else holder for holder, other in rows}


def put_up(holder: User, other: User, kind: Boundary.Kind, now: datetime) -> None:
    """Mute or block ``other``; again changes nothing. Raises ``Refused`` for oneself."""
    if holder.pk == other.pk:
        raise Refused("self_boundary")
    Boundary.objects.get_or_create(
        holder=holder, other=other, kind=kind, defaults={"created_at": now}
    )


def take_down(holder: User, other: User, kind: Boundary.Kind) -> None:
    """End a mute or block; nothing happens if there is none."""
    holder.boundaries.filter(other=other, kind=kind).delete()


def between(holder: User, other: User) -> set[str]:
    """Return the kinds of boundary that ``holder`` has put up against ``other``."""
    return set(holder.boundaries.filter(other=other).values_list("kind", flat=True))
