"""Forms on the way in: sign-up, login, a forgotten password."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import request_password_reset
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST, SHORTEST
from accounts.selectors import addresses_for_reset, house


class LoginForm(allauth.LoginForm):
    """Name or mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignupForm(allauth.SignupForm):
    """Name, mail address, and a password twice.

    Every address is taken. One that belongs to somebody already gets a mail that says so in
    place of the link; the account then stays unconfirmed, and who signs up cannot tell.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _(
            "%(shortest)d to %(longest)d letters (A to Z), digits, _ or -. Everybody sees it."
        ) % {"shortest": SHORTEST, "longest": LONGEST}
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("Nobody else sees it.")

    def validate_unique_email(self, value: str) -> str:
        """Return ``value``: the database says whose it is once it is confirmed."""
        return value


class ResetPasswordForm(allauth.ResetPasswordForm):
    """A mail address; a mail goes there in any case, so the answer gives nothing away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        self.fields["email"].label = _("E-mail address")

    def clean_email(self) -> str:
        """Return the address; whether anybody has it is not asked here."""
        return str(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Write the mails; return the address that was typed."""
        typed = str(self.cleaned_data["email"])
        found = addresses_for_reset(typed)
        for user, stored in found:
            request_password_reset(request, stored, [user], None)
        if not found:
            default_token_generator.make_token(house())  # for nobody: the work tells nothing
            request_password_reset(request, typed, [], None)
        return typed


def _without_placeholders(form: Any) -> None:
    """Take the placeholders away: they repeat the labels, and vanish when they are needed."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
