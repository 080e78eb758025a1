"""The house keeps its arrows: what import-linter cannot see."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.naming import Names, named_in

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


def game_names() -> Names:
    """Return what the registered games are called, in code and to people."""
    from golem import registry

    keys = registry.game_keys()
    return Names(frozenset(keys), frozenset(registry.load(key).info.title for key in keys))


def test_no_game_is_named_outside_its_own_places() -> None:
    names = game_names()
    found = [
        f"{name}:{number}: {text.splitlines()[number - 1].strip()}"
        for name in tracked_files()
        if (ROOT / name).exists()
        for text in [(ROOT / name).read_text()]
        for number in named_in(name, text, names)
    ]
    assert found == []


THREE = Names(
    frozenset({"streetsoccer", "golden_goal", "goal"}),
    frozenset({"StreetSoccer", "Golden Goal", "Goal"}),
)


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("x.py", 'if game == "goal": pass'),
        ("x.py", "if match.game == 'goal': pass"),
        ("x.py", 'if "goal" == info.key: pass'),
        ("x.py", 'if key in ("chess", "goal"): pass'),
        ("x.py", 'if match.game != "chess": pass'),
        ("x.py", 'LONG = {"goal": 70}'),
        ("x.py", 'registry.load("Goal")'),
        ("x.py", "from golem.games.goal.rules import SPACES"),
        ("x.py", "from golem.games import goal"),
        ("x.py", 'PATH = "golem.games.goal.game:game"'),
        ("x.py", "match game:\n    case _: pass"),
        ("x.py", 'if key == "golden_goal": pass'),
        ("x.py", "# as StreetSoccer has it"),
        ("x.html", '{% if match.game == "goal" %}'),
        ("x.html", "{% include 'games/goal/about.html' %}"),
        ("x.html", "<p>Golden Goal and others</p>"),
        ("x.css", ".game-goal .card { color: red }"),
        ("x.css", '[data-game="goal"] { color: red }'),
        ("x.js", 'if (game === "goal") draw()'),
        ("x.js", "if (key === `goal`) draw()"),
    ],
)
def test_what_names_a_game_is_found(file: str, line: str) -> None:
    assert named_in(file, line, THREE) == [1]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("x.py", 'GOAL = "by the goal difference"'),
        ("x.py", "goal = score[seat]  # a goal fell"),
        ("x.py", 'if key == "": pass'),
        ("x.py", "if game == other.game: pass"),
        ("x.py", 'tone: str = "field"'),
        ("x.html", '{% translate "goal" %}'),
        ("x.html", '{% if cell.tone == "goal" %}<rect/>{% endif %}'),
        ("x.html", '<span class="goal">Goal!</span>'),
        ("x.css", ".cell-goal { fill: none }"),
    ],
)
def test_a_word_is_no_game(file: str, line: str) -> None:
    assert named_in(file, line, THREE) == []


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
