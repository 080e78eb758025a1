"""Login by name and password for programs: the login page's conditions, limits and work."""

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed, Throttled

from accounts.addresses import send_confirmation
from accounts.models import User
from accounts.selectors import has_proven_address, proof_required
from golem.rest.refusals import Forbidden

MINUTE, AFTER_FAILURES = 60, 300  # seconds: the windows of ACCOUNT_RATE_LIMITS


def login_by_password(request: HttpRequest, typed: str, password: str) -> User:
    """Return the account of a name (or mail address) and password.

    Attempts count together with those of the login page. Raises ``Throttled``;
    ``AuthenticationFailed`` (``bad_credentials``), whatever of it was wrong or closed; and, only
    for the right password, ``Forbidden`` (``address_unconfirmed``), with another mail sent.
    """
    if not ratelimit.consume(request, action="login"):
        raise Throttled(MINUTE)
    try:
        user = get_adapter(request).authenticate(request, username=typed, password=password)
    except ValidationError as error:
        raise Throttled(AFTER_FAILURES) from error
    if user is None:
        raise AuthenticationFailed(_("Name or password is not right."), code="bad_credentials")
    _require_proof(request, cast(User, user))
    return cast(User, user)


def _require_proof(request: HttpRequest, user: User) -> None:
    if not proof_required() or has_proven_address(user):
        return
    address = EmailAddress.objects.filter(user=user).order_by("-primary", "pk").first()
    if address is None and user.email:
        address = EmailAddress.objects.create(user=user, email=user.email, primary=True)
    if address is not None:
        send_confirmation(request, address)
    raise Forbidden("address_unconfirmed")
