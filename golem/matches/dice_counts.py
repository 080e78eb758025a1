"""How often each face came up for somebody: for those who doubt the dice.

A die is of the seat whose ply it is drawn for, unless the game says that several throw.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from golem import registry
from golem.matches.models import Draw, Match, Move, Seat, Takeover
from golem.matches.sitting import Sittings
from golem.play.chance import FACES

Throwers: TypeAlias = Mapping[str, tuple[str, ...]]
"""Seats by the label of a draw: those who throw its dice, one after the other and round again."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the die: how often it came up, and its share of all (0 to 1)."""

    face: int
    count: int
    share: float


def dice_counts(user: User) -> list[Face]:
    """Return the counts of all virtual dice of ``user`` that were used up by plies played since.

    Those that a rule threw again count as well: each is an equal chance of one in six. Draws that
    only one seat may see are left out.
    """
    counts: Counter[int] = Counter()
    changed = Takeover.objects.filter(Q(old=user) | Q(new=user)).values("match")
    for values in _of_plies(user).exclude(match__in=changed).iterator():
        counts.update(values)
    throwers = _throwers()
    for game, label, seat, values in _shared_by(user).exclude(match__in=changed).iterator():
        counts.update(_of_seat(values, throwers[game][label], seat))
    for match in Match.objects.filter(pk__in=changed).prefetch_related("seats", "moves", "draws"):
        counts.update(_in_changed(match, user, throwers.get(match.game, {})))
    total = counts.total() or 1
    return [Face(face, counts[face], counts[face] / total) for face in range(1, FACES + 1)]


def _throwers() -> dict[str, Throwers]:
    """Return, by game and label, in which order seats throw the dice of a draw."""
    infos = [registry.load(key).info for key in registry.game_keys()]
    return {info.key: info.throwers for info in infos if info.throwers}


def _shared() -> Q:
    """Return the condition that several seats throw the dice of a draw."""
    found = Q(pk=None)
    for game, labels in _throwers().items():
        found |= Q(match__game=game, label__in=list(labels))
    return found


def _of_plies(user: User) -> QuerySet[Draw, Any]:
    """Return the values of the draws of all plies played at seats where ``user`` sits, but for
    those that several throw."""
    played = Move.objects.filter(
        match=OuterRef("match"), ply=OuterRef("ply"), seat=OuterRef("match__seats__name")
    )
    mine = Draw.objects.filter(Exists(played), match__seats__user=user, visible_to="")
    return mine.exclude(_shared()).values_list("values", flat=True)


def _shared_by(user: User) -> QuerySet[Draw, Any]:
    """Return game, label, the seat of ``user`` and values of the draws in their matches that
    several throw, if their plies were played."""
    played = Move.objects.filter(match=OuterRef("match"), ply=OuterRef("ply"))
    own = Seat.objects.filter(match=OuterRef("match"), user=user).values("name")[:1]
    draws = Draw.objects.filter(_shared(), Exists(played), visible_to="")
    mine = draws.annotate(own=Subquery(own)).filter(own__isnull=False)
    return mine.values_list("match__game", "label", "own", "values")


def _of_seat(values: Sequence[int], throwers: Sequence[str], seat: str) -> list[int]:
    """Return those of the dice that ``seat`` threw: they go round among ``throwers``."""
    return [value for value, name in zip(values, cycle(throwers)) if name == seat]


def _in_changed(match: Match, user: User, shared: Throwers) -> Iterator[int]:
    """Yield the dice that ``user`` threw in a match where a seat changed hands; ``shared`` are the
    throwers of its game."""
    sat = Sittings(match, match.seats.all())
    rows = list(match.moves.all())
    plies = {row.ply for row in rows if sat.at(row.seat, row.at) == user.pk}
    for draw in match.draws.all():
        if draw.visible_to:
            continue
        if draw.label not in shared:
            yield from draw.values if draw.ply in plies else ()
        elif any(row.ply == draw.ply for row in rows):
            throwers = shared[draw.label]
            for seat in {name for name in throwers if sat.at(name, draw.at) == user.pk}:
                yield from _of_seat(draw.values, throwers, seat)
