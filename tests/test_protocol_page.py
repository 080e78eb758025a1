"""The page about adding a game is followed to the letter, into an empty tree."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import golem.games
from accounts.models import User
from accounts.selectors import house
from golem import registry
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.house import move as house_moves
from golem.matches.models import Match
from golem.play.protocol import AnyGame
from golem.rest.refusals import Refused
from tests import stored
from tests.contract import test_moves, test_states
from tests.contract.cases import Case
from tests.games.registering import register
from tests.matches.conftest import client_of, person

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"
FILE = re.compile(r"^\*\*([\w/.]+)\*\*[^\n]*:\n\n```\w+\n(.*?)^```", re.S | re.M)
LINE = re.compile(
    r"^and in \*\*golem/registry\.py\*\* the line\n\n```python\n(.*?)```", re.S | re.M
)
pytestmark = pytest.mark.django_db


def files() -> dict[str, str]:
    """Return the files that the page gives, by their paths."""
    return dict(FILE.findall(PAGE.read_text()))


@pytest.fixture
def pennies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[AnyGame]:
    """The game of the page, in a tree of its own, registered by the page's line."""
    for name, text in files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "golem" / "games" / "pennies" / "__init__.py").touch()
    monkeypatch.setattr(
        golem.games, "__path__", [*golem.games.__path__, str(tmp_path / "golem" / "games")]
    )
    [line] = LINE.findall(PAGE.read_text())
    [(key, revisions)] = ast.literal_eval("{" + line.strip() + "}").items()
    importlib.invalidate_caches()
    registry._load.cache_clear()
    yield register(monkeypatch, settings, key, revisions[1], tmp_path / "templates")
    for name in [name for name in sys.modules if name.startswith("golem.games.pennies")]:
        del sys.modules[name]


@pytest.fixture
def two(db: None) -> tuple[User, User]:
    return person("Sara"), person("Otto")


def begun(game: AnyGame, two: tuple[User, User], rounds: int = 3) -> Match:
    """Return a match of two people; the first is ``even``."""
    offer = challenges.create(
        two[0], None, Terms(game.info.key, "even", options={"rounds": rounds})
    )
    return challenges.accept(offer.pk, two[1])


def test_the_page_gives_all_files(pennies: AnyGame) -> None:
    folder = "templates/games/pennies"
    given = {"golem/games/pennies/game.py"}
    given |= {f"{folder}/{name}" for name in ("about.html", "rules.html", "words.txt")}
    assert set(files()) == given
    assert pennies.info.key == "pennies" in registry.game_keys()


def test_it_keeps_the_contract(pennies: AnyGame) -> None:
    case = Case("pennies of the page", pennies, {"rounds": 5}, toy=False)
    asked = 0
    for module in (test_moves, test_states):
        for name, test in vars(module).items():
            if name.startswith("test_") and list(signature(test).parameters) == ["case"]:
                test(case)
                asked += 1
    assert asked > 15


def test_a_match_by_notation_through_the_api(pennies: AnyGame, two: tuple[User, User]) -> None:
    match = begun(pennies, two)
    for ply, sides in enumerate(("HH", "HT", "TT"), 1):
        for user, side in zip(two, sides, strict=True):
            body = {"notation": side, "ply": ply}
            path = f"/api/v1/matches/{match.pk}/moves/"
            assert client_of(user).post(path, body, format="json").status_code == 201
    over = Match.objects.get()
    assert (over.how, over.winner, over.score) == ("more_rounds", "even", {"even": 2, "odd": 1})


def test_a_match_by_clicks_on_the_pages(pennies: AnyGame, two: tuple[User, User]) -> None:
    match = begun(pennies, two, rounds=5)
    page = browser(two[0]).get(f"/matches/{match.pk}/").content.decode()
    assert "<dt>Rounds</dt><dd>5</dd>" in page
    assert "Choose a side of your coin." in page
    click = f"/api/v1/matches/{match.pk}/click/"
    body = {"draft": "", "square": "T", "ply": 1}
    draft = client_of(two[0]).post(click, body, format="json").json()
    assert (draft["notation"], draft["complete"], draft["prompt"]) == ("T", True, "Show it?")
    for user in two:
        form = {"notation": draft["notation"], "ply": 1}
        assert browser(user).post(f"/matches/{match.pk}/", form).status_code == 302
    after = browser(None).get(f"/matches/{match.pk}/").content.decode()
    assert "Even" in after or "even" in after
    assert Match.objects.get().ply == 2


def test_a_wrong_text_is_refused_in_the_words_of_the_page(
    pennies: AnyGame, two: tuple[User, User]
) -> None:
    match = begun(pennies, two)
    answer = browser(two[0]).post(f"/matches/{match.pk}/", {"notation": "X", "ply": 1})
    assert answer.status_code == 400
    assert "A coin shows H or T." in answer.content.decode()


def test_the_house_plays_it(pennies: AnyGame, two: tuple[User, User]) -> None:
    made = challenges.create(two[0], house(), Terms("pennies", "even", rated=False))
    assert made.match_id is not None
    for ply in (1, 2, 3):
        seat = Match.objects.get().seats.get(name="odd")
        path = f"/api/v1/matches/{made.match_id}/moves/"
        client_of(two[0]).post(path, {"notation": "H", "ply": ply}, format="json")
        assert house_moves(seat.pk)
    assert Match.objects.get().how == "more_rounds"


def test_its_rules_are_shown_and_its_matches_can_be_stored(pennies: AnyGame) -> None:
    page = browser(None).get("/games/pennies/").content.decode()
    assert "<h1>Pennies</h1>" in page
    assert "<svg" in page
    assert "Both show a coin at once" in browser(None).get("/games/").content.decode()
    assert stored.play(pennies, 1)["outcome"]["how"] == "more_rounds"


def test_an_option_that_it_does_not_have_is_refused(
    pennies: AnyGame, two: tuple[User, User]
) -> None:
    with pytest.raises(Refused) as refused:
        begun(pennies, two, rounds=4)
    assert refused.value.code == "bad_option"


def browser(user: User | None) -> Client:
    """Return a browser of ``user`` (``None``: nobody's)."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
