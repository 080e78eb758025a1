"""Events of secret choices: a player goes while moves wait sealed, and what stays even."""

from datetime import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from golem.matches.log import game_of, present_state
from golem.matches.models import Match, SealedMove
from golem.matches.services import submit_move
from golem.matches.withdrawals import adjudicate
from tests.matches.conftest import person
from tests.matches.hours import NOON, at
from tests.sealing.conftest import secret_games, texts_of
from tests.tournaments.events.playing import hour, people, running, table
from tournaments.advance import advance
from tournaments.creation import create
from tournaments.entries import enter
from tournaments.models import Event
from tournaments.organising.removal import remove
from tournaments.withdrawals import withdraw

pytestmark = pytest.mark.django_db
GAME = secret_games()[-1]
STAGES = (
    {"kind": "round_robin", "legs": 1},
    {"kind": "knock_out", "matches": 2},
    {"kind": "swiss", "rounds": 2},
)


def seal_all(event: Event, when: datetime) -> None:
    """Let the first seat of every running match seal its first move."""
    for board in running(event):
        assert board.match
        seat = board.match.seats.order_by("number")[0]
        text = texts_of(game_of(board.match), present_state(board.match), seat.name)[0]
        submit_move(board.match.pk, seat.user, 1, text, clock=at(when))


def draw_all(event: Event, when: datetime) -> Event:
    """Let every running match end even; return the event thereafter."""
    for board in running(event):
        assert board.match
        points = {seat.name: 1 for seat in board.match.seats.all()}
        adjudicate(board.match.pk, None, points, "a test", None, at(when))
    return advance(event.pk, at(when))


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: str(stage["kind"]))
def test_players_go_while_moves_wait(
    stage: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser, players = person("Olga"), people(4)
    document = {"version": 1, "kind": "tournament", "name": "Cup", "game": GAME, "stages": [stage]}
    event = create(organiser, document | {"entry": {"most": 4}}, "", clock=at(NOON))
    for player in players:
        enter(event.pk, player, clock=at(NOON))
    event = advance(event.pk, at(NOON))
    seal_all(event, hour(1))
    withdraw(event.pk, players[0], at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    number = event.entries.get(user=players[1]).number
    remove(event.pk, number, "a test", organiser, at(hour(3)))
    event = advance(event.pk, at(hour(3)))
    left = {board.match_id for board in running(event)}
    assert set(SealedMove.objects.values_list("match", flat=True)) <= left
    for hours in range(4, 12):
        event = draw_all(event, hour(hours))
    assert event.status == Event.Status.FINISHED
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    points = {name: number for name, _, number in table(event)}
    assert points["P03"] == points["P04"] > points["P01"] == points["P02"] == 0
    monkeypatch.setattr("django.utils.timezone.now", lambda: hour(12))
    call_command("check_invariants", stdout=StringIO())
