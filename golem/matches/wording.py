"""Sentences for people, by code: looked up in templates, the game's own before the shared ones.

A game's pure package and the services know codes and data only. The words stand in
``templates/games/<key>/words.txt`` and ``templates/matches/words.txt``; each is a template
that gets ``kind``, ``code`` and the data, and renders to the sentence or to nothing. What the
house itself refuses has its sentences in :mod:`golem.rest.wording`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from django.template.loader import render_to_string, select_template
from django.utils.translation import get_language

from golem.rest.wording import sentence

SHARED: Final = "matches/words.txt"
NOTHING: Final = "matches/no_words.txt"


def say(game: str, kind: str, code: str, data: Mapping[str, object] | None = None) -> str:
    """Return the words for ``code``, as plain text that is not escaped for HTML.

    ``game`` is a game's key, or empty. ``kind`` is one of ``ask`` (what to choose next),
    ``refused`` (why something was not done), ``how`` (how a match ended), ``draw``, ``seat``,
    ``role``, ``option``, ``choice`` (an option's value, as ``key:value``) and ``control``. A code
    without words is spelled out, so that nothing is ever silent.
    """
    found = known(game, kind, code, data or {})
    if found or kind != "refused":
        return found or code.replace("_", " ")
    return sentence(code, data or {})


def known(game: str, kind: str, code: str, data: Mapping[str, object]) -> str:
    """Return the words for ``code`` from the templates; empty if there are none."""
    return _render(game, kind, code, data) if data else _plain(game, kind, code, get_language())


@lru_cache(maxsize=4096)
def _plain(game: str, kind: str, code: str, language: str | None) -> str:
    """Return words that depend on nothing but the language: a page asks for them by the hundred."""
    return _render(game, kind, code, {})


def _render(game: str, kind: str, code: str, data: Mapping[str, object]) -> str:
    context = {**data, "kind": kind, "code": code}
    own = select_template([f"games/{game}/words.txt", NOTHING]).render(context).strip()
    return own or render_to_string(SHARED, context).strip()
