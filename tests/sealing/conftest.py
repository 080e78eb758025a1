"""A match of secret choices in an event, and everybody who might look at it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.services import issue_token
from golem import registry
from golem.matches import calendar, challenges
from golem.matches.challenges import Terms
from golem.matches.log import game_of, present_state
from golem.matches.models import Match
from golem.play.protocol import AnyGame, Clicks, Legal
from tests.games.registering import register
from tests.matches.conftest import NOON, person
from tests.matches.hours import at, set_left
from tests.sealing.routes import Known
from tournaments.advance import advance
from tournaments.creation import create
from tournaments.entries import enter
from tournaments.models import Board, Event

PRESENT = NOON + timedelta(hours=1)
"""When everybody looks: no time passes between the looks of one test."""
LONG_AGO = NOON - timedelta(days=3)
"""So long that a page says the same of it throughout a test."""
NOTE = "between you and me"
SECRET_GAMES = {"duel": "tests.games.duel:game"}
"""Toy games of secret choices; the registered ones are found by themselves."""


def choose_at_once(game: AnyGame) -> bool:
    """Tell whether more than one seat is to move at the start of a match of ``game``."""
    state = game.start({option.key: option.default for option in game.info.options})
    return game.wants(state) is None and len(game.to_move(state)) > 1


def secret_games() -> list[str]:
    """Return the keys of all games, the toy ones too, in which both choose in secret."""
    found = [key for key in registry.game_keys() if choose_at_once(registry.load(key))]
    return [*SECRET_GAMES, *found]


@dataclass(frozen=True, slots=True)
class Scene:
    """The match, the event that it belongs to, and people: who seals, who sits opposite, and others
    by name."""

    match: Match
    event: Event
    sealer: User
    opposite: User
    people: Mapping[str, User]
    known: Known

    def texts(self) -> list[str]:
        """Return the texts of the sealer's legal moves."""
        game, state = game_of(self.match), present_state(self.match)
        return texts_of(game, state, self.seat(self.sealer))

    def seat(self, user: User) -> str:
        """Return the name of the seat of ``user``."""
        return str(self.match.seats.get(user=user).name)


def texts_of(game: AnyGame, state: Any, seat: str) -> list[str]:
    """Return the texts of the legal moves of a seat, of a toy game those that it takes."""
    if isinstance(game, Legal):
        return [game.write(move) for move in game.legal(state, seat) or ()]
    if isinstance(game, Clicks):
        return list(game.click(state, seat, "", None).squares)
    return [f"N{number}" for number in (1, 2, 3) if number not in getattr(state, seat)]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch, settings: Any, db: None) -> Callable[[str], Scene]:
    """Make a scene of a game, and let the time stand still from then on."""

    def set_up(key: str) -> Scene:
        if key in SECRET_GAMES:
            register(monkeypatch, settings, key, SECRET_GAMES[key])
        scene = _scene(key)
        monkeypatch.setattr("django.utils.timezone.now", lambda: PRESENT)
        return scene

    return set_up


def _scene(key: str) -> Scene:
    people = {name.lower(): person(name) for name in ("Olga", "Nora", "Stan", "Rita")}
    people["stan"].is_staff = True
    people["rita"].is_staff = people["rita"].is_superuser = True
    for name in ("stan", "rita"):
        people[name].save()
    sealer, opposite, third = (person(name) for name in ("Sara", "Otto", "Theo"))
    event = _event(key, people["olga"], (sealer, opposite, third))
    boards = Board.objects.filter(pairing__group__event=event, match__isnull=False)
    match = next(
        board.match
        for board in boards
        if board.match
        and {seat.user_id for seat in board.match.seats.all()} == {sealer.pk, opposite.pk}
    )
    # The sealer's clock there is the least of all: lists in the order of clocks begin with it.
    set_left(match, match.seats.get(user=sealer).name, 30)
    offer = challenges.create(sealer, None, Terms(key), clock=at(LONG_AGO))
    known = _known(match, event, offer.pk, people, opposite)
    return Scene(match, event, sealer, opposite, people, known)


def _event(key: str, organiser: User, players: tuple[User, ...]) -> Event:
    document = {
        "version": 1,
        "kind": "tournament",
        "name": "Cup of secrets",
        "game": key,
        "entry": {"most": len(players)},
        "stages": [{"kind": "round_robin", "legs": 1}],
    }
    event = create(organiser, document, "", clock=at(NOON))
    for player in players:
        enter(event.pk, player, clock=at(NOON))
    return advance(event.pk, at(NOON))


def _known(
    match: Match, event: Event, challenge: int, people: Mapping[str, User], opposite: User
) -> Known:
    readers = [people["nora"], opposite]
    feeds = [calendar.make_link(reader, NOON) for reader in readers]
    one = f"/matches/{match.pk}/"
    lists = ("?status=running", "?player=Sara", "?player=Otto", f"?game={match.game}")
    return Known(
        match=match.pk,
        challenge=challenge,
        event=event.pk,
        group=event.groups.get().pk,
        names=["Sara", "Otto"],
        tokens={
            "/calendar/": feeds,
            "/account/mails/unsubscribe/": ["nobodys"],
            "/account/tokens/": ["00000000-0000-0000-0000-000000000000"],
            "/account/confirm-email/": ["nothing"],
            "/account/password/reset/key/": ["1"],
        },
        queries={
            one: ("?ply=0", "?fragment=1", "?turn=1", "?turn=0"),
            "/api/v1/matches/": (*lists, "?mine=true", "?to_move=true"),
            "/api/v1/challenges/": ("?mine=true",),
            f"/events/{event.pk}/desk/match/": (f"?match={match.pk}",),
            "/admin/matches/match/": ("?q=Sara", "?o=-8", "?status__exact=running"),
            "/events/": ("?show=running", "?show=finished"),
        },
    )


def token_of(user: User, scope: ApiToken.Scope, now: datetime = NOON) -> str:
    """Return a new API token of ``user``, valid for a week."""
    return issue_token(user, scope.value, scope, timedelta(days=7), now)[1]


def signed_in(user: User | None) -> Client:
    """Return a browser of ``user`` (``None``: nobody's)."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, settings: Any, game: str) -> Any:
    """Two people who play matches of ``game`` with each other, and no vacation days."""
    from tests.sealing.rounds import Table

    if game in SECRET_GAMES:
        register(monkeypatch, settings, game, SECRET_GAMES[game])
    settings.VACATION_DAYS = 0
    return Table(game)
