"""The calendar of deadlines: its page, and the feed under its secret address."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from golem.matches import calendar, reads
from golem.matches.models import Match
from golem.matches.views.people import user_of


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest) -> HttpResponse:
    """Show whether there is a calendar; POST ``act`` = make (a new address) or revoke.

    The address is shown once, in the answer that makes it.
    """
    user, now = user_of(request), timezone.now()
    act, address = request.POST.get("act"), ""
    if act == "revoke":
        calendar.revoke_link(user)
        messages.success(request, _("The calendar's address is no longer valid."))
        return redirect("matches:calendar")
    if act == "make":
        path = reverse("matches:feed", args=[calendar.make_link(user, now)])
        address = request.build_absolute_uri(path)
    elif request.method == "POST":
        raise Http404
    context = {"here": "mine", "link": calendar.link_of(user), "address": address}
    return render(request, "matches/calendar.html", context)


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Send the calendar that ``token`` opens; no session is asked for or begun."""
    owner, now = calendar.owner_of(token), timezone.now()
    if owner is None:
        raise Http404
    reads.settle_player_shown(owner, now)

    def address(match: Match) -> str:
        return request.build_absolute_uri(reverse("matches:match", args=[match.pk]))

    host = request.get_host().partition(":")[0]
    body = calendar.feed(owner, address, host, now)
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'inline; filename="golem.ics"'}
    return HttpResponse(body, content_type="text/calendar; charset=utf-8", headers=headers)
