"""The house keeps its arrows: what import-linter cannot see."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FRAMEWORKS = ("django", "celery", "redis", "rest_framework", "kombu", "psycopg", "allauth", "knox")
PURE = (
    *("golem/play", "golem/games", "golem/registry.py", "streetsoccer"),
    *("tournaments/errors.py", "tournaments/scoring.py"),
    *("tournaments/pairing", "tournaments/standings"),
    *("tournaments/bounds.py", "tournaments/document.py", "tournaments/form.py"),
    *("tournaments/plan.py", "tournaments/problem.py", "tournaments/schema.py"),
    *("tournaments/sense.py", "tournaments/shape.py"),
)
OWN_PLACES = ("golem/registry.py", "golem/games", "templates/games", "docs", "tests")


def modules(place: str) -> list[str]:
    """Return the dotted names of all modules under a file or folder."""
    path = ROOT / place
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("place", PURE)
def test_a_pure_room_loads_no_framework(place: str) -> None:
    names = modules(place)
    code = (
        f"import sys\nfor name in {names}: __import__(name)\n"
        f"print([name for name in {FRAMEWORKS} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert names
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


@pytest.mark.parametrize("place", ["golem/__init__.py", "tournaments/__init__.py"])
def test_the_package_file_is_empty(place: str) -> None:
    assert (ROOT / place).read_text() == ""


def tracked_files() -> list[str]:
    """Return the text files of the project that may not name a game."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    kinds = (".py", ".html", ".txt", ".js", ".css", ".svg")
    rooms = ("golem", "accounts", "tournaments", "templates", "deploy")
    return [
        name
        for name in listed
        if name.endswith(kinds) and name.startswith(rooms) and not name.startswith(OWN_PLACES)
    ]


def game_names() -> set[str]:
    """Return what the registered games are called, in code and to people."""
    from golem import registry

    keys = registry.game_keys()
    return {*keys, *(registry.load(key).info.title for key in keys)}


def test_no_game_is_named_outside_its_own_places() -> None:
    pattern = re.compile("|".join(map(re.escape, sorted(game_names()))), re.IGNORECASE)
    found = [
        f"{name}:{number}: {line.strip()}"
        for name in tracked_files()
        if (ROOT / name).exists()
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_every_module_is_small() -> None:
    long = {
        name: lines
        for name in tracked_files()
        if name.endswith(".py")
        and "/migrations/" not in name
        and (ROOT / name).exists()
        and (lines := len((ROOT / name).read_text().splitlines())) > 400
    }
    assert long == {}
