"""Folds that go on from a known beginning come to what a fold of the whole log comes to."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golem import registry
from golem.matches import folds
from golem.play.replay import replay
from tests.load.bench import lines, log_of

GAME = registry.load("streetsoccer")
LOGS = [log_of(vector) for vector in lines("games.jsonl")[:3]]


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    folds.forget()
    yield
    folds.forget()


def cut(log: int, plies: int) -> tuple[folds.Plies, folds.Draws]:
    """Return the log as it was when so many plies were played and the next draw was made."""
    texts, draws = LOGS[log]
    return texts[:plies], draws[: replay(GAME, {}, texts[:plies], draws).draws]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 40)), min_size=1, max_size=8))
def test_any_order_of_folds_comes_to_the_same(asked: list[tuple[int, int]]) -> None:
    folds.forget()
    for log, plies in asked:
        texts, draws = cut(log, plies)
        assert folds.folded(1, GAME, {}, texts, draws) == replay(GAME, {}, texts, draws)


def test_a_longer_log_goes_on_from_the_shorter_one(monkeypatch: pytest.MonkeyPatch) -> None:
    folds.folded(1, GAME, {}, *cut(0, 20))
    begun: list[int | None] = []

    def spy(game, options, plies, draws, known=None):  # type: ignore[no-untyped-def]
        begun.append(known.plies if known else None)
        return replay(game, options, plies, draws, known)

    monkeypatch.setattr(folds, "replay", spy)
    folds.folded(1, GAME, {}, *cut(0, 23))
    folds.folded(1, GAME, {}, *cut(0, 22))  # not one that goes on from 23
    folds.folded(2, GAME, {}, *cut(0, 23))  # another match
    folds.folded(2, GAME, {}, *cut(1, 23))  # and its log was changed
    assert begun == [20, None, None, None]


def test_a_broken_log_is_looked_at_anew_each_time() -> None:
    texts, draws = cut(0, 20)
    broken = [*texts[:10], {"yellow": "nonsense"}, *texts[11:]]
    for _ in range(2):
        found = folds.folded(1, GAME, {}, broken, draws)
        assert found.failure is not None
        assert found.failure.ply == 11
    assert folds.folded(1, GAME, {}, texts, draws).failure is None


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folds, "MOST", 2)
    for match_id in (1, 2, 3):
        folds.folded(match_id, GAME, {}, *cut(0, 5))
    assert list(folds._lately) == [2, 3]
