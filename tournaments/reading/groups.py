"""Which groups an event has, in order, and which of them are the reader's own."""

from django.db.models import Count, F, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from golem.rest.refusals import Missing
from tournaments import wording
from tournaments.models import Event, Group, Place


def groups(event: Event) -> QuerySet[Group]:
    """Return the groups of an event in order; ``players`` counts the places."""
    rows = event.groups.annotate(players=Count("places"))
    return rows.order_by("stage", "level", "number")


def group_or_missing(event: Event, group_id: int) -> Group:
    """Return a group as :func:`groups` does; raise ``Missing`` (``no_such_group``)."""
    found = groups(event).filter(pk=group_id).first()
    if found is None:
        raise Missing("no_such_group")
    return found


def group_or_404(event: Event, group_id: int) -> Group:
    """Return a group as :func:`groups` does; raise ``Http404``."""
    found = groups(event).filter(pk=group_id).first()
    if found is None:
        raise Http404
    return found


def own_places(event: Event, reader: User | None) -> list[Place]:
    """Return the places of the reader, or of their team, the last stage first (one query)."""
    if reader is None:
        return []
    mine = Q(entry__user=reader)
    if event.kind == Event.Kind.TEAM_CUP:
        mine |= Q(entry__members__user=reader, entry__members__agreed=True)
    rows = Place.objects.filter(mine, group__event=event).select_related("group")
    return list(rows.order_by("-group__stage", F("group__ended_at").desc(nulls_first=True), "pk"))


def group_title(event: Event, group: Group) -> str:
    """Return what a group is called within its event."""
    part = _part(event, group)
    several = event.kind not in _HELD and len(event.rules["stages"]) > 1
    if not several:
        return part
    return _("Stage %(number)d: %(part)s") % {"number": group.stage, "part": part}


_HELD = (Event.Kind.CHAMPIONSHIP, Event.Kind.MINI_CUP, Event.Kind.LADDER)


def _part(event: Event, group: Group) -> str:
    numbers = {"level": group.level, "number": group.number}
    if event.kind == Event.Kind.CHAMPIONSHIP:
        return _("League %(level)d, group %(number)d") % numbers
    if event.kind == Event.Kind.MINI_CUP:
        return _("Level %(level)d, group %(number)d") % numbers
    if group.kind == Group.Kind.ROUND_ROBIN:
        return _("Group %(number)d") % numbers
    return wording.word("stage", group.kind).capitalize()
