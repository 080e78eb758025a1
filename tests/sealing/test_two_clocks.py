"""Two clocks at once: each seat's runs until it seals, and others see that only at the reveal."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from golem.matches.models import Match
from tests.matches.conftest import client_of, person
from tests.matches.hours import at, h, set_left
from tests.sealing.conftest import secret_games
from tests.sealing.rounds import Round, Table

pytestmark = pytest.mark.django_db
HOUR = 3600
each_game = pytest.mark.parametrize("game", secret_games())

# Both begin with 100 h; 240 h at most, 36 h earned by a move. Hours of: Sara's first seal, her
# second one (None: she lets it be), Otto's seal; then hours left to Sara and to Otto.
COURSES = [
    (10, None, 30, 126, 106),
    (10, 15, 30, 126, 106),
    (10, 29, 30, 126, 106),
    (30, None, 10, 106, 126),
    (1, None, 99, 135, 37),
    (0.5, None, 0.5, 135.5, 135.5),
]


@each_game
@pytest.mark.parametrize(("first", "again", "answer", "hers", "his"), COURSES)
def test_each_clock_runs_until_its_seat_has_sealed(
    table: Table, first: float, again: float | None, answer: float, hers: float, his: float
) -> None:
    [now] = table.rounds(1)
    own, other = (now.match.seats.get(user=user).name for user in (now.one, now.other))
    for seat in (own, other):
        set_left(now.match, seat, 100)
    acts: list[tuple[float, Callable[[], Any]]] = [
        (first, now.seal(now.first, clock=at(h(first)))),
        (answer, now.answer(clock=at(h(answer)))),
    ]
    if again is not None:
        acts.append((again, now.seal(now.second, clock=at(h(again)))))
    for _, act in sorted(acts, key=lambda one: one[0]):
        act()
    left = {seat.name: seat.left.total_seconds() / HOUR for seat in now.match.seats.all()}
    assert left == {own: hers, other: his}
    both = now.match.seats.values_list("runs_since", flat=True)
    assert set(both) == {h(max(first, answer))}


@each_game
def test_who_sees_that_a_clock_has_stopped(table: Table) -> None:
    [now] = table.rounds(1)
    own = now.match.seats.get(user=now.one).name
    set_left(now.match, own, 100)
    now.seal(now.first, clock=at(h(10)))()
    assert _clock(now, now.one, own) == (False, 126 * HOUR)
    for user in (now.other, person("Clara"), None):
        assert _clock(now, user, own) == (True, 100 * HOUR)
    now.answer(clock=at(h(30)))()
    lines = client_of(None).get(f"/api/v1/matches/{now.match.pk}/clocks/").json()["seats"][own]
    assert [(one["at"][:16], one["reason"]) for one in lines][-2:] == [
        (f"{h(10):%Y-%m-%dT%H:%M}", "used"),
        (f"{h(10):%Y-%m-%dT%H:%M}", "increment"),
    ]


def _clock(now: Round, user: User | None, seat: str) -> tuple[bool, int]:
    shown = client_of(user).get(f"/api/v1/matches/{now.match.pk}/").json()["clocks"][seat]
    return shown["running"], shown["left"]


@each_game
def test_before_the_reveal_the_ledger_tells_nothing(table: Table) -> None:
    [now] = table.rounds(1)
    address = f"/api/v1/matches/{now.match.pk}/clocks/"
    before = client_of(now.other).get(address).json()
    now.seal(now.first, clock=at(h(10)))()
    assert client_of(now.other).get(address).json() == before
    assert Match.objects.get(pk=now.match.pk).changed_at == now.match.changed_at
