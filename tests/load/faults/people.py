"""People and their matches, made by the server's own services."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from random import Random

from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.selectors import house
from accounts.services import issue_token
from golem import registry
from golem.matches.log import game_of, present_state
from golem.matches.models import Match
from golem.matches.services import Agreement, start_match, submit_move
from golem.outbox.services import post
from golem.play import movers
from golem.play.controls import DEFAULT, PRESETS

_numbers = count(1)
_rng = Random(7)


def people(number: int) -> list[User]:
    """Return new people, who cannot log in by a password."""
    names = [f"player{next(_numbers)}" for _ in range(number)]
    rows = [User(username=name, email=f"{name}@example.org", password="!") for name in names]
    return User.objects.bulk_create(rows)


def token_of(user: User) -> str:
    """Return an API token that may play."""
    return issue_token(user, "x", ApiToken.Scope.PLAY, timedelta(days=1), timezone.now())[1]


def due_match(first: User, second: User) -> Match:
    """Return a match whose first seat has been out of time since yesterday, without vacation."""
    return _begin(first, second, "fixed-7", timezone.now() - timedelta(days=8))


def running_match(first: User, second: User) -> Match:
    """Return a match in which both have set up their side, so that moves can be listed."""
    match = _begin(first, second, DEFAULT, timezone.now())
    for _ in range(2):
        match.refresh_from_db()
        [seat] = match.seats.select_related("user").filter(to_move=True)
        game, state = game_of(match), present_state(match)
        text = game.write(movers.at_random(game, state, seat.name, _rng))
        submit_move(match.pk, seat.user, match.ply, text)
    match.refresh_from_db()
    return match


def _begin(first: User, second: User, control: str, now: datetime) -> Match:
    [key, *_] = registry.game_keys()
    users = dict(zip(registry.load(key).info.seats, (first, second), strict=True))
    return start_match(Agreement(key, users, PRESETS[control], {}, False), now)


def computer() -> User:
    """Return the house."""
    return house()


def mails(number: int) -> Iterator[str]:
    """Write mails into the outbox; yield the subject of each."""
    for _ in range(number):
        subject = f"Mail {next(_numbers)}"
        post("probe", f"m{next(_numbers)}@example.org", subject, "Hello.", "", timezone.now())
        yield subject
