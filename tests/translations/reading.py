"""What a page says to its readers, and which words of it no translator can reach."""

import re
from collections.abc import Collection
from html.parser import HTMLParser

from golem import registry

SILENT = {"script", "style", "code", "pre", "svg", "time"}
SPOKEN = {"alt", "aria-label", "placeholder", "title"}
WORD = re.compile(r"[^\W\d_]{2,}")
NOTATION = re.compile(r"[A-Z]?[a-l]+")
"""Moves and squares, which no list could name (and some short words; test_marked.py sees those)."""
NAMES = {"Golem", "House", "house", "API", "JSON", "Esc", "UTC"}
TITLES = tuple(registry.load(key).info.title for key in registry.game_keys())
"""What games are called, in all languages."""
"""What is called so in all languages."""


class Page(HTMLParser):
    """Gathers the text of a page, that of attributes that are read aloud too."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.silent = 0
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the element says by its attributes."""
        self.silent += tag in SILENT
        self.pieces += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """Hear again what follows."""
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Note text."""
        if not self.silent:
            self.pieces.append(data)


def outside_brackets(text: str) -> str:
    """Return what stands outside all brackets, which may be nested."""
    depth, found = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        if depth == 0 and sign != "⟧":
            found.append(sign)
    return "".join(found)


def unmarked_words(text: str, names: Collection[str] = ()) -> list[str]:
    """Return the words that were not translated, but for names."""
    for name in sorted((*names, *TITLES), key=len, reverse=True):
        text = text.replace(name, " ")
    found = WORD.findall(outside_brackets(text))
    return [word for word in found if word not in NAMES and not NOTATION.fullmatch(word)]
