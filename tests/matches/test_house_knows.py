"""What the house knows when it chooses a move: the view of its seat, and no seed."""

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import house, tasks
from golem.matches.models import Match, SealedMove, Seed
from golem.matches.services import submit_move
from golem.play.protocol import Seat as SeatName
from streetsoccer.game import StreetSoccer
from streetsoccer.notation import Move as SoccerMove
from streetsoccer.position import Position
from tests.games.duel import Duel, State
from tests.matches.conftest import SEED, begin, person
from tests.matches.test_house import ply, seat_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick(settings: Any) -> None:
    settings.HOUSE_SECONDS = 0.01


class Curious(StreetSoccer):
    """Its computer player keeps everything that it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[tuple[Any, ...]] = []

    def bot(self, view: Position, seat: SeatName, rng: Random, seconds: float) -> SoccerMove:
        self.given.append((view, seat, rng.getstate(), seconds))
        return super().bot(view, seat, rng, seconds)


def test_the_seed_is_neither_read_nor_given_to_the_computer_player(
    waiting: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    curious = Curious()
    monkeypatch.setattr(registry, "load", lambda key, revision=None: curious)
    asked: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        for _ in range(3):
            house.choose(waiting, "yellow")
    assert asked
    assert not [sql for sql in asked if Seed._meta.db_table in sql]
    views = {type(given[0]) for given in curious.given}
    assert views == {Position}
    assert SEED.hex() not in repr(curious.given)
    assert len({given[2] for given in curious.given}) == 3  # a generator of its own each time


class DuelWithBot(Duel):
    """Sealed choices: the view of a seat does not hold what the other named last."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    def view(self, state: State, seat: SeatName | None) -> Any:
        return ("view of", seat, state)

    def bot(self, view: Any, seat: SeatName, rng: Random, seconds: float) -> int:
        self.views.append(view)
        named = getattr(view[2], seat)
        return min({1, 2, 3} - set(named))


@pytest.fixture
def sealed(monkeypatch: pytest.MonkeyPatch) -> DuelWithBot:
    """The test game of sealed choices, with a computer player."""
    game = DuelWithBot()
    monkeypatch.setattr(registry, "load", lambda key, revision=None: game)
    return game


def test_it_seals_once_and_sees_only_its_view(
    sealed: DuelWithBot, anna: User, computer: User
) -> None:
    match = begin("duel", anna, computer)
    submit_move(match.pk, anna, 1, "N3")
    assert len(SealedMove.objects.all()) == 1
    tasks.sweep_house()
    assert sealed.views == [("view of", "right", State())]
    assert ply(match) == 2
    tasks.sweep_house()
    assert list(house.due(timezone.now())) == []  # sealed: not due until the step resolves
    assert not house.move(seat_of(match).pk)
    assert seat_of(match).thinking_until is None
    assert len(sealed.views) == 2
    submit_move(match.pk, anna, 2, "N1")
    assert ply(match) == 4  # the third step is without a choice


def test_a_person_is_no_house(anna: User, boris: User) -> None:
    person("robot", is_bot=True)
    begin("streetsoccer", User.objects.get(username="robot"), anna)
    assert list(house.due(timezone.now())) == []
