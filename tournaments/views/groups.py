"""The pages of groups: their index, one of them, and what would be if."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from golem.matches.faces import Faces
from golem.matches.rows import match_row
from golem.matches.views.people import reader_of
from golem.matches.wording import say
from golem.rest.refusals import Refused
from golem.rest.snapshots import one_snapshot
from tournaments import selectors
from tournaments.acts import acts, words
from tournaments.models import Event, Group
from tournaments.reading import assumed, groups, running
from tournaments.reading.table import Row
from tournaments.scoring import Points
from tournaments.views import standing

GROUPS_A_PAGE = 60
MATCHES_A_PAGE = 50
ACTS_A_PAGE = 50
ASSUMED_AT_MOST = 100
"""So many open matches stand in one form."""


@require_safe
@one_snapshot()
def index(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all groups of an event, in pages."""
    event = selectors.event_or_404(pk)
    page = Paginator(groups.groups(event), GROUPS_A_PAGE).get_page(request.GET.get("page"))
    own = {place.group_id for place in groups.own_places(event, reader_of(request))}
    rows = standing.index_rows(event, list(page.object_list))
    context = {"here": "events", "event": event, "page": page, "groups": rows, "own_groups": own}
    return render(request, "tournaments/groups.html", context)


def _found(pk: int, number: int) -> tuple[Event, Group]:
    event = selectors.event_or_404(pk)
    group = groups.group_or_404(event, number)
    if group.kind == Group.Kind.LADDER:
        raise Http404
    return event, group


@require_safe
@one_snapshot()
def group(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show one group: its table, its cross table or bracket, and a ``round`` of it."""
    event, found = _found(pk, number)
    wanted = request.GET.get("round", "")
    round_number = int(wanted) if wanted.isdecimal() and len(wanted) < 5 else None
    shown = standing.part_of(event, found, reader_of(request), round_number)
    context = {"here": "events", "event": event, "shown": shown}
    return render(request, "tournaments/group.html", context)


@require_safe
def what_if(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the table as it would be with the results that the reader supposes; change nothing."""
    event, found = _found(pk, number)
    reader, refused = reader_of(request), ""
    try:
        supposed = assumed.assume(event, found, _results(request), reader)
    except Refused as error:
        if error.code == "no_table":
            raise Http404 from error
        refused = say("", "refused", error.code, error.data)
        supposed = assumed.assume(event, found, {}, reader)
    rows = {row.place.pk: row for row in (*supposed.table.rows, *supposed.table.below)}
    mine = {key for key, row in rows.items() if row.mine}
    matches = sorted(supposed.open, key=lambda one: _order(one, mine))
    context = {
        "here": "events",
        "event": event,
        "group": found,
        "title": groups.group_title(event, found),
        "table": supposed.table,
        "matches": [_choice(one, rows, supposed.choices) for one in matches[:ASSUMED_AT_MOST]],
        "more": max(0, len(matches) - ASSUMED_AT_MOST),
        "assumed": any(one.assumed for one in supposed.open),
        "refused": refused,
    }
    return render(request, "tournaments/what_if.html", context)


def _order(one: assumed.OpenMatch, mine: set[int]) -> tuple[bool, bool, int, int]:
    """Return what is supposed already first, then the reader's own, then round by round."""
    own = one.first.pk in mine or one.second.pk in mine
    return one.assumed is None, not own, one.round or 0, one.key


def _results(request: HttpRequest) -> dict[int, Points]:
    """Return what the form supposes: fields like ``m12``, values like ``5-0``.

    Raises ``Refused`` (``bad_assumption``); fields that are none of these are passed over.
    """
    fields = {name[1:]: str(value) for name, value in request.GET.items() if name[:1] == "m"}
    return {
        int(key): assumed.points_of(value)
        for key, value in fields.items()
        if value and key.isdecimal() and len(key) < 18
    }


def _choice(
    one: assumed.OpenMatch, rows: dict[int, Row], choices: tuple[Points, ...]
) -> dict[str, Any]:
    return {
        "open": one,
        "first": rows[one.first.pk].name,
        "second": rows[one.second.pk].name,
        "choices": [
            {"value": f"{a}-{b}", "text": f"{a} : {b}", "chosen": one.assumed == (a, b)}
            for a, b in choices
        ],
    }


@require_safe
def matches(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the matches of an event that run, in pages."""
    event, reader, now = selectors.event_or_404(pk), reader_of(request), timezone.now()
    rows = running.running(event, reader)
    page = Paginator(rows, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    first = max(0, page.start_index() - 1)
    found = running.settled(rows, first, MATCHES_A_PAGE, now)
    faces = Faces(found, reader, now)
    context = {
        "here": "events",
        "event": event,
        "page": page,
        "running": [match_row(match, reader, faces) for match in found],
        "clocks_notice": faces.notice,
    }
    return render(request, "tournaments/matches.html", context)


@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what was done to an event, and all its organiser said."""
    event = selectors.event_or_404(pk)
    page = Paginator(acts(event), ACTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "here": "events",
        "event": event,
        "page": page,
        "log": [(act, words(act)) for act in page.object_list],
        "announcements": list(event.announcements.all()),
    }
    return render(request, "tournaments/log_page.html", context)


@require_safe
def reading(request: HttpRequest) -> HttpResponse:
    """Show how a table is read."""
    return render(request, "tournaments/reading.html", {"here": "events"})
