"""Forms for one's own account."""

from datetime import timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from accounts.models.user import StrengthShown
from accounts.zones import zone_names


class ZoneForm(forms.Form):
    """The zone in which times are shown."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(name, name.replace("_", " ")) for name in zone_names()],
    )


class StrengthForm(forms.Form):
    """What pages show of how strong players are."""

    strength_shown = forms.ChoiceField(
        label=_("Show how strong players are as"), choices=StrengthShown.choices
    )


class BotForm(forms.Form):
    """The word that an account is a bot."""

    sure = forms.BooleanField(label=_("This account is a bot, for good"))


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("What it is for, such as the name of a program."),
    )
    scope = forms.ChoiceField(label=_("What it may do"), choices=ApiToken.Scope.choices)
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=[(30, _("30 days")), (90, _("90 days")), (365, _("1 year"))],
    )

    def lifetime(self) -> timedelta:
        """Return how long the token is to be valid."""
        return timedelta(days=self.cleaned_data["days"])


class AddressForm(forms.Form):
    """A new mail address, with the password so that a borrowed session cannot take the account."""

    email = forms.EmailField(
        label=_("New e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.user = user

    def clean_email(self) -> str:
        """Return the address in small letters. Raises ``ValidationError`` for the present one."""
        address: str = self.cleaned_data["email"].lower()
        if address == self.user.email:
            raise ValidationError(_("This is your address already."), code="same_address")
        return address

    def clean_password(self) -> str:
        """Return the password. Raises ``ValidationError`` if it is not the user's."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."), code="wrong_password")
        return password
