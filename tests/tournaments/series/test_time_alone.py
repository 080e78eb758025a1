"""From wherever chance leads the events that the server holds, time alone ends what has an end."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from accounts.models import User
from golem.matches.models import Match
from golem.matches.services import resign
from golem.rest.refusals import Refused
from tests.tournaments.series.held import beat, go, held, people, time_passes
from tournaments import entries
from tournaments.ladder import results, rungs
from tournaments.ladder.asking import ask
from tournaments.models import Board, Event, Group, Pairing, Place, Right
from tournaments.withdrawals import withdraw

MAY = datetime(2027, 5, 1, tzinfo=UTC)
KINDS = (Event.Kind.CHAMPIONSHIP, Event.Kind.MINI_CUP, Event.Kind.LADDER)


class World:
    """Seven people who do one thing after the other, by lot."""

    def __init__(self, seed: int) -> None:
        self.lot, self.users, self.now = Random(seed), people(7), MAY - timedelta(days=2)
        for user in self.users[:4]:
            for kind in KINDS:
                entries.enter(held(kind).pk, user, clock=lambda: self.now)

    def one_thing(self) -> None:
        """Let somebody do something, if it can be done; then let a little time pass."""
        acts: tuple[Callable[[User], object], ...] = (
            self.enters,
            self.leaves,
            self.asks,
            self.resigns,
            self.resigns,
            self.withdraws,
            self.looks,
            self.looks,
        )
        beat(self.now)
        with suppress(Refused):
            self.lot.choice(acts)(self.lot.choice(self.users))
        self.now += timedelta(hours=self.lot.choice((0, 1, 12)))

    def enters(self, user: User) -> None:
        entries.enter(held(self.lot.choice(KINDS)).pk, user, clock=lambda: self.now)

    def leaves(self, user: User) -> None:
        entries.leave(held(self.lot.choice(KINDS)).pk, user, clock=lambda: self.now)

    def asks(self, user: User) -> None:
        ask(held(Event.Kind.LADDER).pk, user, clock=lambda: self.now)

    def resigns(self, user: User) -> None:
        mine = Match.objects.filter(status="running", seats__user=user).order_by("pk")
        if mine:
            resign(self.lot.choice(list(mine)).pk, user, clock=lambda: self.now)

    def withdraws(self, user: User) -> None:
        event = self.lot.choice(list(Event.objects.filter(status="running").order_by("pk")))
        withdraw(event.pk, user, clock=lambda: self.now)

    def looks(self, user: User) -> None:
        go(self.now)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_time_alone_ends_what_has_an_end(seed: int) -> None:
    world = World(seed)
    for _ in range(40):
        world.one_thing()
    for days in (60, 120):  # what ends may make groups of a next level start
        time_passes(world.now + timedelta(days=days))
        go(world.now + timedelta(days=days))
    editions = Event.objects.filter(kind="championship")
    old_ones = editions.filter(started_at__lt=world.now + timedelta(days=50))
    assert not old_ones.exclude(status="finished").exists()
    begun = Group.objects.filter(started_at__lt=world.now + timedelta(days=50))
    assert not begun.exclude(kind="ladder").filter(ended_at=None).exists()
    old = Match.objects.filter(started_at__lt=world.now + timedelta(days=50))
    assert not old.filter(status="running").exists()
    assert not Board.objects.filter(match__in=old, result="").exists()
    assert not Pairing.objects.filter(
        group__kind="ladder", decided_at=None, boards__match__in=old
    ).exists()
    nothing_contradicts_itself()


def nothing_contradicts_itself() -> None:
    """The ladder is what happened; one right waits for each level; nobody is in two leagues."""
    ladder = rungs.group_of(held(Event.Kind.LADDER))
    assert not results.refold(ladder)
    numbers = list(rungs.on_rungs(ladder).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    waiting = Right.objects.filter(waits=True).values_list("entry", "level")
    assert len(waiting) == len(set(waiting))
    seats = Place.objects.filter(group__event__kind="championship")
    pairs = list(seats.values_list("group__event", "entry__user"))
    assert len(pairs) == len(set(pairs))
