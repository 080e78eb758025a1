"""The waiting room, one challenge, and the acts on challenges."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.selectors import find_user, house
from golem.matches import challenges, selectors
from golem.matches.forms import ChallengeForm, HouseForm
from golem.matches.models import Challenge
from golem.matches.option_words import in_words
from golem.matches.rows import challenge_rows
from golem.matches.views.people import reader_of, user_of
from golem.matches.wording import say
from golem.rest.refusals import Missing, Refused

SHOWN_AT_MOST = 100


@require_safe
def waiting_room(request: HttpRequest) -> HttpResponse:
    """Show the open challenges and the form for a new one (``opponent``, ``game``: filled in)."""
    known = {name: request.GET[name] for name in ("opponent", "game") if name in request.GET}
    return _room(request, ChallengeForm(initial=known))


def _room(request: HttpRequest, form: ChallengeForm, status: int = 200) -> HttpResponse:
    reader = reader_of(request)
    found = selectors.waiting_room(reader, timezone.now())[:SHOWN_AT_MOST]
    context = {
        "here": "room",
        "rows": challenge_rows(found, reader),
        "form": form if reader else None,
    }
    return render(request, "matches/waiting_room.html", context, status=status)


@login_required
@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Make the posted challenge; show it, or the form again with what is wrong."""
    form = ChallengeForm(request.POST)
    if not form.is_valid():
        return _room(request, form, status=400)
    try:
        made = challenges.create(user_of(request), _opponent(form.opponent_name()), form.terms())
    except Refused as error:
        form.add_error(None, say("", "refused", error.code, error.data))
        return _room(request, form, status=error.status)
    return _shown(made)


def _opponent(name: str) -> User | None:
    if not name:
        return None
    found = find_user(name)
    if found is None:
        raise Missing("no_such_player")
    return found


def _shown(made: Challenge) -> HttpResponse:
    if made.match_id is not None:
        return redirect("matches:match", made.match_id)
    return redirect("matches:challenge", made.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play_house(request: HttpRequest) -> HttpResponse:
    """Show the form for a match against the house (``game``: chosen), or start the match that was
    posted and show it; what is not posted of side and options takes its default."""
    if request.method != "POST":
        known = {"game": request.GET["game"]} if "game" in request.GET else {}
        return _house_form(request, HouseForm(initial=known))
    form = HouseForm(request.POST)
    if not form.is_valid():
        return _house_form(request, form, status=400)
    try:
        return _shown(challenges.create(user_of(request), house(), form.terms()))
    except Refused as error:
        form.add_error(None, say("", "refused", error.code, error.data))
        return _house_form(request, form, status=error.status)


def _house_form(request: HttpRequest, form: HouseForm, status: int = 200) -> HttpResponse:
    return render(request, "matches/play_house.html", {"here": "play", "form": form}, status=status)


@require_safe
def challenge(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one challenge to those who may know of it."""
    reader = reader_of(request)
    found = selectors.visible_challenges(reader).filter(pk=pk).first()
    if found is None:
        raise Http404
    [row] = challenge_rows([found], reader)
    context = {"here": "room", "row": row, "options": in_words(found.game, found.options)}
    return render(request, "matches/challenge.html", context)


@login_required
@require_POST
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the challenge and go to the match."""
    try:
        match = challenges.accept(pk, user_of(request))
    except Refused as error:
        return _refused(request, error)
    return redirect("matches:match", match.pk)


@login_required
@require_POST
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Turn the challenge down."""
    return _ended(request, lambda: challenges.decline(pk, user_of(request)), _("Declined."))


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's challenge back."""
    return _ended(request, lambda: challenges.cancel(pk, user_of(request)), _("Withdrawn."))


def _ended(request: HttpRequest, act: Callable[[], Challenge], done: str) -> HttpResponse:
    try:
        act()
    except Refused as error:
        return _refused(request, error)
    messages.success(request, done)
    return redirect("matches:mine")


def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
    messages.error(request, say("", "refused", error.code, error.data))
    return redirect("matches:waiting_room")
