"""What is stored of matches; the log (draws and moves) is the truth, the rest follows from it."""

from golem.matches.models.acts import Act, Reopening
from golem.matches.models.boundary import Boundary
from golem.matches.models.calendar import CalendarLink
from golem.matches.models.challenge import Challenge
from golem.matches.models.clocks import Brake, Gift, Heartbeat, Pause, VacationDay
from golem.matches.models.idempotency import StoredAnswer
from golem.matches.models.log import Draw, Move, SealedMove, Seed
from golem.matches.models.match import Match, PlayerClock, Seat
from golem.matches.models.takeover import Takeover

__all__ = [
    "Act",
    "Boundary",
    "Brake",
    "CalendarLink",
    "Challenge",
    "Draw",
    "Gift",
    "Heartbeat",
    "Match",
    "Move",
    "Pause",
    "PlayerClock",
    "Reopening",
    "SealedMove",
    "Seat",
    "Seed",
    "StoredAnswer",
    "Takeover",
    "VacationDay",
]
