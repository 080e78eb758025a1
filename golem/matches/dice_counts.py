"""How often each face came up in somebody's plies: for those who doubt the dice."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from golem.matches.models import Draw, Match, Move, Takeover
from golem.matches.sitting import Sittings
from golem.play.chance import FACES


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the die: how often it came up, and its share of all (0 to 1)."""

    face: int
    count: int
    share: float


def dice_counts(user: User) -> list[Face]:
    """Return the counts of all virtual dice that were used up by plies that ``user`` played.

    Those that a rule threw again count as well: each is an equal chance of one in six. Draws that
    only one seat may see are left out.
    """
    counts: Counter[int] = Counter()
    changed = Takeover.objects.filter(Q(old=user) | Q(new=user)).values("match")
    plain = _of_plies(user).exclude(match__in=changed)
    for values in plain.values_list("values", flat=True).iterator():
        counts.update(values)
    for match in Match.objects.filter(pk__in=changed).prefetch_related("seats", "moves", "draws"):
        counts.update(_in_changed(match, user))
    total = counts.total() or 1
    return [Face(face, counts[face], counts[face] / total) for face in range(1, FACES + 1)]


def _of_plies(user: User) -> QuerySet[Draw]:
    """Return the draws of all plies that were played at seats where ``user`` sits."""
    played = Move.objects.filter(
        match=OuterRef("match"), ply=OuterRef("ply"), seat=OuterRef("match__seats__name")
    )
    return Draw.objects.filter(Exists(played), match__seats__user=user, visible_to="")


def _in_changed(match: Match, user: User) -> Iterator[int]:
    """Yield the dice of the plies that ``user`` played in a match where a seat changed hands."""
    sat = Sittings(match, match.seats.all())
    plies = {row.ply for row in match.moves.all() if sat.at(row.seat, row.at) == user.pk}
    for draw in match.draws.all():
        if draw.ply in plies and not draw.visible_to:
            yield from draw.values
