"""The start of matches: one, or all those of a group at once."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import clocks, nudges
from golem.matches.locks import lock_players, make_rows
from golem.matches.log import LastSeed, Present
from golem.matches.models import Match, Seat, Seed
from golem.matches.models.timed import control_columns
from golem.matches.progress import Going, carry_on_all
from golem.play import chance
from golem.play.controls import TimeControl
from golem.play.protocol import OptionValue
from golem.rest.refusals import Conflict

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the players of a new match agreed on: users by seat name, and the terms.

    ``revision`` ``None`` means the newest rules; ``options`` holds a value for every option.
    """

    game: str
    users: Mapping[str, User]
    control: TimeControl
    options: Mapping[str, OptionValue]
    rated: bool
    revision: int | None = None


def start_match(agreement: Agreement, now: datetime, seed: bytes | None = None) -> Match:
    """Return a new running match, its first draws made; to be called in a transaction. Raises
    ``Conflict`` (``player_gone``) if a player's account was deleted.

    ``now`` was read once the players' clock rows were locked, if they were. ``seed`` (32 bytes) is
    drawn from the system's generator unless given.
    """
    make_rows(user.pk for user in agreement.users.values())
    return _started([agreement], now, [seed])[0]


def start_matches(
    agreements: Sequence[Agreement],
    clock: Clock = timezone.now,
    seeds: Sequence[bytes] | None = None,
) -> list[Match]:
    """Return new running matches, one for each agreement and in that order, all started at one
    instant; to be called in a transaction.

    Takes the clock rows of all players, ascending, and reads ``clock`` after that: whoever calls
    holds no lock that comes later (see :mod:`golem.matches.locks`). Raises ``Conflict``
    (``player_gone``) if a player's account was deleted: then none is started. The number of queries
    does not depend on how many matches there are. ``seeds`` are as for :func:`start_match`.
    """
    if not agreements:
        return []
    lock_players({user.pk for one in agreements for user in one.users.values()})
    return _started(agreements, clock(), seeds or [None] * len(agreements))


def _started(
    agreements: Sequence[Agreement], now: datetime, seeds: Sequence[bytes | None]
) -> list[Match]:
    matches = Match.objects.bulk_create([_match(agreement, now) for agreement in agreements])
    secret = [seed or secrets.token_bytes(chance.SEED_BYTES) for seed in seeds]
    rows = [
        Seed(match=match, secret=own, commitment=chance.commitment(own))
        for match, own in zip(matches, secret, strict=True)
    ]
    Seed.objects.bulk_create(rows)
    seats = [_seats(*pair) for pair in zip(matches, agreements, strict=True)]
    demand_players({seat.user for of_match in seats for seat in of_match})
    Seat.objects.bulk_create(seat for of_match in seats for seat in of_match)
    goings = [_going(*three) for three in zip(matches, seats, rows, strict=True)]
    carry_on_all(goings, now, clocks.pauses(now, now))
    for going in goings:
        nudges.after_change(going.match, going.seats)
    return matches


def demand_players(users: Collection[User]) -> None:
    """Refuse if somebody's account was deleted: what a deletion does to matches is done once.

    It waits for the clock rows of people, which are locked here; bots have none, so their accounts
    are locked instead. The house never leaves.
    """
    bots = [user.pk for user in users if user.is_bot and not user.is_house]
    if bots:
        rows = User.objects.select_for_update(no_key=True).filter(pk__in=bots)
        list(rows.order_by("pk").values_list("pk"))
    ids = [user.pk for user in users]
    if User.objects.filter(pk__in=ids, left_at__isnull=False).exists():
        raise Conflict("player_gone")


def _match(agreement: Agreement, now: datetime) -> Match:
    info = registry.load(agreement.game, agreement.revision).info
    return Match(
        game=info.key,
        revision=info.revision,
        options=dict(agreement.options),
        rated=agreement.rated,
        started_at=now,
        changed_at=now,
        **control_columns(agreement.control),
    )


def _seats(match: Match, agreement: Agreement) -> list[Seat]:
    """Return the seats of a new match in the game's order, the bank on their clocks."""
    names = registry.load(match.game, match.revision).info.seats
    seats = [
        Seat(match=match, number=number, name=name, user=agreement.users[name])
        for number, name in enumerate(names)
    ]
    clocks.fill(match, seats)
    return seats


def _going(match: Match, seats: list[Seat], seed: Seed) -> Going:
    game = registry.load(match.game, match.revision)
    last = LastSeed(seed.first_draw, bytes(seed.secret), seed.commitment)
    return Going(match, seats, Present(game, game.start(match.options), [], last))
