"""The pages of ratings: the list of a game, and the history of a player."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import find_user
from golem import registry
from golem.play.protocol import GameInfo
from golem.ratings import selectors
from golem.ratings.plot import plot_of
from golem.ratings.records import records_of
from golem.rest.snapshots import one_snapshot

A_PAGE: Final = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Go to the list of the first game."""
    return redirect("ratings:list", registry.game_keys()[0])


@require_safe
@one_snapshot()
def rating_list(request: HttpRequest, key: str) -> HttpResponse:
    """Show who is how strong at a game, the strongest first (``all``: also who has not played for
    long)."""
    now, info = timezone.now(), _info(key)
    everybody = "all" in request.GET
    rows = selectors.rating_list(key, now, active=not everybody)
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "here": "games",
        "info": info,
        "games": [registry.load(one).info for one in registry.game_keys()],
        "page": page,
        "first": page.start_index(),
        "everybody": everybody,
        "days": selectors.ACTIVE.days,
    }
    return render(request, "ratings/list.html", context)


def _info(key: str) -> GameInfo:
    try:
        return registry.load(key).info
    except registry.UnknownGame as error:
        raise Http404 from error


@require_safe
def history(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """Show how a player's rating at a game has changed, and their record. Any case of the name
    will do."""
    found, info = find_user(name), _info(key)
    if found is None:
        raise Http404
    if found.username != name:
        return redirect("ratings:history", found.username, key)
    return _history(request, found, info)


@one_snapshot()
def _history(request: HttpRequest, found: User, info: GameInfo) -> HttpResponse:
    rows = selectors.history_of(found, info.key)
    marks = list(rows.order_by("number").values_list("at", "after"))
    context: dict[str, Any] = {
        "player": found,
        "info": info,
        "strength": next(iter(selectors.strengths_of([found.pk], info.key)[found.pk]), None),
        "plot": plot_of(marks),
        "page": Paginator(rows, A_PAGE).get_page(request.GET.get("page")),
        "records": records_of(found, info.key),
    }
    return render(request, "ratings/history.html", context)
