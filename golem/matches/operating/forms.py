"""What an operator fills in before an act."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from golem.matches.acts import LONGEST_REASON
from golem.matches.models import Match

WIDE = forms.TextInput(attrs={"size": 80})


class InstantField(forms.CharField):
    """An instant in ISO 8601, UTC unless it says otherwise."""

    def clean(self, value: Any) -> datetime:
        """Return the instant; raise ``ValidationError``."""
        text = super().clean(value)
        try:
            at = parse_datetime(text)
        except ValueError:
            at = None
        if at is None:
            raise forms.ValidationError(_("Not an instant such as 2026-07-01T03:00."))
        return at if at.tzinfo else at.replace(tzinfo=UTC)


class PlainForm(forms.Form):
    """An act that needs no reason."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, required=False, widget=WIDE
    )


class ReasonForm(forms.Form):
    """An act with a reason that everybody it touches can read."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, widget=WIDE)


class OutageForm(ReasonForm):
    """A time that is past, in which no clock is to have run."""

    began_at = InstantField(label=_("From (UTC)"), max_length=40)
    ended_at = InstantField(label=_("Until (UTC)"), max_length=40)
    field_order = ("began_at", "ended_at", "reason")


class GiveForm(ReasonForm):
    """Time for a seat of one match."""

    seat = forms.ChoiceField(label=_("Seat"))
    hours = forms.FloatField(label=_("Hours"), help_text=_("May be negative, such as -1.5."))
    field_order = ("seat", "hours", "reason")

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = match.seats.select_related("user")
        choices = [(seat.name, f"{seat.name}: {seat.user.username}") for seat in seats]
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
