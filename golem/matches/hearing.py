"""The log of a match as a reader gets it, and whose lines of text are in it."""

from typing import Any

from golem.matches import boundaries
from golem.matches.models import Match, Move
from golem.matches.represent import Reader, visible_draws
from golem.matches.selectors import seat_of
from golem.matches.sitting import Sittings


class Hearing:
    """The lines of text of ``match`` as ``reader`` gets them (at most two queries).

    While the match runs they belong to the players, and to who wrote them; who is muted or blocked
    is never heard, also where somebody else has taken over the seat.
    """

    def __init__(self, match: Match, reader: Reader) -> None:
        running = match.status == Match.Status.RUNNING
        self._outside = running and seat_of(match, reader) is None
        self._reader = reader
        self._muted = boundaries.muted_ids(reader) if reader else set()
        self._sat = Sittings(match, match.seats.all()) if reader else None

    def note(self, move: Move) -> str:
        """Return the line that went with ``move``; empty if the reader does not get it."""
        if self._sat is None or self._reader is None:
            return "" if self._outside else move.note
        writer = self._sat.at(move.seat, move.at)
        silent = self._outside or writer in self._muted
        return "" if silent and writer != self._reader.pk else move.note


def log_view(match: Match, reader: Reader) -> dict[str, Any]:
    """Return the log that ``reader`` may see: moves as ``results``, and the draws of chance."""
    hearing = Hearing(match, reader)
    return {
        "results": [
            {
                "ply": move.ply,
                "seat": move.seat,
                "notation": move.notation,
                "forced": move.forced,
                "note": hearing.note(move),
                "at": move.at,
            }
            for move in match.moves.all()
        ],
        "draws": visible_draws(match, seat_of(match, reader)),
    }
