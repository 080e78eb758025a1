"""The events of a player: a page of them, and what the player's own page shows."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import find_user
from tournaments.reading import record

SHOWN = 5
A_PAGE = 40


def context_of(player: User) -> dict[str, Any]:
    """Return the events of a player for their page (six queries)."""
    return {
        "events_now": record.with_places(list(record.going_on(player)[:SHOWN])),
        "events_past": record.with_places(list(record.past(player)[:SHOWN])),
    }


@require_safe
def of_player(request: HttpRequest, name: str) -> HttpResponse:
    """Show all events of a player: those that go on, and past ones in pages."""
    player = find_user(name)
    if player is None:
        raise Http404
    if player.username != name:
        return redirect("tournaments:of_player", player.username)
    page = Paginator(record.past(player), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "page": page,
        "events_now": record.with_places(list(record.going_on(player))),
        "events_past": record.with_places(list(page.object_list)),
    }
    return render(request, "tournaments/of_player.html", context)
