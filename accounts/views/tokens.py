"""API tokens on one's own pages."""

import uuid
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms.settings import TokenForm
from accounts.models import ApiToken, User
from accounts.selectors import tokens_of
from accounts.services import MOST_TOKENS, issue_token, revoke_token
from golem.rest.refusals import Refused


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens; POST makes one and shows it in its own answer, kept nowhere."""
    user = cast(User, request.user)
    form = TokenForm(request.POST or None)
    clear = None
    if request.method == "POST" and form.is_valid():
        clear = _made(form, user)
    made = clear is not None
    context = {
        "form": TokenForm() if made else form,
        "clear": clear,
        "tokens": tokens_of(user),
        "now": timezone.now(),
        "most": MOST_TOKENS,
    }
    return render(request, "account/tokens.html", context)


def _made(form: TokenForm, user: User) -> str | None:
    data = form.cleaned_data
    scope = ApiToken.Scope(data["scope"])
    try:
        return issue_token(user, data["name"], scope, form.lifetime(), timezone.now())[1]
    except Refused as refusal:
        form.add_error(None, WHY_NOT[refusal.code])
        return None


WHY_NOT = {
    "too_many_tokens": _("You have as many tokens as one account may have. Revoke one first."),
    "access_ended": _("Your password was changed meanwhile. Please log in again."),
}


@never_cache
@login_required
@require_POST
def revoke(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """End a token at once."""
    try:
        revoke_token(cast(User, request.user), public_id)
    except Refused as refusal:
        raise Http404 from refusal
    messages.success(request, _("The token is revoked."))
    return redirect("accounts:tokens")
