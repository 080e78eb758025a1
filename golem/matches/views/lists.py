"""The pages that list matches: my own, and those to watch."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from golem.matches import reads, selectors
from golem.matches.faces import Faces
from golem.matches.models import Match
from golem.matches.represent import Reader
from golem.matches.rows import challenge_rows, match_row, tiles
from golem.matches.views.people import reader_of, user_of
from golem.rest.snapshots import one_snapshot

FINISHED_A_PAGE = 20
TILES = 12
RUNNING_AT_MOST = 500


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show my matches, those where it is my turn first, and my open challenges."""
    user, now = user_of(request), timezone.now()
    reads.settle_player_shown(user, now)
    return _mine(request, user, now)


@one_snapshot()
def _mine(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    waiting = list(selectors.awaiting(user))
    running = selectors.matches_of(user).filter(status=Match.Status.RUNNING)
    others = running.exclude(pk__in=[match.pk for match in waiting])
    shown = list(others.order_by("-changed_at", "-pk")[:RUNNING_AT_MOST])
    faces = Faces([*waiting, *shown], user, now)
    finished = selectors.matches_of(user).filter(status=Match.Status.FINISHED)
    offers = challenge_rows(selectors.open_challenges(user, now), user)
    context = {
        "here": "mine",
        "waiting": [match_row(match, user, faces) for match in waiting],
        "running": [match_row(match, user, faces) | {"my_turn": False} for match in shown],
        "clocks_notice": faces.notice,
        "challenges_in": [row for row in offers if row["for_me"]],
        "challenges_out": [row for row in offers if row["mine"]],
        "page": finished_page(request, finished, user),
    }
    return render(request, "matches/mine.html", context)


def finished_page(
    request: HttpRequest, finished: QuerySet[Match], whose: Reader
) -> Page[dict[str, object]]:
    """Return one page of rows of finished matches, newest first, as seen by ``whose``."""
    found = finished.order_by("-ended_at", "-pk")
    page = Paginator(found, FINISHED_A_PAGE).get_page(request.GET.get("page"))
    matches = list(page.object_list)
    faces = Faces((), whose, timezone.now())
    page.object_list = [match_row(match, whose, faces) for match in matches]  # type: ignore[misc]
    return page  # type: ignore[return-value]


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Show running matches as boards, and those that ended last."""
    reader, now = reader_of(request), timezone.now()
    running = reads.settled(lambda: selectors.watchable(TILES), now)
    finished = selectors.just_finished(TILES // 3)
    faces = Faces([*running, *finished], reader, now)
    context = {
        "here": "watch",
        "tiles": tiles(running, reader, faces),
        "finished": tiles(finished, reader, faces),
        "clocks_notice": faces.notice,
    }
    return render(request, "matches/watch.html", context)
