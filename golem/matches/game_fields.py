"""The part of a form that chooses a game, and for each game the fields that are its own.

All games' fields are in the page; a style shows those of the chosen game, so that no script is
needed. The fields of a game are named ``<game>:<option>``, its side ``<game>:seat``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from golem import registry
from golem.matches.option_words import name_of, spelled, value_words
from golem.matches.wording import say
from golem.play.protocol import GameInfo, Option, OptionValue

SEAT = "seat"
"""Beside a game's options its form may have this field; no option bears this name."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that can be chosen: its radio button, its title, and its own fields."""

    button: Any
    title: str
    fields: tuple[BoundField, ...]


class GameForm(forms.Form):
    """A form with the field ``game`` and the options of every game. A subclass calls
    :meth:`add_games` when it is made."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)

    def add_games(self, *, seats: bool) -> None:
        """Fill in the games and add their own fields; with ``seats`` also the side to play."""
        self.infos = [registry.load(key).info for key in registry.game_keys()]
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [(info.key, info.title) for info in self.infos]
        game.initial = self.infos[0].key
        if self.initial.get("game") not in {info.key for info in self.infos}:
            self.initial.pop("game", None)
        for info in self.infos:
            if seats:
                self.fields[f"{info.key}:{SEAT}"] = _seat_field(info)
            for option in info.options:
                self.fields[f"{info.key}:{option.key}"] = _option_field(info, option)

    def games(self) -> Iterator[GameChoice]:
        """Yield the games in order, ready for templates/matches/game_choice.html."""
        for info, button in zip(self.infos, self["game"], strict=True):
            names = [name for name in self.fields if name.startswith(f"{info.key}:")]
            yield GameChoice(button, info.title, tuple(self[name] for name in names))

    def visible_fields(self) -> list[BoundField]:
        """Return the fields that stand by themselves; the games' own are in :meth:`games`."""
        return [field for field in super().visible_fields() if ":" not in field.name]

    def chosen_seat(self) -> str:
        """Return the side chosen in the valid form, empty for a draw by lot."""
        seat: str = self.cleaned_data[f"{self.cleaned_data['game']}:{SEAT}"]
        return seat

    def chosen_options(self) -> dict[str, OptionValue]:
        """Return a value for every option of the chosen game of the valid form."""
        game = self.cleaned_data["game"]
        [info] = [info for info in self.infos if info.key == game]
        return {
            option.key: next(
                choice
                for choice in option.choices
                if spelled(choice) == self.cleaned_data[f"{game}:{option.key}"]
            )
            for option in info.options
        }


def _seat_field(info: GameInfo) -> forms.Field:
    sides = [(seat, say(info.key, "seat", seat)) for seat in info.seats]
    return forms.ChoiceField(
        label=_("Your side"), choices=[("", _("drawn by lot")), *sides], required=False
    )


def _option_field(info: GameInfo, option: Option) -> forms.Field:
    """Return the field of an option; a value that is not given is the default."""
    usual = spelled(option.default)
    return forms.TypedChoiceField(
        label=name_of(info.key, option.key),
        choices=[(spelled(one), _choice(info, option, one)) for one in option.choices],
        initial=usual,
        required=False,
        empty_value=usual,
    )


def _choice(info: GameInfo, option: Option, value: OptionValue) -> Any:
    words = value_words(info.key, option.key, value)
    return _("%(value)s (usual)") % {"value": words} if value == option.default else words
