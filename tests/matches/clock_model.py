"""A second telling of the rules of clocks, that knows only whole hours and asks no server."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from accounts.models import User
from golem.play.controls import TimeControl

START = datetime(2031, 12, 29, 12, tzinfo=UTC)
HOURS = 120
DAYS = 3  # a year
H = 3600
CONTROLS = (
    TimeControl("short", 12 * H, 4 * H, 12 * H),
    TimeControl("daily", 9 * H, 9 * H, 9 * H),
    TimeControl("fixed", 30 * H, 0, 30 * H, vacation=False),
)
SEATS = {"relay": ("here", "there"), "duel": ("left", "right")}


def h(hour: float) -> datetime:
    return START + timedelta(hours=hour)


@dataclass
class Side:
    """A seat: ``left`` as everybody sees it, ``own`` once its move is sealed."""

    user: int
    left: int
    moving: bool = False
    own: int | None = None

    @property
    def true_left(self) -> int:
        return self.left if self.own is None else self.own


@dataclass
class Game:
    key: str
    control: TimeControl
    sides: dict[str, Side]
    began: int
    plies: int = 0
    over: int | None = None
    how: str = ""
    winner: str = ""

    def turn(self) -> None:
        """Begin the next ply, or end on the board."""
        for name, side in self.sides.items():
            side.own = None
            side.moving = self.key == "duel" or SEATS["relay"][self.plies % 2] == name

    def end(self, hour: int, how: str, winner: str) -> None:
        self.over, self.how, self.winner = hour, how, winner
        for side in self.sides.values():
            side.moving, side.own = False, None

    def earn(self, left: int) -> int:
        return min(self.control.cap // H, left + self.control.increment // H)


@dataclass
class World:
    """All matches, and the days that were spent: (player, instant, match)."""

    people: list[User]
    games: dict[int, Game] = field(default_factory=dict)
    days: list[tuple[int, int, int]] = field(default_factory=list)
    hour: int = 0

    def zeros(self) -> None:
        """Let happen what is due at this very hour."""
        at_zero = self._at_zero()
        for user in sorted({s.user for _, _, s in at_zero}):
            due = [n for n, g, s in at_zero if s.user == user and g.control.vacation]
            year = h(self.hour).year
            spent = sum(p == user and h(t).year == year for p, t, _ in self.days)
            if due and spent < DAYS:
                self.days.append((user, self.hour, min(due)))
                self._lift(user)
        lost: dict[int, list[str]] = {}
        for number, game, side in self._at_zero():
            name = next(name for name, one in game.sides.items() if one is side)
            lost.setdefault(number, []).append(name)
        for number, names in lost.items():
            others = [name for name in self.games[number].sides if name not in names]
            how = "timeout" if others else "both_timed_out"
            self.games[number].end(self.hour, how, others[0] if others else "")

    def _at_zero(self) -> list[tuple[int, Game, Side]]:
        return [
            (number, game, side)
            for number, game in sorted(self.games.items())
            if game.over is None
            for side in game.sides.values()
            if side.moving and side.own is None and side.left <= 0
        ]

    def _lift(self, user: int) -> None:
        for game in self.games.values():
            if game.over is None and game.control.vacation and game.began < self.hour:
                for side in game.sides.values():
                    if side.user == user:
                        side.left += 24
                        side.own = None if side.own is None else side.own + 24

    def tick(self, paused: bool) -> None:
        for game in self.games.values():
            for side in game.sides.values():
                if side.moving and game.over is None and not paused:
                    side.left -= 1
        self.hour += 1

    def move(self, number: int, name: str) -> None:
        game, side = self.games[number], self.games[number].sides[name]
        if game.key == "relay":
            side.left = game.earn(side.left)
            game.plies += 1
            game.turn()
            return
        if side.own is None:
            side.own = game.earn(side.left)
        if all(one.own is not None for one in game.sides.values()):
            for one in game.sides.values():
                assert one.own is not None
                one.left = one.own
            game.plies += 1
            game.turn()
            if game.plies == 2:
                game.end(self.hour, "level", "")

    def give(self, number: int, name: str, hours: int) -> None:
        side = self.games[number].sides[name]
        side.left += hours
        side.own = None if side.own is None else side.own + hours

    def reopen(self, number: int) -> None:
        game = self.games[number]
        for name, side in game.sides.items():
            lost = game.how in ("timeout", "both_timed_out") and name != game.winner
            if lost or side.left <= 0:
                side.left = max(24, side.left)
        game.over, game.how, game.winner, game.began = None, "", "", self.hour
        game.turn()
