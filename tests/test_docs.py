"""The texts tell the truth: what they name exists, and what they show works."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands
from django.utils import timezone
from rest_framework import exceptions

from accounts.models import ApiToken
from accounts.services import issue_token
from golem import registry
from golem.games.golden_goal import diagram as golden_goal_diagram
from golem.games.golden_goal import examples as golden_goal_examples
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Match, Move
from golem.matches.services import submit_move
from golem.matches.tasks import sweep_house
from golem.play.engine import answer
from golem.rest.wording import SENTENCES
from streetsoccer import examples
from tests.matches.conftest import person
from tests.matches.test_wording import refusals_in

ROOT = Path(__file__).resolve().parent.parent
TEXTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ROOMS = "accounts|deploy|docs|golem|streetsoccer|templates|tests|tournaments"
DOCS = ROOT / "docs"
PATIENCE = 60  # seconds; only a program that hangs is ended by it

FAULTS = (
    *(2, 3, 5, 6, 7, 8, 9, 11, 12, 14, 15, 16, 17, 19, 20, 21, *range(23, 30), 31),
    *(32, 33, 35, 38, 39, 40, 42, 45, 47, 48),
    *(50, 51, 53, 54, 55, 56, 58, 62, 63, 65, 66, 69, *range(71, 76)),
)
"""The numbers of what can happen here."""

each_text = pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))


def blocks(path: Path, language: str) -> list[str]:
    """Return the fenced blocks of code of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.S | re.M)


def prose(path: Path) -> str:
    """Return a text without its fenced blocks."""
    return re.sub(r"^ *```.*?^ *```", "", path.read_text(), flags=re.S | re.M)


# --- what is named -------------------------------------------------------------------------


@each_text
def test_links_lead_somewhere(text: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(text)):
        if re.match(r"https?://", target):
            continue
        name, _, anchor = target.partition("#")
        found = (text.parent / name).resolve() if name else text
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


def anchors(path: Path) -> set[str]:
    """Return the names by which the headings of a text can be linked to."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_text
def test_named_files_exist(text: Path) -> None:
    for name in re.findall(rf"`((?:{ROOMS})/[^`\s]*)`", prose(text)):
        if not re.search(r"[<{*]", name):
            assert (ROOT / name.partition("::")[0]).exists(), name


@each_text
def test_named_commands_exist(text: Path) -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", text.read_text()))
    assert named <= set(get_commands()) | {"createsuperuser"}
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M)
    assert set(re.findall(r"`make ([a-z]+)", text.read_text())) <= set(targets)


def test_the_table_of_commands_names_commands() -> None:
    table = (DOCS / "operations.md").read_text().partition("## Commands")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `([a-z_]+)", table, re.M)
    assert set(named) <= set(get_commands())
    assert {"rebuild_matches", "verify_match", "engine", "play_series"} <= set(named)


def test_every_variable_is_told_of_and_exists() -> None:
    texts = "".join((DOCS / f"{name}.md").read_text() for name in ("operations", "deployment"))
    told = set(re.findall(r"`([A-Z][A-Z_]{3,})[`=]", texts))
    code = "".join(
        path.read_text()
        for folder in ("golem/settings", "deploy", "deploy/production")
        for path in (ROOT / folder).glob("*.py")
    )
    asked = set(re.findall(r'(?:text|words|number|env(?:iron)?\.get)\(\s*"([A-Z_]+)"', code))
    assert asked - told - {"CHROMIUM"} == set()
    assert told - asked - {"IMMEDIATE", "INFO", "PYTHON"} == set()


def test_every_text_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text()
    inside = [path.relative_to(DOCS) for path in TEXTS if path.is_relative_to(DOCS)]
    assert [str(path) for path in inside if f"({path})" not in index] == ["README.md"]


@each_text
def test_named_tests_exist(text: Path) -> None:
    for file, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text.read_text()):
        tree = ast.parse((ROOT / file).read_text())
        functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name in functions, f"{file}::{name}"


def test_the_faults_have_tests() -> None:
    rows = re.findall(r"^\| (\d\d) \|.*", (DOCS / "faults.md").read_text(), re.M)
    assert sorted(int(number) for number in rows) == [*FAULTS]


def test_each_fault_names_tests() -> None:
    text = (DOCS / "faults.md").read_text()
    for row in re.findall(r"^\| \d\d \|.*", text, re.M):
        assert "`tests/" in row, row


# --- codes ---------------------------------------------------------------------------------


def codes_told() -> set[str]:
    """Return the codes that the REST guide's last section lists."""
    section = (DOCS / "api.md").read_text().partition("\n## Codes")[2]
    cells = re.findall(r"^\| (`.*?) \| \d{3} \|", section, re.M)
    pages = section.partition("seen on pages only:")[2]
    return set(re.findall(r"`([a-z_]+)`", " ".join(cells) + pages))


def test_every_code_of_the_house_is_told() -> None:
    assert set(SENTENCES) - codes_told() == set()


def test_every_code_told_exists() -> None:
    code = "".join(
        path.read_text() for room in ("golem", "accounts") for path in (ROOT / room).rglob("*.py")
    )
    framework = {
        kind.default_code
        for kind in vars(exceptions).values()
        if isinstance(kind, type) and issubclass(kind, exceptions.APIException)
    }
    unknown = {told for told in codes_told() - framework if f'"{told}"' not in code}
    assert unknown == set()


def test_every_code_of_streetsoccer_is_told() -> None:
    told = (DOCS / "notation.md").read_text() + (DOCS / "engine.md").read_text()
    inner = {"bad_diagram", "no_move"}  # diagrams never come from outside
    assert {code for code in refusals_in("streetsoccer") if f"`{code}`" not in told} == inner


def test_every_code_of_goal_is_told() -> None:
    told = (DOCS / "goal-notation.md").read_text() + (DOCS / "engine.md").read_text()
    assert {code for code in refusals_in("goal") if f"`{code}`" not in told} == set()


def test_every_code_of_golden_goal_is_told() -> None:
    told = (DOCS / "golden-goal-notation.md").read_text() + (DOCS / "engine.md").read_text()
    inner = {"bad_diagram", "no_move"}
    assert {code for code in refusals_in("golden_goal") if f"`{code}`" not in told} == inner


# --- what is shown -------------------------------------------------------------------------


def test_the_diagrams_of_the_rules_are_those_of_the_pages() -> None:
    drawn = [block.strip("\n") for block in blocks(DOCS / "rules" / "streetsoccer.md", "")]
    boards = [text for name, text in vars(examples).items() if name.isupper() and "\n" in text]
    assert len(boards) == len(examples.examples())
    assert drawn == [board.strip("\n") for board in boards]


def test_the_diagrams_of_golden_goal_are_those_of_the_pages() -> None:
    drawn = [block.strip("\n") for block in blocks(DOCS / "rules" / "golden_goal.md", "")]
    scenes = [golden_goal_examples.position_of(s) for s in golden_goal_examples.SCENES.values()]
    assert sorted(drawn) == sorted(map(golden_goal_diagram.write, scenes))


def test_the_engine_answers_as_its_page_says() -> None:
    examples_told = [block for block in blocks(DOCS / "engine.md", "") if '"op"' in block]
    assert len(examples_told) == 4
    for block in examples_told:
        request, told = re.split(r"(?<=\})\n(?=\{)|' \|\n.* engine\n", block.strip(), maxsplit=1)
        line = " ".join(request.removeprefix("$ echo '").split())
        found = answer(line.encode(), registry.load, registry.game_keys())
        place = 0
        for part in " ".join(told.split()).split("..."):
            assert part in found[place:], block
            place = found.index(part, place) + len(part)


def test_the_toy_match_of_the_protocol() -> None:
    code = next(block for block in blocks(DOCS / "protocol.md", "python") if "replay" in block)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert f"`{done.stdout.strip()}`" in (DOCS / "protocol.md").read_text()


def test_pieces_of_the_toy_game_are_its_own() -> None:
    game = (ROOT / "tests" / "games" / "duel.py").read_text()
    pieces = [b for b in blocks(DOCS / "protocol.md", "python") if '"""' not in b]
    pieces = [b for b in pieces if "NUMBERS" in b or "info =" in b]
    assert len(pieces) == 3
    for piece in pieces:
        assert "".join(f"    {line}" for line in piece.splitlines(keepends=True)) in game


@pytest.fixture
def meanwhile(settings: Any) -> Callable[[list[str], dict[str, str]], str]:
    """Run a program against the live server while the house goes on moving."""
    settings.HOUSE_SECONDS = 0.05

    def run(command: list[str], environment: dict[str, str]) -> str:
        program = subprocess.Popen(
            command,
            env={"PATH": "/usr/bin:/bin", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            for _ in range(PATIENCE):
                sweep_house()
                try:
                    return program.communicate(timeout=1)[0]
                except subprocess.TimeoutExpired:
                    continue
            raise AssertionError("the program did not end")
        finally:
            program.kill()

    return run


def at_live_server(example: str, live_server: Any) -> str:
    assert "http://127.0.0.1:8000" in example
    return example.replace("http://127.0.0.1:8000", live_server.url)


@pytest.mark.django_db(transaction=True)
def test_the_example_of_the_readme(live_server: Any, meanwhile: Callable[..., str]) -> None:
    text = (ROOT / "README.md").read_text()
    found = re.search(r"say as `(\w+)` with the password `([\w ]+)`", text)
    assert found is not None
    ada = person(found[1])
    ada.set_password(found[2])
    ada.save()
    [example] = blocks(ROOT / "README.md", "sh")
    said = meanwhile(["bash", "-c", at_live_server(example, live_server)], {}).splitlines()
    match = Match.objects.get()
    # The house may have answered the third move by now.
    moves = list(Move.objects.order_by("ply").values_list("seat", "notation")[:3])
    assert [seat for seat, _ in moves] == ["yellow", "red", "yellow"]
    assert moves[0][1] == "Pahbied"
    assert said == [said[0], said[1], moves[2][1]]
    assert " r setup " in said[0]
    assert moves[2][1] in ast.literal_eval(said[1])
    assert {seat.name: seat.user.username for seat in match.seats.all()}["yellow"] == "ada"


@pytest.mark.django_db(transaction=True)
def test_the_bot_of_the_guide(live_server: Any, meanwhile: Callable[..., str]) -> None:
    bot, anna = person("clank", is_bot=True), person("Anna")
    challenges.create(anna, bot, Terms("streetsoccer", seat="yellow"))
    day = timedelta(days=1)
    token = issue_token(bot, "clank", ApiToken.Scope.PLAY, day, timezone.now())[1]
    # Its loop has no end: one round to take the challenge, one at its own turn.
    [program] = blocks(DOCS / "api.md", "python")
    once = at_live_server(program, live_server).replace("while True:", "for _ in range(1):")
    once = once.replace("time.sleep(5)", "pass")
    assert meanwhile([sys.executable, "-c", once], {"BOT_TOKEN": token}) == ""
    match = Match.objects.get()
    submit_move(match.pk, anna, 1, "Pahbied")
    assert meanwhile([sys.executable, "-c", once], {"BOT_TOKEN": token}) == ""
    assert Move.objects.get(match=match, seat="red").ply == 2
