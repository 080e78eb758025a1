"""The pages of matches: looking at one, playing, previewing, resigning, asking for a rematch."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from golem.matches import challenges, reads, services
from golem.matches.forms import MoveForm
from golem.matches.log import game_of
from golem.matches.match_page import Glance, MatchPage, preview_context
from golem.matches.models import Match
from golem.matches.selectors import match_or_404, next_match, seat_of
from golem.matches.services import Played
from golem.matches.views.people import reader_of, user_of
from golem.matches.wording import say
from golem.play.errors import NotationError, Refusal
from golem.rest.refusals import Refused
from golem.rest.snapshots import one_snapshot

AWAY = "away"  # the cookie that keeps a player's wish to see the own side at the top
A_YEAR = 365 * 24 * 3600  # seconds


@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the match (``ply``: after that ply; ``turn``: 1, the board turned; ``fragment``: only
    the play area), or play the move that was posted and go on to the next match."""
    if request.method == "POST":
        return play(request, pk)
    now = timezone.now()
    reads.settle_match_shown(pk, now)
    return _shown(request, pk, now)


@one_snapshot()
def _shown(request: HttpRequest, pk: int, now: datetime) -> HttpResponse:
    found = match_or_404(pk)
    page = MatchPage(found, reader_of(request), _glance(request, found), now)
    template = "matches/play_area.html" if "fragment" in request.GET else "matches/match.html"
    response = render(request, template, page.context())
    _remember_turn(request, response, page)
    return response


@login_required
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Play the posted move; if it is refused, show the match with the reason."""
    form = MoveForm(request.POST)
    try:
        notation, ply, note = form.move()
        played = services.submit_move(pk, user_of(request), ply, notation, note)
    except (Refused, Refusal) as error:
        return _refused(request, pk, form, error)
    following = None if _is_news(played) else next_match(user_of(request), pk)
    if following is None:
        return redirect("matches:match", pk)
    messages.success(request, _went_on(played))
    return redirect("matches:match", following.pk)


def _is_news(played: Played) -> bool:
    """Return whether the move led to what its player wants to see at once: the end, the choices
    of all, or a turn of their own again."""
    if played.sealed:
        return False
    seats = played.match.seats.all()
    moves_again = any(seat.to_move for seat in seats if seat.name == played.seat)
    return moves_again or played.match.status == Match.Status.FINISHED


def _went_on(played: Played) -> str:
    """Say that the move is in, and that the page is about another match; with a way back."""
    if played.sealed:
        said = _("Your choice is kept until all have chosen. Here it is your turn, too.")
    else:
        said = _("Your move was played. Here it is your turn, too.")
    back = reverse("matches:match", args=[played.match.pk])
    return format_html('{} <a href="{}">{}</a>', said, back, _("Back to the match before"))


@login_required
@require_POST
@one_snapshot()
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board as it would be after the posted move (``fragment``: only the board)."""
    form = MoveForm(request.POST)
    try:
        notation, ply, note = form.move()
        trial = services.try_move(pk, user_of(request), ply, notation)
    except (Refused, Refusal) as error:
        return _refused(request, pk, form, error)
    found = match_or_404(pk)
    page = MatchPage(found, reader_of(request), _glance(request, found), timezone.now())
    context = preview_context(page, trial.state)
    context |= {"notation": trial.notation, "note": note}
    template = "matches/preview.html" if "fragment" in request.GET else "matches/match.html"
    return render(request, template, context)


@one_snapshot()
def _refused(
    request: HttpRequest, pk: int, form: MoveForm, error: Refused | Refusal
) -> HttpResponse:
    """Answer a refused move: the page with the reason, or the reason alone for the script."""
    found = match_or_404(pk)
    reason = say(found.game, "refused", error.code, error.data)
    status = error.status if isinstance(error, Refused) else _status(error)
    if "fragment" in request.GET:
        body = {"code": error.code, "detail": reason, "status": status}
        return JsonResponse(body, status=status, content_type="application/problem+json")
    page = MatchPage(found, reader_of(request), _glance(request, found), timezone.now())
    typed = {name: form.data.get(name, "")[:200] for name in ("notation", "note")}
    context = page.context() | typed | {"form_error": reason}
    if not context["my_turn"]:
        messages.error(request, reason)
    return render(request, "matches/match.html", context, status=status)


def _status(error: Refusal) -> int:
    return 400 if isinstance(error, NotationError) else 422


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask once more, or (posted) give the match up and show it."""
    if request.method != "POST":
        return _ask_to_resign(request, pk)
    try:
        services.resign(pk, user_of(request))
    except Refused as error:
        messages.error(request, say("", "refused", error.code, error.data))
    return redirect("matches:match", pk)


def _ask_to_resign(request: HttpRequest, pk: int) -> HttpResponse:
    found = match_or_404(pk)
    if found.status == Match.Status.FINISHED or seat_of(found, request.user) is None:
        return redirect("matches:match", pk)
    seats = list(found.seats.all())
    context = {"match": found, "seats": seats, "title": game_of(found).info.title}
    return render(request, "matches/resign.html", context)


@login_required
@require_POST
def rematch(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer a rematch, or take the one that was offered and go there."""
    try:
        challenge = challenges.rematch(pk, user_of(request))
    except Refused as error:
        messages.error(request, say("", "refused", error.code, error.data))
        return redirect("matches:match", pk)
    if challenge.match_id is not None:
        return redirect("matches:match", challenge.match_id)
    messages.success(request, _("The rematch is offered."))
    return redirect("matches:match", pk)


def _glance(request: HttpRequest, found: Match) -> Glance:
    ply = request.GET.get("ply", "")
    wanted = int(ply) if ply.isascii() and ply.isdecimal() and len(ply) < 10 else None
    turn = request.GET.get("turn")
    plays = seat_of(found, reader_of(request)) is not None
    remembered = plays and request.COOKIES.get(AWAY) == "1"
    return Glance(wanted, turned=remembered if turn is None else turn == "1")


def _remember_turn(request: HttpRequest, response: HttpResponse, page: MatchPage) -> None:
    """Keep a player's wish for all matches that they play: turned away from their own side, on
    whichever side they sit. An onlooker's wish stays in the address."""
    if "turn" not in request.GET or page.own is None:
        return
    value = "1" if page.turned else "0"
    response.set_cookie(
        AWAY, value, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )
