"""What cannot be undone asks for the password and the name once more."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import Throttled

from accounts.login import AFTER_FAILURES
from accounts.models import User


def demand_name(user: User, typed: str) -> None:
    """Raise ``ValidationError`` (``wrong_name``) unless ``typed`` is the name, in any case."""
    if typed.strip().lower() != user.username.lower():
        raise ValidationError(_("This is not the name of your account."), code="wrong_name")


def demand_password(request: HttpRequest, user: User, typed: str) -> None:
    """Raise ``ValidationError`` (``wrong_password``) unless ``typed`` is the password.

    Failures count together with those of the login; beyond the allowance: ``Throttled``.
    """
    try:
        found = get_adapter(request).authenticate(request, username=user.username, password=typed)
    except ValidationError as error:
        raise Throttled(AFTER_FAILURES) from error
    if found is None or found.pk != user.pk:
        raise ValidationError(_("This is not your password."), code="wrong_password")
