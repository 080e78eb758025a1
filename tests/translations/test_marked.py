"""Every sentence that people read is marked for translation: in templates, and in Python."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType

from tests.translations import sentences

BASE = Path(settings.BASE_DIR)
OPERATORS = ("templates/pages/health.html", "golem/pages/health/", "golem/pages/metrics/")
"""What only whoever runs the server reads: it is in English, and asks for no catalogue."""


def _is_for_operators(path: Path) -> bool:
    return str(path.relative_to(BASE)).startswith(OPERATORS)


TEMPLATES = sorted(
    path
    for folder in (BASE / "templates", BASE / "golem", BASE / "accounts", BASE / "tournaments")
    for path in folder.rglob("templates/**/*" if folder.name != "templates" else "*")
    if path.suffix in (".html", ".txt") and not _is_for_operators(path)
)
MODULES = sorted(
    path
    for room in ("golem", "accounts", "tournaments", "streetsoccer")
    for path in (BASE / room).rglob("*.py")
    if not {"migrations", "management", "settings", "simulation"} & set(path.parts)
    and not _is_for_operators(path)
)
NAMES = {"Golem", "StreetSoccer", "Problem", "API", "JSON", "Esc"}
"""What is called so in all languages."""
SPOKEN = re.compile(r"""\b(?:alt|aria-label|content|placeholder|title)=(?:"([^"]*)"|'([^']*)')""")
HIDDEN = re.compile(r"<(script|style|pre|code|svg)\b.*?</\1>|<!--.*?-->|<!DOCTYPE[^>]*>", re.S)
TECHNICAL = re.compile(r'<meta (?:charset|name="(?:viewport|color-scheme|theme-color)")[^>]*>')
WORD = re.compile(r"(?<![\w&.])[^\W\d_]{2,}(?![\w;])")


def unmarked_in(source: str) -> list[str]:
    """Return the words of a template that are the same in all languages."""
    found = [*WORD.findall(_text_of(source))]
    return [word for word in found if word not in NAMES]


def _text_of(source: str) -> str:
    """Return what stands outside all tags, and in those attributes that are read."""
    plain = "".join(_pieces(source))
    plain = TECHNICAL.sub(" ", HIDDEN.sub(" ", plain))
    spoken = " ".join(one or two for one, two in SPOKEN.findall(plain))
    return f"{re.sub('<[^>]*>', ' ', plain)} {spoken}"


def _pieces(source: str) -> Iterator[str]:
    """Yield the text outside Django's tags, without that of blocks that are marked, comments, or
    (the block "wide") the name of a style."""
    ends = {"blocktranslate": "endblocktranslate", "comment": "endcomment", "wide": "endblock"}
    until = ""
    for token in Lexer(source).tokenize():
        name = token.contents.removeprefix("block ").split(" ")[0]
        if token.token_type == TokenType.BLOCK and (name == until or (not until and name in ends)):
            until = "" if until else ends[name]
            yield " "
        elif not until:
            yield token.contents if token.token_type == TokenType.TEXT else "\0"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(BASE)))
def test_a_template_has_no_unmarked_words(path: Path) -> None:
    assert unmarked_in(path.read_text()) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>Hello {{ name }}</p>", ["Hello"]),
        ('<a title="Go on" class="big">{% translate "x" %}</a>', ["Go", "on"]),
        ("{% blocktranslate %}Hello{% endblocktranslate %} you", ["you"]),
        ("{% comment %}Context: none{% endcomment %}{# nor here #}", []),
        ('<code>GET</code> &nbsp;· <b class="two words">2</b>', []),
    ],
)
def test_the_check_sees_words(source: str, words: list[str]) -> None:
    assert unmarked_in(source) == words


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(BASE)))
def test_a_module_has_no_unmarked_sentences(path: Path) -> None:
    assert sentences.unmarked(path) == []


def test_the_check_sees_sentences(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('''
"""Not this docstring."""
log.warning("Not for people %s", 1)
def act(request: str) -> None:
    """Nor this one."""
    if not request:
        raise LookupError("Errors of programs are for programmers")
    messages.success(request, _("This is marked"))
    messages.success(request, "This is not")
    forms.CharField(label="Nor this")
''')
    assert sentences.unmarked(module) == ["This is not", "Nor this"]
