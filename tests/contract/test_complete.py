"""No registered game lacks anything: tests, texts, templates, words, stored matches, all questions.

docs/protocol.md asks for these; what is missing is named by the test that fails.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from golem import registry
from golem.matches.wording import known
from golem.play.protocol import AnyGame, Clicks, Explains, Legal, Plays, Reads, Speaks
from tests.contract.cases import Case, cases, match_of, some

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
QUESTIONS = (Legal, Clicks, Plays, Explains, Speaks, Reads)
TESTS = ("test_notation", "test_rules", "test_clicks", "test_draw", "test_text", "test_vectors")
each_game = pytest.mark.parametrize("key", registry.game_keys())
each_case = pytest.mark.parametrize(
    "case", [case for case in cases() if not case.toy], ids=lambda case: case.name
)


def title_of(key: str) -> str:
    return registry.load(key).info.title


@each_game
def test_it_answers_all_optional_questions_that_players_need(key: str) -> None:
    game = registry.load(key)
    assert [question.__name__ for question in QUESTIONS if not isinstance(game, question)] == []


@each_game
def test_it_has_tests_of_its_own(key: str) -> None:
    own = {path.stem for path in (ROOT / "tests" / key).glob("test_*.py")}
    assert set(TESTS) <= own
    assert any("random" in name for name in own)


@each_game
def test_whole_matches_are_told_and_checked(key: str) -> None:
    """As texts that a person can follow, or as lines of the common vectors."""
    texts = [*(ROOT / "tests" / key).glob("playthroughs/*")]
    texts += (ROOT / "tests" / "vectors" / key).glob("games.jsonl")
    assert any(path.read_text().strip() for path in texts)


@each_game
def test_the_common_vectors_are_checked(key: str) -> None:
    found = list((ROOT / "tests" / "vectors" / key).glob("*.jsonl"))
    assert found
    tests = "".join(path.read_text() for path in (ROOT / "tests" / key).glob("*.py"))
    assert [path.name for path in found if path.name not in tests and path.stem not in tests] == []


@pytest.mark.parametrize(
    ("key", "revision"), [(key, number) for key in registry.GAMES for number in registry.GAMES[key]]
)
def test_matches_of_every_revision_are_stored(key: str, revision: int) -> None:
    lines = (ROOT / "tests" / "vectors" / "stored" / f"{key}-{revision}.jsonl").read_text()
    assert len(lines.splitlines()) >= 20


@each_game
def test_it_has_its_templates_and_the_page_of_its_rules(key: str) -> None:
    folder = ROOT / "templates" / "games" / key
    for name in ("about.html", "rules.html", "words.txt"):
        assert (folder / name).read_text().strip(), name
    pages = "".join(path.read_text() for path in folder.glob("*.html"))
    shown = set(re.findall(r"diagrams\.(\w+)", pages))
    game = registry.load(key)
    assert isinstance(game, Explains)
    assert shown == set(game.examples())


@each_game
def test_it_has_rules_and_notation_as_texts(key: str) -> None:
    assert len((DOCS / "rules" / f"{key}.md").read_text().split()) > 500
    index = (DOCS / "README.md").read_text()
    assert f"(rules/{key}.md)" in index
    written = [path for path in DOCS.glob("*notation*.md") if title_of(key) in path.read_text()]
    assert written
    assert all(f"({path.name})" in index for path in written)


@each_game
def test_its_rules_list_the_projects_own_readings(key: str) -> None:
    headings = re.findall(r"^#+ (.+)$", (DOCS / "rules" / f"{key}.md").read_text(), re.M)
    assert any(re.search("reading|decided|project", one, re.I) for one in headings), headings
    page = (ROOT / "templates" / "games" / key / "rules.html").read_text()
    on_page = re.findall(r"<h2[^>]*>(.+)</h2>", page)
    assert any(re.search("reading|decided", one, re.I) for one in on_page), on_page


@each_game
def test_it_is_told_of_to_players_and_programs(key: str) -> None:
    for name in ("README.md", "CHANGELOG.md"):
        assert title_of(key) in (ROOT / name).read_text(), name
    engine = (DOCS / "engine.md").read_text()
    assert re.search(rf'"game": ?"{key}"', engine)


# --- words, of what random matches show ----------------------------------------------------


@each_case
def test_everything_that_a_match_shows_has_words(case: Case) -> None:
    key = case.game.info.key
    shown = sorted(set(_codes(case.game, case)))
    assert [pair for pair in shown if not known(key, *pair, {})] == []


def _codes(game: AnyGame, case: Case) -> Iterator[tuple[str, str]]:
    match = match_of(case)
    for seat in game.info.seats:
        yield "seat", seat
    for _, want, _ in match.wanted:
        yield "draw", want.label
    for number in range(3):
        outcome = game.outcome(match_of(case, number).last)
        assert outcome is not None
        yield "how", outcome.how
    for state in some(match.states(), 12):
        for piece in game.draw(state, game.info.seats[0]).pieces:
            yield "role", piece.role
    for step in some(match.steps, 12):
        for seat in game.to_move(step.state):
            assert isinstance(game, Clicks)
            draft = game.click(step.state, seat, "", None)
            yield "ask", draft.ask
            yield "ask", game.click(step.state, seat, "", draft.squares[0]).ask
