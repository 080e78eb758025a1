"""Sentences in Python code that nobody marked for translation."""

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from tests.translations.reading import TITLES

MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "npgettext", "pgettext"}
MARKS |= {"OpenApiResponse", "ngettext_lazy", "npgettext_lazy", "pgettext_lazy"}
FOR_OPERATORS = {"log", "logger"}
API_DOCUMENT = {"help_text", "description", "summary"}
"""Of serializers and views of the API: its document is for programmers, and in English."""
TECHNICAL = {"Time control", "Can work the clocks, annul and reopen matches"}
"""A tag of the export; a permission, as the admin pages show it."""


def unmarked(path: Path) -> list[str]:
    """Return the sentences of a module that people might read and that are not marked."""
    if path.name == "schema.py":  # it says of the API what no page does
        return []
    in_api = "api" in path.parts or path.name == "api.py"
    spared = TECHNICAL | set(TITLES)
    found = _unmarked(ast.parse(path.read_text()), API_DOCUMENT if in_api else frozenset())
    return [text for text in found if _reads_as_sentence(text) and text not in spared]


def _unmarked(node: ast.AST, skipped: Collection[str]) -> Iterator[str]:
    if isinstance(node, ast.keyword) and node.arg in skipped:
        return
    if isinstance(node, ast.Call) and _is_no_page(node.func):
        return
    if isinstance(node, ast.Raise | ast.Assert):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _unmarked(child, skipped)


def _is_no_page(called: ast.expr) -> bool:
    name = ast.unparse(called)
    return name.split(".")[-1] in MARKS or name.rpartition(".")[0] in FOR_OPERATORS


def _reads_as_sentence(text: str) -> bool:
    words = text.strip().split(" ")
    if len(words) < 2 or not (words[0].isalpha() and words[1].isalpha()):
        return False
    return words[0][0].isupper() and (len(words[0]) == 1 or not words[0].isupper())
