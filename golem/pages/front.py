"""The first page: for a visitor what this is; for a player what waits for them."""

from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from golem import registry
from golem.matches import reads, selectors
from golem.matches.faces import Faces
from golem.matches.models import Match
from golem.matches.rows import challenge_rows, match_row, start_drawing, tiles
from golem.matches.views.people import reader_of
from golem.play.protocol import AnyGame, Explains
from golem.rest.snapshots import one_snapshot
from tournaments import selectors as events
from tournaments.views.held import shelf
from tournaments.views.lists import event_row

WAITING_SHOWN: Final = 8
TILES: Final = 8


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Show a visitor what this is, how to play now, and what is being played; a player first what
    waits for them."""
    reader, now = reader_of(request), timezone.now()
    waiting = reads.settled(lambda: _waiting(reader), now)
    running = reads.settled(_watchable, now)
    faces = Faces([*waiting, *running], reader, now)
    context = {
        "here": "play",
        "held": shelf(),
        "tiles": tiles(running, reader, faces),
        "clocks_notice": faces.notice,
    }
    if reader is None:
        return render(request, "pages/front.html", context | _introduction())
    context["waiting"] = [match_row(match, reader, faces) for match in waiting]
    return render(request, "pages/home.html", context | _of_player(reader, now))


@one_snapshot()
def _watchable() -> list[Match]:
    return selectors.watchable(TILES)


@one_snapshot()
def _waiting(reader: User | None) -> list[Match]:
    return list(selectors.awaiting(reader)[:WAITING_SHOWN]) if reader else []


@one_snapshot()
def _of_player(reader: User, now: datetime) -> dict[str, Any]:
    """Return what waits beside matches: challenges, and the reader's events that are to start."""
    offers = selectors.challenges_to(reader, now)[:WAITING_SHOWN]
    coming = events.of_user(events.coming(now), reader)[:WAITING_SHOWN]
    return {
        "challenges_in": challenge_rows(offers, reader),
        "events": [event_row(event) for event in coming],
        "games": [registry.load(key).info for key in registry.game_keys()],
    }


def _introduction() -> dict[str, Any]:
    games = [registry.load(key) for key in registry.game_keys()]
    return {"hero": _hero(games[0]), "games": [_card(game) for game in games]}


def _card(game: AnyGame) -> dict[str, object]:
    info = game.info
    return {
        "info": info,
        "drawing": start_drawing(info.key),
        "label": _("The first position of %(game)s") % {"game": info.title},
        "about": f"games/{info.key}/about.html",
    }


def _hero(game: AnyGame) -> dict[str, object]:
    """Return a board to look at: the last picture of the rules page, or the first position."""
    info = game.info
    examples = list(game.examples().values()) if isinstance(game, Explains) else []
    drawing = examples[-1].drawing if examples else start_drawing(info.key)
    label = _("A position of %(game)s") % {"game": info.title}
    return {
        "key": info.key,
        "title": info.title,
        "drawing": drawing,
        "marks": None,
        "label": label,
    }
