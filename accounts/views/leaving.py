"""Taking one's data along, ending one's other sessions, and deleting one's account."""

from typing import cast

import limits
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.exceptions import Throttled

from accounts.export import document
from accounts.forms.leaving import LeaveForm
from accounts.leaving import leave
from accounts.models import User
from accounts.services import end_other_access
from golem.rest.refusals import Forbidden
from golem.rest.throttles import counter


@never_cache
@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """Send all that is held of the person as a file; the API counts these with its own."""
    user = cast(User, request.user)
    rate = limits.parse(settings.THROTTLE_RATES["export"])
    wait = counter(settings.THROTTLE_STORAGE).seconds_to_wait(rate, "export", f"user:{user.pk}")
    if wait:
        return _too_often(request, wait)
    return exported(user)


def exported(user: User) -> StreamingHttpResponse:
    """Return the export as a file to keep."""
    now = timezone.now()
    name = f"golem-{user.username}-{now:%Y-%m-%d}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(
        document(user, now), content_type="application/json", headers=headers
    )


def _too_often(request: HttpRequest, wait: int) -> HttpResponse:
    answer = render(request, "429.html", status=429)
    answer.headers["Retry-After"] = str(wait)
    return answer


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account means; POST with name and password does it, for good."""
    user = cast(User, request.user)
    form = LeaveForm(request.POST or None, user=user, request=request)
    try:
        if request.method == "POST" and form.is_valid():
            return _left(request, form)
    except Throttled as throttled:
        return _too_often(request, getattr(throttled, "wait", 1))
    return render(request, "account/delete.html", {"form": form})


def _left(request: HttpRequest, form: LeaveForm) -> HttpResponse:
    try:
        leave(form.user.pk, timezone.now())
    except Forbidden:
        form.add_error(None, _("The staff's accounts are not deleted here."))
        return render(request, "account/delete.html", {"form": form})
    logout(request)
    messages.success(request, _("Your account is deleted. Farewell!"))
    return redirect("pages:front")


@never_cache
@login_required
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """End all sessions but this one."""
    user = cast(User, request.user)
    end_other_access(user)
    update_session_auth_hash(request, user)
    messages.success(request, _("You are logged out everywhere else."))
    return redirect("accounts:settings")
