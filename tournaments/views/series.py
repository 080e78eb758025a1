"""What the pages of championships, mini cups and ladders show besides, and asking on a ladder."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from golem import registry
from golem.matches.views.people import user_of
from golem.matches.wording import say
from golem.rest.refusals import Refused
from tournaments.championship import selectors as championships
from tournaments.championship.opening import former_of, upcoming
from tournaments.ladder import selectors as ladders
from tournaments.ladder.asking import ask as ask_for_match
from tournaments.ladder.rungs import group_of
from tournaments.league_words import fate_words
from tournaments.mini_cup import selectors as mini_cups
from tournaments.models import Event
from tournaments.views import held

SHOWN = 20
A_PAGE = 30
"""Rungs of a ladder on a page."""
CHAMPIONS_SHOWN = 5
LEAGUES_SHOWN = 3
"""Leagues on an edition's page; further ones have a page each."""


def context_of(event: Event, reader: User | None, page: str = "") -> dict[str, Any]:
    """Return what belongs to the kind of the event: ``part``, a template, and its context.

    ``page`` is that of the ladder; without it the one on which the reader stands is shown.
    Empty for events that players make. A fixed number of queries for each kind.
    """
    if event.kind == Event.Kind.LADDER:
        return _ladder(event, reader, page)
    if event.kind == Event.Kind.MINI_CUP:
        return _mini_cup(event, reader)
    return _championship(event, reader) if event.kind == Event.Kind.CHAMPIONSHIP else {}


def _ladder(event: Event, reader: User | None, wanted: str) -> dict[str, Any]:
    group = group_of(event)
    mine = ladders.standing_of(group, reader)
    own_page = (mine.row - 1) // A_PAGE + 1 if mine else 1
    page = Paginator(ladders.standing(group), A_PAGE).get_page(wanted or own_page)
    return {
        "part": "tournaments/ladder.html",
        "page": page,
        "rungs": ladders.some_rungs(group, list(page.object_list), mine),
        "mine": mine,
        "own_page": own_page,
        "pairings": ladders.running(event, SHOWN),
        "results": ladders.last_results(event, SHOWN),
    }


def _mini_cup(event: Event, reader: User | None) -> dict[str, Any]:
    waits = mini_cups.waits_for(event, reader) if reader else []
    fits = reader is None or reader.is_bot == event.bots
    return {
        "part": "tournaments/mini_cup.html",
        "fits": fits,
        "levels": mini_cups.levels(event),
        "waits_for": waits,
        "may_enter": bool(reader) and event.entry_open and 1 not in waits and fits,
        "playing": mini_cups.trios(event, ended=False, number=SHOWN),
        "played": mini_cups.trios(event, ended=True, number=SHOWN),
    }


def _championship(event: Event, reader: User | None) -> dict[str, Any]:
    levels = list(event.groups.order_by("level").values_list("level", flat=True).distinct())
    mine = championships.place_of(event, reader)
    return {
        "part": "tournaments/championship.html",
        "mine": mine,
        "mine_why": fate_words(mine) if mine else "",
        "leagues": _leagues(event, levels[:LEAGUES_SHOWN]),
        "further": levels[LEAGUES_SHOWN:],
        "former": former_of(event),
        "upcoming": upcoming(event),
        "champions": championships.champions(event.game)[:CHAMPIONS_SHOWN],
    }


def _leagues(event: Event, levels: list[int]) -> list[dict[str, Any]]:
    return [
        {
            "level": league.level,
            "groups": [
                {"group": group, "rows": [(place, fate_words(place)) for place in places]}
                for group, places in league.groups
            ],
        }
        for league in championships.leagues_of(event, levels)
    ]


@require_safe
def league(request: HttpRequest, pk: int, level: int) -> HttpResponse:
    """Show one league of an edition with all its groups."""
    event = Event.objects.filter(pk=pk, kind=Event.Kind.CHAMPIONSHIP).first()
    found = _leagues(event, [level]) if event is not None else []
    if event is None or not found:
        raise Http404
    context = {"here": "events", "event": event, "leagues": found, "level": level}
    return render(request, "tournaments/league.html", context)


@require_safe
def champions(request: HttpRequest, key: str) -> HttpResponse:
    """Show the champions of a game, the last edition first."""
    if key not in registry.game_keys():
        raise Http404
    context = {
        "here": "events",
        "title": registry.load(key).info.title,
        "held": held.of_game(key),
        "champions": championships.champions(key),
    }
    return render(request, "tournaments/champions.html", context)


@login_required
@require_POST
def ask(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a match on a ladder, and go to it."""
    try:
        match = ask_for_match(pk, user_of(request))
    except Refused as error:
        messages.error(request, say("", "refused", error.code, error.data))
        if error.code == "no_such_event":
            return redirect("tournaments:events")
        return redirect("tournaments:event", pk)
    return redirect("matches:match", match.pk)
