"""Golden Goal as the house knows it: the registered value."""

from typing import Final

from golem.games.golden_goal import (
    bot,
    clicks,
    draw,
    ends,
    engine,
    examples,
    fields,
    moves,
    notation,
    rules,
    text,
)
from golem.games.golden_goal.notation import Intent, Move
from golem.games.golden_goal.position import (
    OPTIONS,
    SETUP,
    VARIANT,
    Placing,
    Position,
    Variant,
)
from golem.play.pitch.hosting import KICKOFF_THROWERS, Parts, PitchGame
from golem.play.pitch.squares import SEATS
from golem.play.protocol import GameInfo, Options

REVISION: Final = 1
_PARTS: Final[Parts[Position, Intent, Move]] = Parts(
    start=rules.start,
    wants=rules.wants,
    supply=rules.supply,
    forced=moves.forced,
    parse=notation.parse,
    resolve=moves.resolve,
    play=rules.play,
    write=notation.write,
    outcome=ends.outcome,
    fields=fields.to_fields,
    text=text.write,
    read=text.read,
    draw=draw.draw,
    legal=moves.legal,
    click=clicks.click,
    examples=examples.examples,
    bot=bot.bot,
)


class GoldenGoal(PitchGame[Position, Intent, Move]):
    """Its own of what :class:`PitchGame` answers."""

    info = GameInfo(
        key="golden_goal",
        title="Golden Goal",
        seats=SEATS,
        revision=REVISION,
        win_points=ends.OFF_BOARD_POINTS,
        options=OPTIONS,
        most_plies=ends.MOST_PLIES,
        throwers=KICKOFF_THROWERS,
    )

    def __init__(self) -> None:
        super().__init__(_PARTS)
        self.ops = engine.ops_of(self)

    def longest(self, options: Options) -> int:
        """Return the plies of the longest match with ``options``."""
        return ends.longest(Placing(str(options[SETUP.key])), Variant(str(options[VARIANT.key])))


game: Final = GoldenGoal()
