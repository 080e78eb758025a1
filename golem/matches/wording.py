"""Sentences for people, by code: looked up in templates, the game's own before the shared ones.

A game's pure package and the services know codes and data only. The words stand in
``templates/games/<key>/words.txt`` and ``templates/matches/words.txt``; each is a template
that gets ``kind``, ``code`` and the data, and renders to the sentence or to nothing.
"""

from collections.abc import Mapping
from typing import Final

from django.template.loader import render_to_string, select_template

SHARED: Final = "matches/words.txt"
NOTHING: Final = "matches/no_words.txt"


def say(game: str, kind: str, code: str, data: Mapping[str, object] | None = None) -> str:
    """Return the sentence for ``code``, as plain text that is not escaped for HTML.

    ``game`` is a game's key, or empty. ``kind`` is one of ``ask`` (what to choose next),
    ``refused`` (why something was not done), ``how`` (how a match ended), ``draw``, ``seat``,
    ``role``, ``option`` and ``control``. A code without words comes back itself, with its
    underscores as blanks, so that nobody meets an empty page.
    """
    context = {**(data or {}), "kind": kind, "code": code}
    own = select_template([f"games/{game}/words.txt", NOTHING]).render(context).strip()
    return own or render_to_string(SHARED, context).strip() or code.replace("_", " ")


def has_words(game: str, kind: str, code: str) -> bool:
    """Return whether ``say`` knows words for ``code``, of the game's own or shared."""
    context = {"kind": kind, "code": code}
    own = select_template([f"games/{game}/words.txt", NOTHING]).render(context).strip()
    return bool(own or render_to_string(SHARED, context).strip())
