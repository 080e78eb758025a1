"""StreetSoccer as the house knows it: the registered value."""

from typing import Final

from golem.play.pitch.hosting import KICKOFF_THROWERS, Parts, PitchGame
from golem.play.pitch.squares import SEATS
from golem.play.protocol import GameInfo
from streetsoccer import bot, clicks, draw, engine, examples, fields, moves, notation, rules, text
from streetsoccer.notation import Intent, Move
from streetsoccer.position import LAST_PLY, NORMAL_PLIES, Position

REVISION: Final = 1
_PARTS: Final[Parts[Position, Intent, Move]] = Parts(
    start=lambda options: rules.start(),  # the game has no options
    wants=rules.wants,
    supply=rules.supply,
    forced=moves.forced,
    parse=notation.parse,
    resolve=moves.resolve,
    play=rules.play,
    write=notation.write,
    outcome=rules.outcome,
    fields=fields.to_fields,
    text=text.write,
    read=text.read,
    draw=draw.draw,
    legal=moves.legal,
    click=clicks.click,
    examples=examples.examples,
    bot=bot.bot,
)


class StreetSoccer(PitchGame[Position, Intent, Move]):
    """Its own of what :class:`PitchGame` answers."""

    info = GameInfo(
        key="streetsoccer",
        title="StreetSoccer",
        seats=SEATS,
        revision=REVISION,
        win_points=rules.OFF_BOARD_POINTS,
        plies=NORMAL_PLIES,
        most_plies=LAST_PLY,
        throwers=KICKOFF_THROWERS,
    )

    def __init__(self) -> None:
        super().__init__(_PARTS)
        self.ops = engine.ops_of(self)


game: Final = StreetSoccer()
