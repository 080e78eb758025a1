"""The page of one's mails, and the page behind the links that switch them off."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from golem.outbox import unsubscribe as links
from golem.outbox.forms import WishesForm
from golem.outbox.kinds import topics
from golem.outbox.preferences import digest_hour, modes_of, set_modes, switch_off
from golem.outbox.selectors import log_of


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mails(request: HttpRequest) -> HttpResponse:
    """Show which mails one gets and what was sent; POST stores the wishes."""
    user_id = request.user.pk
    assert user_id is not None  # signed in
    now = timezone.now()
    initial = {**modes_of(user_id), "hour": digest_hour(user_id)}
    form = WishesForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        set_modes(user_id, form.modes(), form.cleaned_data["hour"], now)
        messages.success(request, _("Your wishes are stored."))
        return redirect("outbox:mails")
    context = {"form": form, "log": log_of(user_id), "zone": timezone.get_current_timezone_name()}
    return render(request, "outbox/mails.html", context)


@sensitive_variables("token")
@never_cache
@csrf_exempt  # mail programs post here by themselves (RFC 8058); the link is the proof
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button, and change nothing; POST switches the topics of this link off."""
    found = links.read(token)
    if found is None:
        raise Http404
    user_id, keys = found
    done = request.method == "POST"
    if done:
        switch_off(user_id, keys)
    titles = [topic.title for topic in topics() if topic.key in keys]
    return render(request, "outbox/unsubscribe.html", {"titles": titles, "done": done})
