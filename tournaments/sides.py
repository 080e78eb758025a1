"""Where the first of a pairing sits, on each board of a meeting."""

from golem import registry
from tournaments.models import Event, Group


def sides(event: Event, kind: str) -> tuple[str, ...]:
    """Return the seats of the first side, one for each board of a meeting in a group of ``kind``.

    Two persons play one match, and two with the sides swapped in a tie of a knock-out. Two teams
    play on as many boards as the event says, the sides shared in turn.
    """
    seats = registry.load(event.game).info.seats
    if event.kind == Event.Kind.TEAM_CUP:
        return tuple(seats[at % 2] for at in range(event.rules["teams"]["players"]))
    return tuple(seats) if kind == Group.Kind.KNOCK_OUT else (seats[0],)
