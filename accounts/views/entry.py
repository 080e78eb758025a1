"""The way in and out. allauth's views, with what we do differently."""

from typing import Any

from allauth.account import views as allauth
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest

from accounts.adapter import AccountAdapter
from accounts.selectors import name_is_alike, name_is_taken


class SignupView(allauth.SignupView):
    """Sign up: the account, its address and its mail are written together or not at all."""

    def form_valid(self, form: Form) -> Any:
        """Make the account; a name that was taken meanwhile is an error of the form."""
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except IntegrityError:
            name = form.cleaned_data["username"]
            if not name_is_taken(name) and not name_is_alike(name):
                raise
        form.add_error("username", AccountAdapter(self.request).error_messages["username_taken"])
        return self.form_invalid(form)


class LogoutView(allauth.LogoutView):
    """Log out, by POST only."""

    http_method_names = ["post"]

    def post(self, *args: Any, **kwargs: Any) -> Any:
        """End the session; what it was still to be told is not for who comes next."""
        for _ in messages.get_messages(self.request):
            pass
        return super().post(*args, **kwargs)


class ConfirmEmailView(allauth.ConfirmEmailView):
    """Confirm an address, by the button only. Following the link changes nothing."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Leave whoever is signed in alone: a link must not be able to log anybody out."""


class PasswordResetFromKeyView(allauth.PasswordResetFromKeyView):
    """Choose a new password with the key from the mail."""

    def logout(self) -> None:
        """Leave whoever is signed in alone: a link must not be able to log anybody out."""


class PasswordResetView(allauth.PasswordResetView):
    """Ask for the mail with the key; its row and its answer are the same for every address."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Write the mails together."""
        with transaction.atomic():
            return super().post(request, *args, **kwargs)
