"""What the pages' forms send."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from golem.matches.challenges import HIGHEST_BOUND, Terms
from golem.matches.game_fields import GameForm
from golem.matches.wording import say
from golem.play.controls import DEFAULT, PRESETS
from golem.rest.refusals import Refused


class MoveForm(forms.Form):
    """A typed move: the ply that it answers comes with the page and is never guessed."""

    notation = forms.CharField(max_length=200, strip=True)
    ply = forms.IntegerField(min_value=1)
    note = forms.CharField(max_length=200, required=False)

    def move(self) -> tuple[str, int, str]:
        """Return notation, ply and line of text; raise ``Refused("bad_form")``."""
        if not self.is_valid():
            raise Refused("bad_form", fields=sorted(self.errors))
        values: dict[str, Any] = self.cleaned_data
        return values["notation"], values["ply"], values["note"]


def _control(name: str) -> str:
    """Return the words for a preset, and that it knows no vacation if so."""
    words = say("", "control", name)
    return words if PRESETS[name].vacation else f"{words}, {gettext('no vacation')}"


class ChallengeForm(GameForm):
    """A new challenge. Options and sides are those of all games; each game takes its own."""

    opponent = forms.CharField(
        label=_("Opponent"),
        max_length=20,
        required=False,
        help_text=_(
            "A player's name, or “house” for the computer. Left empty, everybody may accept."
        ),
    )
    control = forms.ChoiceField(label=_("Time"), initial=DEFAULT)
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    rating_from = forms.IntegerField(
        label=_("Rating at least"),
        min_value=0,
        max_value=HIGHEST_BOUND,
        required=False,
        help_text=_("Who may accept an open challenge. Left empty, there is no bound."),
    )
    rating_to = forms.IntegerField(
        label=_("Rating at most"), min_value=0, max_value=HIGHEST_BOUND, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        control = self.fields["control"]
        assert isinstance(control, forms.ChoiceField)
        control.choices = [(name, _control(name)) for name in PRESETS]
        self.add_games(seats=True)

    def opponent_name(self) -> str:
        """Return the opponent's name, empty for everybody."""
        name: str = self.cleaned_data["opponent"]
        return name.strip()

    def terms(self) -> Terms:
        """Return the terms of the valid form."""
        values = self.cleaned_data
        return Terms(
            values["game"],
            self.chosen_seat(),
            values["control"],
            values["rated"],
            self.chosen_options(),
            values["rating_from"],
            values["rating_to"],
        )


class HouseForm(GameForm):
    """A match against the house. What is not sent takes its default."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_games(seats=True)

    def terms(self) -> Terms:
        """Return the terms of the valid form."""
        return Terms(
            self.cleaned_data["game"],
            self.chosen_seat(),
            rated=False,
            options=self.chosen_options(),
        )
