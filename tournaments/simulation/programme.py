"""What people do in a simulated year: hold events, enter, leave, ask for matches, go for good."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from accounts import leaving
from accounts.models import User
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Challenge
from tournaments import creation, entries, teams
from tournaments.ladder import asking
from tournaments.leaving import leave_or_withdraw
from tournaments.models import Entry, Event
from tournaments.series import CHAMPIONSHIP, LADDER, MINI_CUP
from tournaments.simulation.documents import Wanted, wanted
from tournaments.simulation.size import Size
from tournaments.simulation.world import World

ENTRY_DAYS = 6.0
"""Within so many days everybody has entered who wants to."""
ASKED_DAYS = 0.8
"""Of all days, those in which something new is begun."""


class Programme:
    """What people do in one world, at one game."""

    def __init__(self, world: World, size: Size, game: str) -> None:
        self.world, self.size, self.game = world, size, game

    def plan(self) -> None:
        """Plan the whole year."""
        days, world = self.size.days, self.world
        self._plan_series(days)
        self._plan_tournaments(days)
        for _ in range(self.size.withdrawals):
            world.later(world.rng.uniform(0.1, 0.9) * days, self._withdraw_somebody)
        for _ in range(self.size.deletions):
            world.later(world.rng.uniform(0.2, 0.9) * days, self._delete_somebody)
        for day in range(2, int(days * ASKED_DAYS), 5):
            world.later(day, self._challenge)

    # --- the server's own events ---

    def _plan_series(self, days: int) -> None:
        world, size = self.world, self.size
        for user in world.some(size.entrants):
            world.later(
                world.rng.uniform(0.3, size.lead - 1), partial(self._enter, CHAMPIONSHIP, user)
            )
        for user in world.some(size.entrants // 6):
            world.later(
                world.rng.uniform(size.lead + 5, days / 2), partial(self._enter, CHAMPIONSHIP, user)
            )
        for user in world.some(size.climbers):
            world.later(world.rng.uniform(1, days / 4), partial(self._enter, LADDER, user))
        for _ in range(int(days * ASKED_DAYS * size.mini_cup_a_day)):
            world.later(world.rng.uniform(1, days * ASKED_DAYS), self._enter_mini_cup)
        for _ in range(int(days * ASKED_DAYS * size.asks_a_day)):
            world.later(world.rng.uniform(5, days * ASKED_DAYS), self._ask)
        for number, bot in enumerate(world.bots):
            world.later(2 + number, partial(self._enter, MINI_CUP, bot, bots=True))
        for _ in range(max(1, size.entrants // 12)):
            world.later(world.rng.uniform(size.lead + 10, days * 0.6), self._leave_next_edition)

    def _newest(self, kind: str, *, bots: bool = False) -> Event | None:
        own = Event.objects.filter(kind=kind, game=self.game, bots=bots, organiser=None)
        return own.order_by("-edition").first()

    def _enter(self, kind: str, user: User, *, bots: bool = False) -> None:
        event = self._newest(kind, bots=bots)
        if event is not None:
            clock = self.world.clock
            self.world.tried(f"enter a {kind}", lambda: entries.enter(event.pk, user, clock=clock))

    def _enter_mini_cup(self) -> None:
        for user in self.world.some(1):
            self._enter(MINI_CUP, user)

    def _ask(self) -> None:
        event = self._newest(LADDER)
        if event is None:
            return
        there = event.entries.filter(status=Entry.Status.ENTERED).select_related("user")
        users = [entry.user for entry in there.order_by("number") if entry.user]
        if users:
            user = self.world.rng.choice(users)
            clock = self.world.clock
            self.world.tried("ask on the ladder", lambda: asking.ask(event.pk, user, clock=clock))

    def _leave_next_edition(self) -> None:
        event = self._newest(CHAMPIONSHIP)
        if event is not None:
            self._leave(event, "leave the next edition")

    # --- what people hold ---

    def _plan_tournaments(self, days: int) -> None:
        rng = self.world.rng
        for turn in range(self.size.rounds):
            for number, one in enumerate(wanted(self.game, self.size.players)):
                share = (turn + rng.random()) / self.size.rounds
                self.world.later(1 + number * 0.5 + share * days * 0.6, partial(self._hold, one))

    def _hold(self, one: Wanted) -> None:
        world = self.world
        organiser = world.bots[0] if one.bots else world.some(1)[0]
        document = one.document(world.now + timedelta(days=ENTRY_DAYS + 2))
        event = world.tried(
            "hold an event",
            lambda: creation.create(organiser, document, one.password, clock=world.clock),
        )
        if event is None:
            return
        if one.called_off:
            world.later(4, lambda: self._call_off(event, organiser))
        there = world.bots if one.bots else world.some(one.enter)
        if one.teams:
            self._gather_teams(event, one, there)
            return
        for user in there[: one.enter]:
            world.later(
                world.rng.uniform(0.2, ENTRY_DAYS), partial(self._join, event, user, one.password)
            )

    def _join(self, event: Event, user: User, password: str) -> None:
        clock = self.world.clock
        self.world.tried(
            "enter a tournament", lambda: entries.enter(event.pk, user, password, clock=clock)
        )

    def _call_off(self, event: Event, organiser: User) -> None:
        clock = self.world.clock
        self.world.tried(
            "call an event off", lambda: creation.cancel(event.pk, organiser, "No time", clock)
        )

    # --- teams ---

    def _gather_teams(self, event: Event, one: Wanted, there: Sequence[User]) -> None:
        players = len(there) // one.teams
        for number in range(one.teams):
            own = there[number * players : (number + 1) * players]
            self.world.later(
                self.world.rng.uniform(0.2, 2), partial(self._make_team, event, number, own)
            )

    def _make_team(self, event: Event, number: int, players: Sequence[User]) -> None:
        captain, *others = players
        clock, tried = self.world.clock, self.world.tried
        team = tried(
            "make a team",
            lambda: teams.create(event.pk, captain, f"Team {number + 1}", clock=clock),
        )
        if team is None:
            return
        for user in others:
            tried("invite", partial(teams.invite, team.pk, captain, user, clock=clock))
            days = self.world.rng.uniform(0.2, 3)
            self.world.later(days, partial(self._agree, team, user))

    def _agree(self, team: Entry, user: User) -> None:
        self.world.tried("join a team", lambda: teams.agree(team.pk, user, clock=self.world.clock))

    # --- leaving, and challenges ---

    def _withdraw_somebody(self) -> None:
        going = Event.objects.filter(status=Event.Status.RUNNING).exclude(kind=Event.Kind.TEAM_CUP)
        events = list(going.order_by("pk"))
        if events:
            self._leave(self.world.rng.choice(events), "withdraw")

    def _leave(self, event: Event, name: str) -> None:
        there = event.entries.filter(status=Entry.Status.ENTERED, user__isnull=False)
        users = [entry.user for entry in there.select_related("user").order_by("number")]
        if users:
            user: Any = self.world.rng.choice(users)
            clock = self.world.clock
            self.world.tried(name, lambda: leave_or_withdraw(event.pk, user, clock))

    def _delete_somebody(self) -> None:
        for user in self.world.some(1):
            self.world.gone.add(user.pk)
            self.world.tried("delete an account", partial(leaving.leave, user.pk, self.world.now))

    def _challenge(self) -> None:
        one, other = self.world.some(2)
        clock, tried = self.world.clock, self.world.tried
        offer = tried(
            "challenge", lambda: challenges.create(one, None, Terms(self.game), clock=clock)
        )
        if offer is not None and self.world.rng.random() < 0.5:
            self.world.later(1, partial(self._accept, offer, other))

    def _accept(self, offer: Challenge, user: User) -> None:
        clock = self.world.clock
        self.world.tried("accept", lambda: challenges.accept(offer.pk, user, clock=clock))
