"""The form that deletes one's account."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.confirming import demand_name, demand_password
from accounts.models import User


class LeaveForm(forms.Form):
    """The name and the password once more: nobody deletes an account by a slip."""

    name = forms.CharField(
        label=_("The name of your account"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.request = user, request

    def clean_name(self) -> str:
        """Return the name. Raises ``ValidationError`` if it is not the user's."""
        demand_name(self.user, self.cleaned_data["name"])
        return self.user.username

    def clean_password(self) -> str:
        """Return the password. Raises ``ValidationError`` if it is not the user's, ``Throttled``
        after too many failures."""
        password: str = self.cleaned_data["password"]
        demand_password(self.request, self.user, password)
        return password
