"""What happens on the boards: some moves by lot, then somebody gives up; or a clock runs out; or
the match is played to its end."""

from dataclasses import dataclass
from math import exp

from accounts.models import User
from golem.matches.log import game_of, present_state
from golem.matches.models import Match
from golem.matches.services import resign, submit_move
from golem.play.movers import at_random
from tournaments.simulation.world import World

SHARE_PLAYED = 0.006
"""So many matches are played to their end: that takes some seventy moves."""
SHARE_SILENT = 0.03
"""In so many somebody moves no more, and the clock decides."""
SILENT_PEOPLE = 25
"""One in so many people often falls silent."""
OFTEN = 0.4
MOVES_AT_MOST = 2
"""So many moves are made before somebody gives up, or nobody moves any more."""
SOON, LATER = 0.25, 2.5  # days from one act to the next
QUICKLY = (0.2, 0.5)  # the same in a match that is played to its end


@dataclass
class Plan:
    """What is to become of a match after ``moves`` more."""

    moves: int
    ends: bool = True
    quick: bool = False


class Boards:
    """All boards of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._last = 0
        people = [*world.people, *world.bots]
        self._skill = {user.pk: world.rng.gauss(0, 1) for user in people}

    def look(self) -> None:
        """Plan what becomes of the matches that have started since the last look."""
        new = Match.objects.filter(pk__gt=self._last).order_by("pk")
        for match in new.prefetch_related("seats"):
            self._last = match.pk
            self.world.counts["matches"] += 1
            self._next(match.pk, self._plan([seat.user_id for seat in match.seats.all()]))

    def _plan(self, players: list[int]) -> Plan:
        rng = self.world.rng
        often = any(player % SILENT_PEOPLE == 0 for player in players)
        if rng.random() < (OFTEN if often else SHARE_SILENT):
            return Plan(rng.randint(0, MOVES_AT_MOST), ends=False)
        if rng.random() < SHARE_PLAYED:
            return Plan(1000, quick=True)
        return Plan(rng.randint(0, MOVES_AT_MOST))

    def _next(self, match_id: int, plan: Plan) -> None:
        days = self.world.rng.uniform(*(QUICKLY if plan.quick else (SOON, LATER)))
        self.world.later(days, lambda: self._act(match_id, plan))

    def _act(self, match_id: int, plan: Plan) -> None:
        match = Match.objects.get(pk=match_id)
        if match.status == Match.Status.FINISHED:
            return
        if plan.moves:
            plan.moves -= 1
            self._move(match)
            self._next(match_id, plan)
        elif plan.ends:
            loser = self._loser(match)
            self.world.tried("resign", lambda: resign(match.pk, loser, clock=self.world.clock))

    def _move(self, match: Match) -> None:
        game, state = game_of(match), present_state(match)
        name = game.to_move(state)[0]
        text = game.write(at_random(game, state, name, self.world.rng))
        user = match.seats.select_related("user").get(name=name).user
        clock = self.world.clock
        self.world.tried("move", lambda: submit_move(match.pk, user, match.ply, text, clock=clock))

    def _loser(self, match: Match) -> User:
        one, other = (seat.user for seat in match.seats.select_related("user"))
        ahead = self._skill.get(one.pk, 0.0) - self._skill.get(other.pk, 0.0)
        return other if self.world.rng.random() < 1 / (1 + exp(-2 * ahead)) else one
