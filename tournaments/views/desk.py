"""The organiser's desk: everything that an organiser can do, by forms.

Acts that cannot be undone are asked once more: the first request shows a page with the same fields
hidden, and ``sure`` beside them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.selectors import find_user
from golem.matches.models import Match
from golem.matches.views.people import user_of
from golem.matches.wording import say
from golem.rest.refusals import Missing, Refused
from tournaments import creation, selectors
from tournaments.acts import acts, words
from tournaments.document import most_of
from tournaments.models import Entry, Event
from tournaments.organising import (
    announcing,
    decisions,
    opening,
    own,
    removal,
    replacing,
    rights,
)
from tournaments.organising.idleness import idle_in

SHOWN = 100
LOG_SHOWN = 30
Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Act:
    """``do`` does it with the event's number, who does it, and the fields of the form; ``said``
    tells that it is done; ``question`` asks before, if it cannot be undone."""

    do: Callable[[int, User, Fields], object]
    said: Promise | str
    question: Promise | str = ""


def _number(fields: Fields, name: str) -> int:
    text = fields.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0


def _player(name: str) -> User:
    found = find_user(name.strip())
    if found is None:
        raise Missing("no_such_player")
    return found


def _replace(pk: int, by: User, fields: Fields) -> object:
    old = _player(fields.get("old", ""))
    new = _player(fields.get("player", ""))
    number = _number(fields, "number")
    return replacing.replace(pk, number, old, new, fields.get("reason", ""), by)


def _give(pk: int, by: User, fields: Fields) -> object:
    seconds = _number(fields, "hours") * 3600
    match, seat = _number(fields, "match"), fields.get("seat", "")
    return decisions.give_time(pk, match, seat, seconds, fields.get("reason", ""), by)


def _adjudicate(pk: int, by: User, fields: Fields) -> object:
    event = selectors.event_or_missing(pk)
    known = dict(enumerate(decisions.choices(event.game)))
    winner, points = known.get(_number(fields, "decision"), ("", {"": -1}))
    match = _number(fields, "match")
    return decisions.adjudicate(pk, match, winner, fields.get("reason", ""), by, points)


ACTS: dict[str, Act] = {
    "close": Act(lambda pk, by, _f: opening.close_entry(pk, by), _("Entry is closed.")),
    "open": Act(lambda pk, by, _f: opening.open_entry(pk, by), _("Entry is open.")),
    "start": Act(
        lambda pk, by, _f: opening.start_now(pk, by),
        _("The event has started."),
        _("Start the event now? Nobody can enter after that."),
    ),
    "cancel": Act(
        lambda pk, by, fields: creation.cancel(pk, by, fields.get("reason", "").strip()),
        _("Cancelled. Everybody who entered is told."),
        _("Call the event off, for good?"),
    ),
    "announce": Act(
        lambda pk, by, fields: announcing.announce(pk, fields.get("text", ""), by),
        _("Everybody is told."),
    ),
    "remove": Act(
        lambda pk, by, fields: removal.remove(
            pk, _number(fields, "number"), fields.get("reason", ""), by
        ),
        _("Removed."),
        _("Take this entry out of the event, for good? Matches that run are lost."),
    ),
    "replace": Act(
        _replace,
        _("Replaced. Running matches change hands in the next seconds."),
        _("Let the newcomer play on? Matches that change hands are unrated for good."),
    ),
    "give": Act(_give, _("The time is given.")),
    "adjudicate": Act(
        _adjudicate,
        _("The match is decided."),
        _("End this match with this result, for good?"),
    ),
    "annul": Act(
        lambda pk, by, fields: decisions.annul(
            pk, _number(fields, "match"), fields.get("reason", ""), by
        ),
        _("The match is annulled."),
        _("Take the result of this match out, for good?"),
    ),
}


def _event(request: HttpRequest, pk: int) -> Event:
    """Return the event; ``Http404`` unless the reader may work at its desk."""
    found = selectors.event_or_404(pk)
    if not rights.may_organise(found, user_of(request)):
        raise Http404
    return found


@login_required
@require_safe
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the organiser can do, which matches wait, and what was done."""
    found = _event(request, pk)
    rows = list(selectors.entries(found)[:SHOWN])
    waiting, mine = idle_in(found), own.own_entries(pk, user_of(request))
    context = {
        "here": "events",
        "event": found,
        "teams": found.kind == Event.Kind.TEAM_CUP,
        "most": most_of(found.rules),
        "least": found.rules["entry"]["least"],
        "entries": [row for row in rows if row.status in _THERE],
        "kept": own.not_to_remove(found, mine),  # who plays against the reader
        "bound": own.not_to_replace(found, mine),
        "idle": waiting[:SHOWN],
        "more": max(0, len(waiting) - SHOWN),
        "log": [{"act": act, "words": words(act)} for act in acts(found)[:LOG_SHOWN]],
        "longest": announcing.LONGEST,
    }
    return render(request, "tournaments/desk.html", context)


_THERE = (Entry.Status.ENTERED, Entry.Status.WAITING)


@login_required
@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what can be done to one match of the event (``match``)."""
    found = _event(request, pk)
    try:
        board = rights.board_of(found, _number(request.GET, "match"))
    except Missing as error:
        messages.error(request, say("", "refused", error.code, error.data))
        return redirect("tournaments:desk", pk)
    assert board.match is not None
    seats = list(board.match.seats.select_related("user"))
    names = {seat.name: seat.user.username for seat in seats}
    decided = [
        {"number": number, "winner": names.get(winner, ""), "points": _spelled(points, names)}
        for number, (winner, points) in enumerate(decisions.choices(found.game))
    ]
    context = {
        "here": "events",
        "event": found,
        "match": board.match,
        "running": board.match.status == Match.Status.RUNNING,
        "seats": seats,
        "decisions": decided,
        "own": own.is_own(board, user_of(request)),
    }
    return render(request, "tournaments/desk_match.html", context)


def _spelled(points: Mapping[str, int], names: Mapping[str, str]) -> str:
    return " : ".join(str(points[seat]) for seat in names if seat in points)


@login_required
@require_POST
def do(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Do an act at the desk, or ask whether it is really meant."""
    found, wanted = _event(request, pk), ACTS.get(act)
    if wanted is None:
        raise Http404
    fields = {name: str(value) for name, value in request.POST.items() if name not in _OWN}
    if wanted.question and "sure" not in request.POST:
        context = {
            "here": "events",
            "event": found,
            "act": act,
            "question": wanted.question,
            "fields": fields,
        }
        return render(request, "tournaments/desk_sure.html", context)
    try:
        wanted.do(pk, user_of(request), fields)
        messages.success(request, str(wanted.said))
    except Refused as error:
        messages.error(request, say("", "refused", error.code, error.data))
    return redirect("tournaments:desk", pk)


_OWN = ("csrfmiddlewaretoken", "sure")
