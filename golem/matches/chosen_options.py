"""The options of a match, as they are asked for: a value for each, or a refusal."""

from collections.abc import Iterable, Mapping
from typing import Any

from golem.matches.option_words import spelled
from golem.play.protocol import GameInfo, Options, OptionValue, full_options, unknown_options
from golem.rest.refusals import Refused


def checked_options(info: GameInfo, given: Options) -> dict[str, OptionValue]:
    """Return a value for every option of the game, the default where none is given; raise
    ``Refused`` (``unknown_option``, ``bad_option``) for what it does not have."""
    if unknown := unknown_options(info, given):
        known = [option.key for option in info.options]
        raise Refused("unknown_option", option=unknown[0][:40], options=known)
    try:
        return full_options(info, given)
    except ValueError as error:
        raise Refused("bad_option", option=str(error)) from error


def options_of_texts(info: GameInfo, texts: Iterable[str]) -> dict[str, OptionValue]:
    """Return a value for every option from texts such as ``variant=first_to_3``; raise ``Refused``
    as :func:`checked_options` does, also for one that is given twice."""
    given: dict[str, Any] = {}
    choices = _by_text(info)
    for text in texts:
        key, _, value = text.partition("=")
        if key in given:
            raise Refused("bad_option", option=key)
        given[key] = choices.get(key, {}).get(value)
    return checked_options(info, given)


def options_in_texts(info: GameInfo) -> list[str]:
    """Return what may stand in such texts, a line for each option of the game."""
    return [f"{key}={'|'.join(values)}" for key, values in _by_text(info).items()]


def _by_text(info: GameInfo) -> Mapping[str, Mapping[str, OptionValue]]:
    return {
        option.key: {spelled(choice): choice for choice in option.choices}
        for option in info.options
    }
