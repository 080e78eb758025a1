"""A change of rules never touches a running match; no change of an engine alters a stored one."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from golem import registry
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Match
from golem.matches.services import Agreement, start_match, submit_move
from golem.play.controls import DEFAULT, PRESETS
from golem.play.errors import IllegalMove
from golem.play.replay import steps
from golem.play.verify import verify
from tests.matches.conftest import NOON, begin, client_of
from tests.matches.test_projections import complaints, rebuild

FIRST, SECOND = "tests.games.duel:game", "tests.games.duel2:game"
VECTORS = Path(__file__).parents[1] / "vectors" / "stored"
OPENINGS = list(product(("N1", "N2", "N3"), repeat=2))
"""What the two begin with; five of the nine hold the move that the second revision forbids."""


@pytest.fixture
def corpus(duel: str, anna: User, boris: User) -> list[Match]:
    """Matches under the first revision: a running and a finished one of every opening."""
    return [
        _played((anna, boris), opening, plies=plies) for opening in OPENINGS for plies in (1, 2)
    ]


def _played(users: tuple[User, User], opening: tuple[str, ...], plies: int) -> Match:
    match = begin("duel", *users)
    for ply in range(1, plies + 1):
        for user, first in zip(users, opening, strict=True):
            text = first if ply == 1 else f"N{int(first[1]) % 3 + 1}"
            submit_move(match.pk, user, ply, text)
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def second_revision(corpus: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    """The release of the second revision, once the corpus is there."""
    monkeypatch.setitem(registry.GAMES, "duel", {1: FIRST, 2: SECOND})


def seen(matches: list[Match]) -> list[Any]:
    """Return the matches as the API shows them now."""
    return [client_of(None).get(f"/api/v1/matches/{match.pk}/").json() for match in matches]


def test_stored_matches_stay_what_they_were(
    corpus: list[Match], anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = seen(corpus)
    monkeypatch.setitem(registry.GAMES, "duel", {1: FIRST, 2: SECOND})
    assert seen(corpus) == before
    assert {view["revision"] for view in before} == {1}
    assert {view["status"] for view in before} == {"running", "finished"}
    assert f"{len(corpus)} matches replayed, 0 differ" in rebuild()


@pytest.mark.usefixtures("second_revision")
def test_a_match_with_the_forbidden_move_goes_on_to_its_end(
    corpus: list[Match], anna: User, boris: User
) -> None:
    running = next(m for m in corpus if m.status == "running" and "N3" in _first_choices(m))
    assert _first_choices(running) == {"N1", "N3"}
    submit_move(running.pk, anna, 2, "N2")
    submit_move(running.pk, boris, 2, "N1")
    assert Match.objects.get(pk=running.pk).status == "finished"
    fresh = begin_first_revision(anna, boris)
    submit_move(fresh.pk, anna, 1, "N3")
    assert "0 differ" in rebuild()


def _first_choices(match: Match) -> set[str]:
    return set(match.moves.filter(ply=1).values_list("notation", flat=True))


def begin_first_revision(first: User, second: User) -> Match:
    """Return a match that was started before the release and has no move yet."""
    users = {"left": first, "right": second}
    return start_match(Agreement("duel", users, PRESETS[DEFAULT], {}, True, revision=1), NOON)


@pytest.mark.usefixtures("second_revision")
def test_new_matches_take_the_new_rules(anna: User, boris: User) -> None:
    offer = challenges.create(anna, boris, Terms("duel", seat="left"))
    match = challenges.accept(offer.pk, boris)
    assert match.revision == 2
    with pytest.raises(IllegalMove, match="too_high"):
        submit_move(match.pk, anna, 1, "N3")
    submit_move(match.pk, anna, 1, "N2")
    assert client_of(None).get("/api/v1/games/duel/").json()["revision"] == 2


@pytest.mark.usefixtures("second_revision")
def test_an_export_names_its_revision_and_is_checked_by_it(
    corpus: list[Match], anna: User, boris: User
) -> None:
    new = begin("duel", anna, boris)
    for match, revision in ((corpus[-1], 1), (new, 2)):
        export = client_of(None).get(f"/api/v1/matches/{match.pk}/export/json/").json()
        text = client_of(None).get(f"/api/v1/matches/{match.pk}/export/text/").content.decode()
        assert export["revision"] == revision
        assert f"rules revision {revision}" in text
        assert verify(export, registry.load).problems == ()


def test_a_change_without_a_new_revision_is_found_before_the_release(
    corpus: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.GAMES, "duel", {1: SECOND})
    out, summary = complaints()
    hit = [match for match in corpus if "N3" in _first_choices(match)]
    assert len(hit) == 10
    assert summary.startswith(f"{len(corpus)} matches replayed, {len(hit)} differ")
    for match in hit:
        assert f"match {match.pk}: the log does not replay" in out


# --- the stored corpus of the registered games ---------------------------------------------

REVISIONS = [(key, revision) for key in registry.GAMES for revision in registry.GAMES[key]]


@pytest.mark.parametrize(("key", "revision"), REVISIONS)
def test_the_registry_and_the_game_agree(key: str, revision: int) -> None:
    info = registry.load(key, revision).info
    assert (info.key, info.revision) == (key, revision)


@pytest.mark.parametrize(("key", "revision"), REVISIONS)
def test_every_revision_has_stored_matches(key: str, revision: int) -> None:
    lines = list(stored(key, revision))
    assert len(lines) >= 30
    assert {line["revision"] for line in lines} == {revision}
    assert any(line["outcome"] for line in lines)
    assert any(line["outcome"] is None for line in lines)


def stored(key: str, revision: int) -> Iterator[Any]:
    """Yield the stored matches of a revision, if any; `tests/stored.py` tells how to make them."""
    path = VECTORS / f"{key}-{revision}.jsonl"
    for line in path.read_text().splitlines() if path.exists() else []:
        yield json.loads(line)


ALL_STORED = [
    pytest.param(line, id=f"{key}-{revision}-{line['id']}")
    for key, revision in REVISIONS
    for line in stored(key, revision)
]


@pytest.mark.parametrize("line", ALL_STORED)
def test_a_stored_match_replays_as_it_was(line: Any) -> None:
    game = registry.load(line["game"], line["revision"])
    plies: list[dict[str, str]] = [{} for _ in line["positions"][1:]]
    for move in line["moves"]:
        plies[move["ply"] - 1][move["seat"]] = move["notation"]
    draws = [draw["values"] for draw in line["draws"]]
    replayed = list(steps(game, line["options"], plies, draws))
    assert [found.failure for found in replayed] == [None] * len(line["positions"])
    assert [game.describe(found.state).text for found in replayed] == line["positions"]
    verdict = verify(line, registry.load)
    assert (verdict.problems, verdict.notes) == ((), ())
