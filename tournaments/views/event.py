"""The page of one event, and the acts on it of those who play in it or organise it."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.selectors import find_user
from golem import registry
from golem.matches.option_words import in_words
from golem.matches.represent import Reader
from golem.matches.views.people import reader_of, user_of
from golem.matches.wording import say
from golem.rest.refusals import Missing, Refused
from tournaments import creation, entries, leaving, lineups, selectors, teams
from tournaments.document import most_of
from tournaments.messages import why_cancelled
from tournaments.models import Entry, Event, EventAct
from tournaments.opening import takes_entries
from tournaments.organising.rights import may_organise
from tournaments.plan import plan
from tournaments.views import series, standing

ENTRIES_SHOWN = 300
NEWS_SHOWN = 5


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the event: what it is, what happens next, and who takes part."""
    found = selectors.event_or_404(pk)
    reader = reader_of(request)
    context = context_of(found, reader) | series.context_of(
        found, reader, request.GET.get("page", "")
    )
    context |= standing.context_of(found, reader, timezone.now(), held="part" in context)
    return render(request, "tournaments/event.html", context)


def context_of(found: Event, reader: Reader) -> dict[str, Any]:
    """Return what the top of an event's page shows; a fixed number of queries."""
    now, own = timezone.now(), selectors.own(found, reader)
    rows = list(selectors.entries(found)[:ENTRIES_SHOWN])
    document = found.rules
    open_now = takes_entries(found, now)
    before = found.status == Event.Status.ENTRY
    return {
        "here": "events",
        "event": found,
        "title": registry.load(found.game).info.title,
        "document": document,
        "stages": document["stages"],
        "options": in_words(found.game, document["options"]),
        "most": most_of(document),
        "teams": found.kind == Event.Kind.TEAM_CUP,
        "own": own,
        "boards": range(1, document.get("teams", {}).get("players", 0) + 1),
        "desk": may_organise(found, reader),
        "open": open_now,
        "plan": plan(document, found.created_at, settings.VACATION_DAYS) if before else None,
        "entries": [row for row in rows if row.status != Entry.Status.WAITING],
        "waiting": [row for row in rows if row.status == Entry.Status.WAITING],
        "more": max(0, found.players + found.waiting - len(rows)),  # type: ignore[attr-defined]
        "announcements": list(found.announcements.all()[:NEWS_SHOWN]),
        "why": _why(found),
    }


def _why(found: Event) -> str:
    if found.status != Event.Status.CANCELLED:
        return ""
    return why_cancelled(found.acts.filter(kind=EventAct.Kind.CANCELLED).first())


def _done(
    request: HttpRequest, pk: int, act: Callable[[], Any], said: Callable[[Any], str]
) -> HttpResponse:
    """Do the act, say what came of it, and show the event again."""
    try:
        messages.success(request, said(act()))
    except Refused as error:
        messages.error(request, say("", "refused", error.code, error.data))
        if isinstance(error, Missing) and error.code == "no_such_event":
            return redirect("tournaments:events")
    return redirect("tournaments:event", pk)


@login_required
@require_POST
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a place in the event, or wait for one."""
    password = request.POST.get("password", "")
    return _done(request, pk, lambda: entries.enter(pk, user_of(request), password), _entered)


def _entered(entry: Entry) -> str:
    if entry.status == Entry.Status.WAITING:
        return _("All places are taken: you are on the waiting list.")
    return _("You have a place.")


@login_required
@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's entry back, or withdraw from an event that runs."""
    act = lambda: leaving.leave_or_withdraw(pk, user_of(request))  # noqa: E731
    return _done(request, pk, act, lambda _done: _("You take part no more."))


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Call one's event off before it starts."""
    reason = request.POST.get("reason", "").strip()
    act = lambda: creation.cancel(pk, user_of(request), reason)  # noqa: E731
    return _done(request, pk, act, lambda _done: _("Cancelled. Everybody who entered is told."))


# --- teams ---


@login_required
@require_POST
def team_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a team."""
    name, password = (request.POST.get(field, "") for field in ("name", "password"))
    act = lambda: teams.create(pk, user_of(request), name.strip(), password)  # noqa: E731
    return _done(request, pk, act, lambda _done: _("Your team is there. Now invite its players."))


@login_required
@require_POST
def team_invite(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """Invite a player into one's team."""
    return _done(request, pk, lambda: _invite(request, team), lambda _done: _("Invited."))


def _invite(request: HttpRequest, team: int) -> object:
    player = find_user(request.POST.get("player", "").strip())
    if player is None:
        raise Missing("no_such_player")
    return teams.invite(team, user_of(request), player)


@login_required
@require_POST
def team_agree(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """Join the team that invited one."""
    act = lambda: teams.agree(team, user_of(request))  # noqa: E731
    return _done(request, pk, act, lambda _done: _("You play in this team."))


@login_required
@require_POST
def team_part(request: HttpRequest, pk: int, team: int, member: int) -> HttpResponse:
    """Decline, leave, let a member go, or dissolve the team."""
    act = lambda: teams.part(team, user_of(request), member)  # noqa: E731
    return _done(request, pk, act, lambda _done: _("Done."))


@login_required
@require_POST
def team_lineup(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """Put a team's players on its boards, as its captain."""
    act = lambda: lineups.set_lineup(team, user_of(request), _lineup(request))  # noqa: E731
    return _done(request, pk, act, lambda _done: _("The line-up is set."))


def _lineup(request: HttpRequest) -> list[int | None]:
    """Return the members that the form names, board by board; ``0`` is nobody."""
    found = []
    for text in request.POST.getlist("board"):
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0
        found.append(number or None)
    return found
