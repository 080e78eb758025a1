"""The page on which players are found."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from accounts.directory import ByName
from accounts.directory import players as found_by
from accounts.models import Strength, User
from accounts.strengths import strengths_of
from golem import registry
from golem.matches import boundaries
from golem.matches.views.people import reader_of
from golem.rest.refusals import Refused
from golem.rest.snapshots import one_snapshot


class _Pages(ByName):
    page_size = 30
    page_size_query_param = ""


@require_safe
@one_snapshot()
def players(request: HttpRequest) -> HttpResponse:
    """Show the players whose names begin with ``name``, and how strong they are at ``game``."""
    beginning, pages = request.GET.get("name", "").strip(), _Pages()
    try:
        page = pages.paginate_queryset(found_by(beginning), Request(request)) or []
    except Refused:  # a made-up cursor
        return redirect("pages:players")
    infos = [registry.load(key).info for key in registry.game_keys()]
    asked = request.GET.get("game", "")
    info = next((one for one in infos if one.key == asked), infos[0])
    context = {
        "here": "players",
        "beginning": beginning,
        "games": infos,
        "info": info,
        "rows": _rows(page, reader_of(request), info.key),
        "next": pages.get_next_link(),
        "previous": pages.get_previous_link(),
    }
    return render(request, "pages/players.html", context)


def _rows(page: list[User], reader: User | None, game: str) -> list[dict[str, Any]]:
    """Return what the page shows of each player (two queries): ``open`` tells whether the reader
    can challenge them."""
    ids = [user.pk for user in page]
    known: dict[int, list[Strength]] = strengths_of(ids, game)
    apart = boundaries.apart(reader, ids) if reader else set()
    may = reader is not None and not reader.is_bot
    return [
        {
            "player": user,
            "strength": next(iter(known[user.pk]), None),
            "open": may and user != reader and user.pk not in apart,
        }
        for user in page
    ]
