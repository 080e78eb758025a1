"""The operators' pages. Looking changes nothing; an act is filled in, confirmed, and then done."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from golem.matches import acts
from golem.matches.alarm import PERMISSION
from golem.matches.figures import clock_figures, running_matches
from golem.matches.models import Match
from golem.matches.operating.doings import ON_CLOCKS, ON_MATCH, Doing
from golem.rest.refusals import Refused
from golem.rest.wording import sentence

CLOCKS_PAGE = "admin:matches_act_clocks"


@require_safe
def clocks_page(request: HttpRequest) -> HttpResponse:
    """Show how the clocks stand, and which acts there are."""
    _operator(request)
    acts = [
        {"title": doing.title, "address": reverse("admin:matches_act_do", args=[key])}
        for key, doing in ON_CLOCKS.items()
    ]
    now = timezone.now()
    context = {"title": _("Clocks"), "clocks": clock_figures(now), "running": running_matches()}
    context |= {"now": now, "acts": acts}
    return render(request, "matches/operating/clocks.html", _framed(request, context))


@require_http_methods(["GET", "HEAD", "POST"])
def act_on_clocks(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for what an act on all clocks needs, have it confirmed, do it."""
    return _act(request, _known(ON_CLOCKS, key), None, reverse(CLOCKS_PAGE))


@require_http_methods(["GET", "HEAD", "POST"])
def act_on_match(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Ask for what an act on one match needs, have it confirmed, do it."""
    doing = _known(ON_MATCH, key)
    _operator(request)
    match = get_object_or_404(Match, pk=pk)
    return _act(request, doing, match, reverse("admin:matches_match_change", args=[pk]))


def _known(doings: Any, key: str) -> Doing:
    if key not in doings:
        raise Http404
    doing: Doing = doings[key]
    return doing


def _operator(request: HttpRequest) -> User:
    """Return who acts; raise ``PermissionDenied`` unless they may."""
    if not isinstance(request.user, User) or not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    return request.user


def _act(request: HttpRequest, doing: Doing, match: Match | None, back: str) -> HttpResponse:
    by, now = _operator(request), timezone.now()
    more: dict[str, Any] = {"match": match} if doing.form is ON_MATCH["give"].form else {}
    form = doing.form(request.POST if request.method == "POST" else None, **more)
    if match is not None and acts.sits_in(match.pk, by):
        return _not_own(request, doing, match, back)
    confirm, status = request.method == "POST" and form.is_valid(), 200
    if confirm and "confirmed" in request.POST:
        try:
            messages.success(request, doing.do(form.cleaned_data, match, by, now))
        except Refused as error:
            form.add_error(None, sentence(error.code, error.data))
            confirm, status = False, error.status
        else:
            return redirect(back)
    context = {"title": doing.title, "doing": doing, "match": match, "form": form, "back": back}
    context |= {"confirm": confirm, "filled": _filled(form) if confirm else ()}
    page = _framed(request, context)
    return render(request, "matches/operating/act.html", page, status=status)


def _not_own(request: HttpRequest, doing: Doing, match: Match, back: str) -> HttpResponse:
    """Say that operators do not act on matches in which they sit: no form is offered."""
    context = {"title": doing.title, "doing": doing, "match": match, "back": back}
    context |= {"refused": sentence(acts.OWN_MATCH, {})}
    page = _framed(request, context)
    return render(request, "matches/operating/act.html", page, status=403)


def _filled(form: Any) -> list[tuple[str, str]]:
    """Return label and value of each field, as they were sent."""
    return [(str(field.label), str(field.value() or "")) for field in form]


def _framed(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    return admin.site.each_context(request) | context
