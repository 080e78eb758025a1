"""How often each face came up in somebody's plies: for those who doubt the dice."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from accounts.models import User
from golem.matches.models import Draw, Move
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
    played = Move.objects.filter(
        match=OuterRef("match"), ply=OuterRef("ply"), seat=OuterRef("match__seats__name")
    )
    draws = Draw.objects.filter(Exists(played), match__seats__user=user, visible_to="")
    counts: Counter[int] = Counter()
    for values in draws.values_list("values", flat=True).iterator():
        counts.update(values)
    total = counts.total() or 1
    return [Face(face, counts[face], counts[face] / total) for face in range(1, FACES + 1)]
