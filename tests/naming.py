"""Where a text names a particular game: what only the registry and a game's own places may do.

The key or the title of a game is found wherever it stands. A key that is also a word of plain
English (``ORDINARY``) may be used as a word: it is found as a text of its own in code, as a part
of a path or an import, and as what a game or a key is compared with.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ORDINARY: Final = frozenset({"goal"})
"""Keys that are words, too."""
HARMLESS: Final = ('{% translate "goal" %}', 'class="goal"', 'cell.tone == "goal"')
"""Where a template says such a word in quotes and means no game: a goal fell, a cell is one."""
GAMES_OWN: Final = ("game",)
"""How variables and fields are called that hold a game's key and nothing else."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the registered games are called, in code and to people."""

    keys: frozenset[str]
    titles: frozenset[str]

    @property
    def plain(self) -> frozenset[str]:
        """The keys that are words, too."""
        return self.keys & ORDINARY

    @property
    def telling(self) -> frozenset[str]:
        """The names that can mean nothing but a game."""
        return frozenset(name for name in self.keys | self.titles if name.lower() not in ORDINARY)


def named_in(file: str, text: str, names: Names) -> list[int]:
    """Return the numbers of the lines of ``file`` that name a game, in order."""
    patterns = list(_patterns(file, names))
    found = {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if any(pattern.search(_without_harmless(line)) for pattern in patterns)
    }
    if file.endswith(".py"):
        found |= set(_in_code(ast.parse(text), names.plain))
    return sorted(found)


def _without_harmless(line: str) -> str:
    for one in HARMLESS:
        line = line.replace(one, "")
    return line


def _patterns(file: str, names: Names) -> Iterator[re.Pattern[str]]:
    if names.telling:
        yield re.compile("|".join(map(re.escape, sorted(names.telling))), re.IGNORECASE)
    for key in names.plain:
        yield re.compile(rf"\bgames[./]{key}\b|\bgame[-=]{key}\b|/{key}/|import {key}\b")
        if not file.endswith(".py"):  # code is read as code, so that its prose may quote words
            yield re.compile(rf"[\"'`]{key}[\"'`]", re.IGNORECASE)


def _in_code(tree: ast.AST, words: frozenset[str]) -> Iterator[int]:
    """Yield the lines where a text is one of ``words``, or a game is compared with any text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.lower() in words:
                yield node.lineno
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(_holds_a_key, sides)) and any(map(_is_text, sides)):
                yield node.lineno
        elif isinstance(node, ast.Match) and _holds_a_key(node.subject):
            yield node.lineno


def _holds_a_key(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in GAMES_OWN


def _is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(_is_text, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)
