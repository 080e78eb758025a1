"""The form of a new event: fields for people, made into a document and out of one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from golem.matches.game_fields import GameForm
from golem.matches.option_words import spelled
from golem.matches.wording import say
from golem.play.controls import DEFAULT, PRESETS
from tournaments import bounds, sense, wording
from tournaments.problem import Problem

STAGES = range(1, bounds.MOST_STAGES + 1)
STAGE_FIELDS = ("legs", "pace", "groups", "group_size", "rounds", "advance")
OF_STAGE = {
    "round_robin": ("legs", "pace", "groups", "group_size", "advance"),
    "swiss": ("rounds", "advance"),
    "knock_out": (),
}


@dataclass(frozen=True, slots=True)
class Section:
    """Some fields of a form under a heading, as templates/form_fields.html takes a form.

    ``folded``: most leave it alone, so it is shown folded, unless it is ``used``.
    """

    title: str
    visible_fields: tuple[BoundField, ...]
    folded: bool = False

    @property
    def used(self) -> bool:
        """Whether the first field says something, or any is wrong."""
        first = self.visible_fields[0]
        return bool(first.value()) or any(field.errors for field in self.visible_fields)


def _number(label: Any, help_text: Any = "", least: int = 0, most: int = 10_000) -> Any:
    return forms.IntegerField(
        label=label, help_text=help_text, required=False, min_value=least, max_value=most
    )


def _instant(label: Any, help_text: Any) -> Any:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, help_text=help_text, required=False, widget=widget)


class EventForm(GameForm):
    """A new tournament or team cup. Whether the whole makes sense is the document's to say."""

    name = forms.CharField(label=_("Name"), max_length=bounds.LONGEST_NAME)
    description = forms.CharField(
        label=_("What else there is to say"),
        max_length=bounds.LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    kind = forms.ChoiceField(label=_("Kind"))
    control = forms.ChoiceField(label=_("Time"), initial=DEFAULT)
    vacation = forms.BooleanField(
        label=_("Vacation days may be spent"),
        required=False,
        initial=True,
        help_text=_("Never with a time for the whole match: there nobody has vacation."),
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    bots = forms.BooleanField(label=_("For bots only (then unrated)"), required=False)
    players = _number(_("Boards of a team match"), _("Team cups only; usually 4."), 2, 10)
    substitutes = _number(_("Substitutes of a team"), _("Team cups only; usually 1."), 0, 3)
    most = _number(_("Places"), _("At most 256."), bounds.FEWEST_PLAYERS, bounds.MOST_PLAYERS)
    least = _number(
        _("Needed at least"),
        _("With fewer it is cancelled. Left empty: all places, or what the stages need."),
        bounds.FEWEST_PLAYERS,
        bounds.MOST_PLAYERS,
    )
    waiting_list = forms.BooleanField(
        label=_("More may wait for a place"), required=False, initial=True
    )
    rating_from = _number(_("Lowest rating"), _("Without a rating one counts as 1500."))
    rating_to = _number(_("Highest rating"))
    when = forms.ChoiceField(label=_("Start"), initial="full")
    at = _instant(_("Date of the start"), _("In your time zone."))
    closes_at = _instant(
        _("End of entry"), _("Left empty: the start, or 60 days for one that starts when full.")
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=bounds.LONGEST_PASSWORD,
        required=False,
        help_text=_("Only who knows it may enter. Left empty: everybody may."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scoring = forms.ChoiceField(label=_("Points"), required=False)
    tie_breaks = forms.CharField(label=_("Order of the table"), max_length=300, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("kind", [(kind, wording.word("kind", kind)) for kind in bounds.USER_KINDS])
        self._choose("control", [(name, say("", "control", name)) for name in PRESETS])
        self._choose("when", [("full", _("when it is full")), ("date", _("at a date"))])
        tables = [(key, wording.word("scoring", key)) for key in wording.WORDS["scoring"]]
        self._choose("scoring", [("", _("as the game has it")), *tables])
        self.fields["tie_breaks"].help_text = _(
            "With commas between them, of: %(measures)s. Left empty: the usual order."
        ) % {"measures": ", ".join(map(str, wording.WORDS["metric"].values()))}
        self.add_games(seats=False)
        for number in STAGES:
            self._add_stage(number)

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _add_stage(self, number: int) -> None:
        kinds = [(kind, wording.word("stage", kind)) for kind in OF_STAGE]
        first = number == 1
        at = f"stage{number}_"
        self.fields[f"{at}kind"] = forms.ChoiceField(
            label=_("Played as"),
            choices=kinds if first else [("", _("there is no such stage")), *kinds],
            required=first,
        )
        self.fields[f"{at}legs"] = forms.TypedChoiceField(
            label=_("Round robin: meetings of each pair"),
            choices=[("1", _("one")), ("2", _("two, once on each side"))],
            coerce=int,
            empty_value=None,
            required=False,
        )
        self.fields[f"{at}pace"] = forms.TypedChoiceField(
            label=_("Round robin: matches start"),
            choices=[
                ("", _("as usual")),
                ("at_once", _("all at once")),
                ("by_round", _("round by round")),
            ],
            empty_value=None,
            required=False,
            help_text=_("Usually all at once, but those of teams round by round."),
        )
        self.fields[f"{at}groups"] = _number(_("Round robin: groups"), "", 1, 64)
        self.fields[f"{at}group_size"] = _number(
            _("Round robin: or players in a group"),
            "",
            bounds.SMALLEST_GROUP,
            bounds.LARGEST_GROUP,
        )
        self.fields[f"{at}rounds"] = _number(_("Swiss: rounds"), "", 1, bounds.MOST_ROUNDS)
        self.fields[f"{at}advance"] = _number(
            _("How many go on (of each group)"), _("Not in the last stage."), 1, bounds.MOST_PLAYERS
        )

    def sections(self) -> Iterator[Section]:
        """Yield the fields under their headings, in the order of the page."""
        parts: list[tuple[Any, tuple[str, ...]]] = [
            (_("What"), ("name", "description", "kind", "game")),
            (_("Matches"), ("control", "vacation", "rated", "bots", "players", "substitutes")),
            (_("Start"), ("when", "at", "closes_at")),
            (
                _("Who may enter"),
                ("most", "least", "waiting_list", "rating_from", "rating_to", "password"),
            ),
        ]
        for number in STAGES:
            names = tuple(f"stage{number}_{name}" for name in ("kind", *STAGE_FIELDS))
            parts.append((_STAGE_TITLES[number], names))
        parts.append((_("Table"), ("scoring", "tie_breaks")))
        for title, names in parts:
            folded = names[0] in _FOLDED
            yield Section(title, tuple(self[name] for name in names), folded)

    # --- to the document ---

    def document(self) -> dict[str, Any]:
        """Return the document that the valid form describes, with what is empty left out."""
        values = self.cleaned_data
        found: dict[str, Any] = {"version": bounds.VERSION}
        for name in ("kind", "name", "description", "game", "control", "bots"):
            found[name] = values[name]
        found["vacation"] = values["vacation"] and PRESETS[values["control"]].vacation
        found["rated"] = values["rated"] and not values["bots"]
        found["options"] = self.chosen_options()
        found["entry"] = self._entry(values)
        found["start"] = {"when": values["when"], "at": _text(values["at"])}
        found["stages"] = [self._stage(number, values) for number in self._used(values)]
        if values["kind"] == "team_cup":
            found["teams"] = _given(values, ("players", "substitutes"))
        if values["scoring"]:
            found["scoring"] = values["scoring"]
        if values["tie_breaks"].strip():
            found["tie_breaks"] = [_measure(text) for text in values["tie_breaks"].split(",")]
        return found

    def _entry(self, values: Mapping[str, Any]) -> dict[str, Any]:
        found = _given(values, ("most", "least", "rating_from", "rating_to"))
        return found | {
            "waiting_list": values["waiting_list"],
            "closes_at": _text(values["closes_at"]),
        }

    def _used(self, values: Mapping[str, Any]) -> list[int]:
        return [number for number in STAGES if values[f"stage{number}_kind"]]

    def _stage(self, number: int, values: Mapping[str, Any]) -> dict[str, Any]:
        at = f"stage{number}_"
        kind = values[f"{at}kind"]
        own = {name: values[f"{at}{name}"] for name in OF_STAGE[kind]}
        return {"kind": kind} | {name: value for name, value in own.items() if value is not None}

    def add_problem(self, problem: Problem) -> None:
        """Show what is wrong with the document at the field that says it."""
        name = self._field_at(problem.path)
        words = wording.sentence(problem)
        if name is None and problem.path:
            words = f"{problem.path}: {words}"
        self.add_error(name, words)

    def _field_at(self, path: str) -> str | None:
        steps = path.strip("/").split("/")
        if steps[0] == "stages" and len(steps) > 1:
            number = self._used(self.cleaned_data)[int(steps[1])]
            name = f"stage{number}_{steps[2] if len(steps) > 2 else 'kind'}"
        elif steps[0] == "options" and len(steps) > 1:
            name = f"{self.cleaned_data['game']}:{steps[1]}"
        else:
            within = steps[0] in ("entry", "start", "teams") and len(steps) > 1
            name = steps[1] if within else steps[0]
        return name if name in self.fields else None


_FOLDED = ("stage2_kind", "stage3_kind", "scoring")
_STAGE_TITLES = {1: _("First stage"), 2: _("Second stage"), 3: _("Third stage")}


def _measure(text: str) -> str:
    """Return the key of a measure that is written as key or in words; what is neither as it is."""
    wanted = " ".join(text.split())
    keys = {str(words).lower(): key for key, words in wording.WORDS["metric"].items()}
    return keys.get(wanted.lower(), wanted)


def _given(values: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: values[name] for name in names if values[name] is not None}


def _text(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


_ALIKE = ("name", "description", "kind", "game", "control", "vacation", "rated", "bots", "scoring")


def initial_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the form shows at first for a full document."""
    found: dict[str, Any] = {name: document[name] for name in _ALIKE}
    found |= document["entry"] | document["start"] | document.get("teams", {})
    found["tie_breaks"] = ", ".join(document["tie_breaks"])
    for key, value in document["options"].items():
        found[f"{document['game']}:{key}"] = spelled(value)
    for number, stage in enumerate(document["stages"], start=1):
        found |= {f"stage{number}_{name}": value for name, value in stage.items()}
    for name in ("at", "closes_at"):
        at = sense.instant(found[name])
        found[name] = timezone.localtime(at) if at else None
    return found
