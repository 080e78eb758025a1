"""Many people of whom each has one thing to be told: rows as the services write them, in bulk."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from golem.matches import messages, reminders
from golem.matches.models import Challenge, Match, Seat
from golem.matches.services import Agreement, start_match
from golem.outbox.models import Mailbox, Message, Notice
from golem.play.controls import DEFAULT, PRESETS
from golem.play.endings import RESIGNATION

GAME: Final = "streetsoccer"
KINDS: Final = (
    *[messages.YOUR_TURN] * 7,
    messages.MATCH_OVER,
    messages.INVITATION,
    reminders.LOSS_NEAR,
)
"""What ten people in a row are told, by turns."""
ZONES: Final = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC")


@dataclass(frozen=True, slots=True)
class Told:
    """Who is to be told what, and about which match or challenge."""

    user: User
    kind: str
    match: Match
    challenge: Challenge | None = None


def people(count: int) -> list[User]:
    """Return new people with confirmed addresses, and write them."""
    users = [
        User(
            username=f"Loaded{number:06}",
            email=f"loaded{number:06}@example.org",
            password="!",
            time_zone=ZONES[number % len(ZONES)],
        )
        for number in range(count)
    ]
    User.objects.bulk_create(users, batch_size=2000)
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=u, email=u.email, verified=True, primary=True) for u in users],
        batch_size=2000,
    )
    return users


def play(users: list[User], now: datetime) -> list[Told]:
    """Let each person be to move in a match against another; return what each is to be told.

    One match is started by the service; the others are copies of its rows.
    """
    with transaction.atomic():
        sides = dict(zip(("yellow", "red"), users[:2], strict=True))
        model = start_match(Agreement(GAME, sides, PRESETS[DEFAULT], {}, True), now)
    seats = list(model.seats.all())
    told = [
        Told(user, KINDS[number % len(KINDS)], _match(model, KINDS[number % len(KINDS)], now))
        for number, user in enumerate(users)
    ]
    Match.objects.bulk_create([one.match for one in told], batch_size=1000)
    Seat.objects.bulk_create(
        [
            seat
            for number, one in enumerate(told)
            for seat in _seats(one, users[number ^ 1], seats, now)
        ],
        batch_size=1000,
    )
    model.delete()
    Notice.objects.all().delete()
    return [_with_challenge(one, users[number ^ 1], now) for number, one in enumerate(told)]


def _match(model: Match, kind: str, now: datetime) -> Match:
    fields = {field.attname: getattr(model, field.attname) for field in Match._meta.fields}
    match = Match(**fields | {"id": None})
    if kind == messages.MATCH_OVER:
        match.status, match.ended_at = Match.Status.FINISHED, now
        match.how, match.winner = RESIGNATION, "yellow"
    if kind == reminders.LOSS_NEAR:
        match.vacation = False
    return match


def _seats(one: Told, other: User, model: list[Seat], now: datetime) -> list[Seat]:
    near = {"zero_at": now + timedelta(hours=20)} if one.kind == reminders.LOSS_NEAR else {}
    over = one.match.status == Match.Status.FINISHED
    ended = {"to_move": False, "runs_since": None, "zero_at": None, "turn_since": None}
    found = []
    for seat, user in zip(model, (one.user, other), strict=True):
        fields = {field.attname: getattr(seat, field.attname) for field in Seat._meta.fields}
        fields |= {"id": None, "match_id": one.match.pk, "user_id": user.pk}
        found.append(Seat(**fields | (ended if over else near if seat.to_move else {})))
    return found


def _with_challenge(one: Told, other: User, now: datetime) -> Told:
    if one.kind != messages.INVITATION:
        return one
    challenge = Challenge.objects.create(
        game=GAME,
        challenger=other,
        opponent=one.user,
        created_at=now,
        expires_at=now + timedelta(days=7),
    )
    return Told(one.user, one.kind, one.match, challenge)


def wait(told: list[Told], now: datetime) -> None:
    """Forget all mails, and let each person's notice wait as if it had just been written."""
    Notice.objects.all().delete()
    Message.objects.all().delete()
    Mailbox.objects.all().delete()
    Notice.objects.bulk_create(
        [
            Notice(
                user=one.user,
                kind=one.kind,
                subject=one.challenge.pk if one.challenge else one.match.pk,
                ply=0 if one.challenge else one.match.ply,
                created_at=now,
                due_at=now,
            )
            for one in told
        ],
        batch_size=2000,
    )
