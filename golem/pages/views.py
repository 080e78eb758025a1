"""Players, games, rules and dice."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.selectors import find_user
from accounts.strengths import strengths_of
from golem import registry
from golem.matches import boundaries, forecast, reads, selectors
from golem.matches.dice_counts import dice_counts
from golem.matches.faces import Faces
from golem.matches.models import Boundary, Match
from golem.matches.rows import match_row, start_drawing
from golem.matches.views.lists import finished_page
from golem.matches.views.people import reader_of, user_of
from golem.matches.wording import say
from golem.play.protocol import Explains
from golem.rest.refusals import Refused
from golem.rest.snapshots import one_snapshot
from tournaments.views import record
from tournaments.views.held import held

RUNNING_SHOWN = 50


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show all games, each with its first position."""
    running, events = selectors.running_by_game(), {one.game: one for one in held()}
    infos = [registry.load(key).info for key in registry.game_keys()]
    shown = [
        {
            "info": info,
            "drawing": start_drawing(info.key),
            "label": _("The first position of %(game)s") % {"game": info.title},
            "running": running.get(info.key, 0),
            "held": events.get(info.key),
            "about": f"games/{info.key}/about.html",
        }
        for info in infos
    ]
    return render(request, "pages/games.html", {"here": "games", "games": shown})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of a game, with its own pictures."""
    try:
        game = registry.load(key)
    except registry.UnknownGame as error:
        raise Http404 from error
    diagrams = game.examples() if isinstance(game, Explains) else {}
    context = {"here": "games", "key": key, "title": game.info.title, "diagrams": diagrams}
    return render(request, f"games/{key}/rules.html", context)


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    """Show how chance is made and checked."""
    return render(request, "pages/dice.html")


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player: results, running and finished matches. Any case of the name will do."""
    found = _player_or_404(name)
    if found.username != name:
        return redirect("pages:player", found.username)
    reader, now = reader_of(request), timezone.now()
    reads.settle_player_shown(found, now)
    return _shown(request, found, reader, now)


@one_snapshot()
def _shown(request: HttpRequest, found: User, reader: User | None, now: datetime) -> HttpResponse:
    mine = selectors.matches_of(found)
    running = list(
        mine.filter(status=Match.Status.RUNNING).order_by("-changed_at", "-pk")[:RUNNING_SHOWN]
    )
    faces = Faces(running, reader, now)
    context = {
        "player": found,
        "is_me": reader == found,
        "records": _records(found),
        "running": [match_row(match, None, faces) for match in running],
        "clocks_notice": faces.notice,
        "page": finished_page(request, mine.filter(status=Match.Status.FINISHED), found),
    }
    context |= _boundaries(reader, found) | _time_of(found, reader, now) | record.context_of(found)
    return render(request, "pages/player.html", context)


def _time_of(found: User, reader: User | None, now: datetime) -> dict[str, object]:
    """Return the player's vacation of this year, and for the player alone what is to come."""
    if found.is_bot:
        return {"vacation": None, "coming": []}
    coming = forecast.coming(found, now) if reader == found else []
    return {"vacation": selectors.vacation_of(found, now), "coming": coming}


@require_safe
def player_dice(request: HttpRequest, name: str) -> HttpResponse:
    """Show how a player's dice fell."""
    found = _player_or_404(name)
    faces = dice_counts(found)
    rows = [
        {"face": row.face, "count": row.count, "percent": f"{100 * row.share:.1f} %"}
        for row in faces
    ]
    total = sum(row.count for row in faces)
    context = {"player": found, "faces": rows, "total": total}
    return render(request, "pages/player_dice.html", context)


def _player_or_404(name: str) -> User:
    found = find_user(name)
    if found is None:
        raise Http404
    return found


def _records(found: User) -> list[dict[str, object]]:
    """Return the player's results and strength at each game with a match that counts."""
    strengths = {row.game: row for row in strengths_of([found.pk])[found.pk]}
    rows = selectors.record_of(found)
    return [_record(row) | {"strength": strengths.get(row["match__game"])} for row in rows]


def _record(row: dict[str, Any]) -> dict[str, object]:
    played, won, undecided = row["played"], row["won"], row["undecided"]
    return {
        "key": row["match__game"],
        "title": registry.load(row["match__game"]).info.title,
        "played": played,
        "won": won,
        "lost": played - won - undecided,
        "undecided": undecided,
    }


def _boundaries(reader: User | None, found: User) -> dict[str, bool]:
    kinds = boundaries.between(reader, found) if reader else set()
    return {"muted": Boundary.Kind.MUTE in kinds, "blocked": Boundary.Kind.BLOCK in kinds}


ACTS = {
    "mute": (Boundary.Kind.MUTE, True),
    "unmute": (Boundary.Kind.MUTE, False),
    "block": (Boundary.Kind.BLOCK, True),
    "unblock": (Boundary.Kind.BLOCK, False),
}


@login_required
@require_POST
def boundary(request: HttpRequest, name: str) -> HttpResponse:
    """Mute, unmute, block or unblock a player."""
    now, found = timezone.now(), _player_or_404(name)
    kind, up = ACTS.get(request.POST.get("act", ""), (None, False))
    if kind is None:
        raise Http404
    try:
        if up:
            boundaries.put_up(user_of(request), found, kind, now)
        else:
            boundaries.take_down(user_of(request), found, kind)
    except Refused as error:
        messages.error(request, say("", "refused", error.code, error.data))
    return redirect("pages:player", found.username)
