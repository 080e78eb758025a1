"""What the pages' forms send."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from golem import registry
from golem.matches.challenges import HIGHEST_BOUND, Terms
from golem.matches.wording import say
from golem.play.controls import DEFAULT, PRESETS
from golem.play.protocol import GameInfo, Option
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


class ChallengeForm(forms.Form):
    """A new challenge. Options are those of all games; each game takes its own."""

    game = forms.ChoiceField(label=_("Game"))
    opponent = forms.CharField(
        label=_("Opponent"),
        max_length=20,
        required=False,
        help_text=_("A player's name. Left empty, everybody may accept."),
    )
    seat = forms.ChoiceField(label=_("Your side"), required=False)
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
        infos = [registry.load(key).info for key in registry.game_keys()]
        self.choose("game", [(info.key, info.title) for info in infos])
        self.choose("control", [(name, _control(name)) for name in PRESETS])
        sides = {seat: say(info.key, "seat", seat) for info in infos for seat in info.seats}
        self.choose("seat", [("", _("drawn by lot")), *sides.items()])
        self.options = {info.key: info.options for info in infos}
        for info in infos:
            for option in info.options:
                self._add(info, option)

    def choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        """Set the choices of the field ``name``."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _add(self, info: GameInfo, option: Option) -> None:
        words = say(info.key, "option", option.key)
        self.fields[f"{info.key}:{option.key}"] = forms.TypedChoiceField(
            label=f"{info.title}: {words}",
            choices=[(str(choice), str(choice)) for choice in option.choices],
            initial=str(option.default),
            required=False,
            empty_value=str(option.default),
        )

    def opponent_name(self) -> str:
        """Return the opponent's name, empty for everybody."""
        name: str = self.cleaned_data["opponent"]
        return name.strip()

    def terms(self) -> Terms:
        """Return the terms of the valid form."""
        values = self.cleaned_data
        chosen = {
            option.key: next(
                choice
                for choice in option.choices
                if str(choice) == str(values[f"{values['game']}:{option.key}"])
            )
            for option in self.options[values["game"]]
        }
        return Terms(
            values["game"],
            values["seat"],
            values["control"],
            values["rated"],
            chosen,
            values["rating_from"],
            values["rating_to"],
        )
