"""One's own account: the zone, the mark as a bot, the mail address."""

from typing import Any, cast

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.addresses import ask_for_change, forget_change, send_confirmation
from accounts.forms.settings import AddressForm, BotForm, StrengthForm, ZoneForm
from accounts.hooks import has_had_a_match
from accounts.models import User
from accounts.selectors import pending_address
from accounts.services import mark_as_bot, set_strength_shown, set_time_zone
from golem.rest.refusals import Conflict


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show the account's settings; POST stores the time zone."""
    now = timezone.now()
    user = cast(User, request.user)
    form = ZoneForm(request.POST or None, initial={"time_zone": user.time_zone})
    if request.method == "POST" and form.is_valid():
        set_time_zone(user, form.cleaned_data["time_zone"], now)
        messages.success(request, _("Times are now shown in this zone."))
        return redirect("accounts:settings")
    return _settings_page(request, user, form, BotForm())


@never_cache
@login_required
@require_POST
def strength(request: HttpRequest) -> HttpResponse:
    """Store whether ratings or ranks are shown."""
    user = cast(User, request.user)
    form = StrengthForm(request.POST)
    if form.is_valid():
        set_strength_shown(user, form.cleaned_data["strength_shown"])
        messages.success(request, _("Stored."))
    else:
        messages.error(request, _("Choose ratings or ranks."))
    return redirect("accounts:settings")


@never_cache
@login_required
@require_POST
def become_bot(request: HttpRequest) -> HttpResponse:
    """Mark one's own account as a bot, for good, before its first match."""
    user = cast(User, request.user)
    form = BotForm(request.POST)
    if form.is_valid() and _marked(form, user):
        messages.success(request, _("This account is a bot now."))
        return redirect("accounts:settings")
    return _settings_page(request, user, ZoneForm(initial={"time_zone": user.time_zone}), form)


def _marked(form: Form, user: User) -> bool:
    try:
        mark_as_bot(user)
    except Conflict:
        form.add_error(None, _("This account has had a match already, so it stays what it is."))
    return not form.errors


def _settings_page(
    request: HttpRequest, user: User, zone_form: Form, bot_form: Form
) -> HttpResponse:
    context = {
        "zone_form": zone_form,
        "strength_form": StrengthForm(initial={"strength_shown": user.strength_shown}),
        "bot_form": bot_form,
        "may_become_bot": not user.is_bot and not has_had_a_match(user),
        "local_time": timezone.now(),
    }
    return render(request, "account/settings.html", context)


@sensitive_post_parameters("password")
@never_cache
@login_required
@ratelimit.decorator(app="allauth.account", action="manage_email")
@require_http_methods(["GET", "HEAD", "POST"])
def address(request: HttpRequest) -> HttpResponse:
    """Show the mail address; POST asks for another, writes again, or gives the change up."""
    user = cast(User, request.user)
    if "resend" in request.POST or "forget" in request.POST:
        return _settle_pending(request, user)
    form = AddressForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        _tell(request, ask_for_change(request, user, form.cleaned_data["email"]))
        return redirect("account_email")
    context: dict[str, Any] = {"form": form, "pending": pending_address(user)}
    return render(request, "account/email.html", context)


def _settle_pending(request: HttpRequest, user: User) -> HttpResponse:
    wished = pending_address(user)
    if "forget" in request.POST:
        forget_change(user)
    elif wished is not None:
        _tell(request, send_confirmation(request, wished))
    return redirect("account_email")


def _tell(request: HttpRequest, sent: bool) -> None:
    if sent:
        messages.success(request, _("A mail is on its way to the new address."))
    else:
        messages.warning(request, _("A mail went there just now. Please wait some minutes."))
