"""The form of one's wishes about mails."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from golem.outbox.kinds import topics
from golem.outbox.models import Preference

MODES = [
    (Preference.Mode.AT_ONCE.value, _("at once")),
    (Preference.Mode.DIGEST.value, _("once a day")),
    (Preference.Mode.OFF.value, _("never")),
]


class WishesForm(forms.Form):
    """A mode for each topic, and the hour of what comes once a day."""

    hour = forms.TypedChoiceField(
        label=_("What comes once a day comes at"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for topic in topics():
            self.fields[topic.key] = forms.ChoiceField(label=topic.title, choices=MODES)
        self.order_fields([*(topic.key for topic in topics()), "hour"])

    def modes(self) -> dict[str, Preference.Mode]:
        """Return the chosen modes by topic."""
        return {topic.key: Preference.Mode(self.cleaned_data[topic.key]) for topic in topics()}
