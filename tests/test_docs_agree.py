"""Lists that stand in a text and in the code are the same list."""

import ast
import json
import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.export import sections
from accounts.serializers import AccountSerializer, TokenSerializer
from golem.matches.api import shapes
from golem.pages.health.judge import LATE
from golem.play.controls import DEFAULT, PRESETS
from golem.play.rating import HIGHEST, POINT, grade, rating_for, wins_for
from golem.ratings.api import shapes as ratings
from golem.ratings.wording import WHY
from golem.rest import refusals
from tests.matches.conftest import person
from tournaments.wording import PROBLEMS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
OURS = ("accounts", "golem", "tournaments")
DJANGOS = {"changepassword"}  # ours only in that it finds names in any case
API = "api/v1/"


def section(name: str, heading: str) -> str:
    """Return what stands under a heading, up to the next one of its level."""
    text, level = (DOCS / name).read_text(), heading.partition(" ")[0]
    assert f"\n{heading}\n" in text
    return re.split(rf"^{level} ", text.partition(f"\n{heading}\n")[2], flags=re.M)[0]


def first_cells(text: str) -> list[str]:
    """Return the first cell of each row of the tables in a text."""
    return re.findall(r"^\| (`.*?) \|", text, re.M)


def in_code(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


# --- commands ------------------------------------------------------------------------------


def our_commands() -> dict[str, ArgumentParser]:
    """Return the parsers of our own commands, by name."""
    named = {
        name: app
        for name, app in get_commands().items()
        if str(app).partition(".")[0] in OURS and name not in DJANGOS
    }
    return {
        name: load_command_class(str(app), name).create_parser("manage.py", name)
        for name, app in named.items()
    }


def options_of(parser: ArgumentParser) -> set[str]:
    """Return the long options of a command and its parts that are its own, not Django's."""
    usual = {"help", "version", "verbosity", "settings", "pythonpath", "traceback", "skip_checks"}
    usual |= {"no_color", "force_color"}
    found: set[str] = set()
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for part in action.choices.values():
                found |= options_of(part)
        elif action.dest not in usual:
            found |= {one for one in action.option_strings if one.startswith("--")}
    return found


def parts_of(parser: ArgumentParser) -> set[str]:
    """Return the words that a command wants first, if it is several in one."""
    chosen = [action for action in parser._actions if action.dest in ("act", "what", "command")]
    parts = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
    return {str(one) for action in (*chosen, *parts) for one in action.choices or ()}


def test_the_table_of_commands_is_whole() -> None:
    told = in_code(" ".join(first_cells(section("operations.md", "## Commands"))))
    assert {text.split()[0] for text in told} - {"check"} == set(our_commands())


@pytest.mark.parametrize("name", our_commands())
def test_options_and_parts_of_a_command_are_told_and_exist(name: str) -> None:
    parser, text = our_commands()[name], (DOCS / "operations.md").read_text()
    told = [one for one in in_code(text) if re.match(rf"(?:manage\.py )?{name}\b", one)]
    words = {word for one in told for word in re.findall(r"(?<=[ [])(--[a-z-]+)", one)}
    assert words <= options_of(parser), words
    alone = set(re.findall(r"`(--[a-z-]+)", text))
    assert options_of(parser) <= words | alone
    if parts_of(parser):
        said = [one.removeprefix("manage.py ").split() for one in told]
        assert {words[1] for words in said if len(words) > 1} == parts_of(parser)


def test_every_target_of_make_is_told() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M)
    texts = (ROOT / "README.md").read_text() + (DOCS / "README.md").read_text()
    told = set(re.findall(r"`make ([a-z]+)", texts))
    assert told == set(targets) - {"help"}


def test_the_folders_of_the_readme_are_those_there_are() -> None:
    table = (ROOT / "README.md").read_text().partition("## Where things are")[2]
    told = set(in_code(" ".join(first_cells(table.partition("\n## ")[0]))))
    outer = {f"{path.parent.name}/" for path in ROOT.glob("[a-z]*/*.py")} - {"golem/", "var/"}
    inner = {
        f"golem/{path.name}/"
        for path in (ROOT / "golem").iterdir()
        if path.is_dir() and not path.name.startswith("_")
    }
    assert {one for one in told if one.endswith("/")} == outer | inner | {"templates/"}
    assert all((ROOT / one).exists() for one in told)


# --- the API -------------------------------------------------------------------------------


def routes(resolver: Any = None, before: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield the addresses of the API, each part that varies as ``{}``, with their methods."""
    for one in (resolver or get_resolver()).url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, path)
        elif isinstance(one, URLPattern) and path.startswith(API):
            view = getattr(one.callback, "view_class", None) or getattr(one.callback, "cls", None)
            methods = {name for name in ("get", "post", "patch", "put") if hasattr(view, name)}
            plain = re.sub(r"<[^>]*>", "{}", path.removeprefix(API))
            yield plain, {name.upper() for name in methods}


def told_routes() -> Iterator[tuple[str, str]]:
    """Yield method and address of each heading, and of each row of the desk, of the REST guide.

    A further address that begins in the midst (``decline/``) has the beginning of the one before.
    """
    text = (DOCS / "api.md").read_text()
    for line in re.findall(r"^### (`.*)$|^\| (`(?:GET|POST) .*?) \|", text, re.M):
        method, path = "", ""
        for one in in_code("".join(line)):
            named = one.rpartition(" ")
            method, further = named[0] or method, re.sub(r"{[^}]*}", "{}", named[2])
            tops = ("games/", "matches/", "players/", "ratings/", "events/", "challenges/", "me/")
            if path and not further.startswith(tops):
                parts = path.split("/")[: -1 - further.count("/")]
                further = "/".join([*parts, further])
            path = further
            yield method, path


def test_every_address_that_is_told_exists() -> None:
    there = dict(routes())
    unknown = [(method, path) for method, path in told_routes() if path not in there]
    assert unknown == []
    wrong = [(method, path) for method, path in told_routes() if method not in there[path]]
    assert wrong == []


def test_every_address_is_told() -> None:
    text = re.sub(r"{[^}]*}", "{}", (DOCS / "api.md").read_text())
    told = {path for _, path in told_routes()} | {"schema/"}
    # Some stand in the sentences below a heading, from where they differ on.
    spoken = {f"events/{{}}/{one}" for one in in_code(text) if one.startswith("teams/")}
    spoken |= {one.split()[-1] for one in in_code(text) if one.startswith(("auth/", "POST auth/"))}
    missing = {path for path, _ in routes()} - told - spoken
    assert {path for path in missing if f"$API/{path}" not in text} == set()


def test_codes_have_the_status_that_the_code_gives_them() -> None:
    table = (DOCS / "api.md").read_text().partition("\n## Codes")[2]
    rows = re.findall(r"^\| (`.*?) \| (\d{3}) \|", table, re.M)
    told = {code: int(status) for cells, status in rows for code in in_code(cells)}
    given = {code: status for code, status in raised() if code in told and told[code] != status}
    assert given == {}
    assert sorted(told) == sorted(code for cells, _ in rows for code in in_code(cells))


def raised() -> Iterator[tuple[str, int]]:
    """Yield code and status of each refusal of the house as it stands in the code."""
    kinds = {
        name: kind.status
        for name, kind in vars(refusals).items()
        if isinstance(kind, type) and issubclass(kind, refusals.Refused)
    }
    for path in (path for room in OURS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_]):
                    if name in kinds:
                        yield code, kinds[name]


def test_the_problems_of_documents_are_those_there_are() -> None:
    table = section("event-document.md", "## What can be wrong")
    told = in_code(" ".join(first_cells(table)))
    assert sorted(told) == sorted(PROBLEMS)


# --- tables --------------------------------------------------------------------------------


def test_the_time_controls_are_those_there_are() -> None:
    rows = re.findall(r"^ +\| `([\w-]+)`(?: \(([\d, ]+)\))?", (DOCS / "time.md").read_text(), re.M)
    named = [
        name.replace("N", number) for name, row in rows for number in (row.split(", ") or [""])
    ]
    assert set(named) == set(PRESETS)
    cell = re.findall(r"^\| `time_control` \| (.*) \|", (DOCS / "api.md").read_text(), re.M)[0]
    assert f"`{DEFAULT}` (unless given)" in cell
    told: list[str] = []
    for one in in_code(cell):
        told.append(told[-1].rpartition("-")[0] + one if one.startswith("-") else one)
    assert told == list(PRESETS)


def test_the_parts_of_the_health_page_are_told() -> None:
    cells = first_cells(section("operations.md", "## Health"))
    assert set(in_code(" ".join(cells))) == {"database", "broker", *LATE, "clocks", "mails"}


def test_why_a_match_is_unrated_is_told() -> None:
    cells = first_cells(section("ratings.md", "## Which matches are rated"))
    assert set(in_code(" ".join(cells))) == {str(reason) for reason in WHY}


@pytest.mark.django_db
def test_what_an_account_exports_is_told() -> None:
    cells = first_cells(section("accounts.md", "## What is held"))
    now = timezone.now() + timedelta(seconds=1)
    held = [name for name, _ in sections(person("ada"), now)]
    assert sorted(in_code(" ".join(cells))) == sorted(held)


def test_the_glossary_tells_a_word_once() -> None:
    words = re.findall(r"^\| (\*\*.*?) \|", (DOCS / "glossary.md").read_text(), re.M)
    found = [word for cell in words for word in re.findall(r"\*\*(.+?)\*\*", cell)]
    assert len(found) > 100
    assert sorted({word for word in found if found.count(word) > 1}) == []


@pytest.mark.parametrize("room", [*OURS, "deploy", "streetsoccer", "templates"])
def test_texts_that_the_code_names_exist(room: str) -> None:
    for path in (path for path in (ROOT / room).rglob("*") if path.suffix in (".py", ".html")):
        for name in re.findall(r"\bdocs/[\w/-]+\.md", path.read_text()):
            assert (ROOT / name).exists(), f"{path.name}: {name}"


def test_every_picture_is_shown() -> None:
    texts = [ROOT / "README.md", *DOCS.rglob("*.md")]
    shown = {
        (text.parent / name).resolve()
        for text in texts
        for name in re.findall(r"!\[[^\]]+\]\(([^)]+\.png)\)", text.read_text())
    }
    assert set((DOCS / "pictures").rglob("*.png")) == shown


def test_the_ranks_are_those_there_are() -> None:
    text = section("ratings.md", "## Rank")
    told = re.findall(r"(\d+) (kyu|dan) \| (\d+) \| (\d+)", text)
    expected = [
        (grade(rank), str(rating_for(rank) // POINT), str(wins_for(rank)))
        for rank in range(1, HIGHEST + 1)
    ]
    found = [((int(number), word == "dan"), points, wins) for number, word, points, wins in told]
    assert sorted(found) == sorted(expected)


SHAPES = (
    *(TokenSerializer, shapes.GameShape, shapes.LegalShape, shapes.ChallengeShape),
    *(shapes.MatchShape, shapes.LedgersShape, shapes.LogShape, shapes.DraftShape),
    *(ratings.StrengthPageShape, ratings.FoundPageShape, ratings.ChangeShape, AccountSerializer),
)
"""What the examples of the REST guide show, in order, but for problems."""


def test_examples_of_answers_have_the_fields_that_answers_have() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```", (DOCS / "api.md").read_text(), re.S | re.M)
    answers = [found for found in map(json.loads, blocks) if "code" not in found]
    assert [set(found) for found in answers] == [set(shape().fields) for shape in SHAPES]
    parts = {
        shapes.MoveShape: answers[6]["results"],
        shapes.DrawShape: answers[6]["draws"],
        ratings.StrengthShape: answers[8]["results"],
        shapes.ClockChangeShape: answers[5]["seats"]["yellow"],
        shapes.PauseShape: answers[5]["pauses"],
        shapes.FullClockShape: answers[4]["clocks"].values(),
        shapes.SeedShape: answers[4]["seeds"],
    }
    for shape, examples in parts.items():
        assert {frozenset(found) for found in examples} == {frozenset(shape().fields)}
