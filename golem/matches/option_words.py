"""A game's options for people: what each is called, and what its values are called.

The words are the game's own (``option`` and ``choice`` in its ``words.txt``). A value without words
is spelled out; yes and no need none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from golem import registry
from golem.matches.wording import known, say
from golem.play.protocol import Option, OptionValue


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option and its value in words: "Variant", "first to three goals". ``usual``: the value is
    the one that a match has unless it is said otherwise."""

    key: str
    value: OptionValue
    name: str
    words: str
    usual: bool


def name_of(game: str, option: str) -> str:
    """Return what an option is called, with a capital."""
    words = say(game, "option", option)
    return f"{words[:1].upper()}{words[1:]}"


def value_words(game: str, option: str, value: OptionValue) -> str:
    """Return what a value of an option is called."""
    found = known(game, "choice", f"{option}:{spelled(value)}", {})
    if not found and isinstance(value, bool):
        return _("yes") if value else _("no")
    return found or spelled(value).replace("_", " ")


def spelled(value: OptionValue) -> str:
    """Return a value as codes and forms name it: ``true`` and ``false``, numbers, texts."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_words(game: str, chosen: Mapping[str, OptionValue]) -> list[Chosen]:
    """Return the options of a match or challenge in the game's order; those of a game that is gone
    in the order in which they are stored."""
    known_options = {option.key: option for option in _options_of(game)}
    keys = [key for key in known_options if key in chosen]
    keys += [key for key in chosen if key not in known_options]
    return [_chosen(game, key, chosen[key], known_options.get(key)) for key in keys]


def in_one_line(game: str, chosen: Mapping[str, OptionValue]) -> list[str]:
    """Return the options as texts such as "Variant: first to three goals"."""
    return [f"{one.name}: {one.words}" for one in in_words(game, chosen)]


def unusual_words(game: str, chosen: Mapping[str, OptionValue]) -> list[str]:
    """Return what the values are called that a match would not have unless it is said."""
    return [one.words for one in in_words(game, chosen) if not one.usual]


def _chosen(game: str, key: str, value: OptionValue, option: Option | None) -> Chosen:
    usual = option is not None and value == option.default
    return Chosen(key, value, name_of(game, key), value_words(game, key, value), usual)


def _options_of(game: str) -> Iterable[Option]:
    try:
        return registry.load(game).info.options
    except registry.UnknownGame:
        return ()
