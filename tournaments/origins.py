"""Which event a match belongs to, for the pages and answers of matches."""

from collections.abc import Mapping, Sequence

from django.db.models import BigIntegerField
from django.urls import reverse
from django.utils.translation import gettext as _

from golem.matches.hooks import Origin
from golem.rest.prepared import Prepared
from tournaments.models import Board, Event, Group

_ROW = (
    *("match", "pairing__round", "pairing__group__kind", "pairing__group__level"),
    *("pairing__group__number", "pairing__group__event", "pairing__group__event__kind"),
    "pairing__group__event__name",
)
# Each answer to a move asks for that of its one match.
_of_one = Prepared(
    lambda match_id: Board.objects.filter(match=match_id).order_by().values_list(*_ROW),
    BigIntegerField(),
)


def origins_of(match_ids: Sequence[int]) -> Mapping[int, Origin]:
    """Return the event of each of these matches that belongs to one (one query)."""
    if len(match_ids) == 1:
        found = _of_one(match_ids[0])
    else:
        found = list(Board.objects.filter(match__in=match_ids).values_list(*_ROW))
    return {match_id: _origin(*rest) for match_id, *rest in found}


def _origin(
    round_number: int,
    group_kind: str,
    level: int,
    number: int,
    event_id: int,
    event_kind: str,
    name: str,
) -> Origin:
    part = part_of(event_kind, group_kind, level, number, round_number)
    path = reverse("tournaments:event", args=[event_id])
    return Origin(event_id, f"{name}, {part}" if part else name, path)


def part_of(event_kind: str, group_kind: str, level: int, number: int, round_number: int) -> str:
    """Return in a word or two where in its event a match belongs."""
    if group_kind in (Group.Kind.SWISS, Group.Kind.KNOCK_OUT):
        return _("round %(number)d") % {"number": round_number}
    if event_kind == Event.Kind.CHAMPIONSHIP:
        return _("league %(level)d.%(number)d") % {"level": level, "number": number}
    if event_kind == Event.Kind.MINI_CUP:
        return _("level %(level)d, group %(number)d") % {"level": level, "number": number}
    return "" if group_kind == Group.Kind.LADDER else _("group %(number)d") % {"number": number}
