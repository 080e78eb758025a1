"""Pages and lists show the present: what is due in them is settled first, within bounds."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from accounts.models import User
from golem.matches import settle
from golem.matches.models import Match, Seat
from golem.matches.transactions import in_transaction
from golem.rest.locks import Busy

AT_MOST = 20
"""How many players one read settles; the others' matches show that their time is over."""


def settle_match_shown(match_id: int, now: datetime) -> None:
    """Settle what is due for the players of one match (one query, by index, if nothing is)."""
    _settle(settle.due_seats(now).filter(match=match_id), now)


def settle_player_shown(player: User, now: datetime) -> None:
    """Settle what is due in the matches of ``player``."""
    _settle(settle.due_seats(now).filter(match__seats__user=player), now)


def settle_list_shown(shown: QuerySet[Match], now: datetime) -> None:
    """Settle what is due in the matches of a list."""
    _settle(settle.due_seats(now).filter(match__in=shown.order_by().values("pk")), now)


def settled(fetch: Callable[[], list[Match]], now: datetime) -> list[Match]:
    """Return the matches that ``fetch`` finds (seats at hand), settled if something is due.

    No query of its own if nothing is.
    """
    found = fetch()
    due = [match.pk for match in found if overdue(list(match.seats.all()), now)]
    if not due:
        return found
    _settle(settle.due_seats(now).filter(match__in=due), now)
    return fetch()


def _settle(due: QuerySet[Seat], now: datetime) -> None:
    """Settle the players (bots: the matches) of these seats; a busy one is left for the sweep."""
    rows = list(due.order_by("zero_at").values_list("user", "user__is_bot", "match")[:AT_MOST])
    for player, is_bot, match in dict.fromkeys(rows):
        act = partial(settle.settle_match, match) if is_bot else partial(settle.settle, [player])
        with suppress(Busy):
            in_transaction(partial(act, now))


def overdue(seats: QuerySet[Seat] | list[Seat], now: datetime) -> bool:
    """Tell whether a clock among ``seats`` is at zero and not settled yet."""
    return any(seat.zero_at is not None and seat.zero_at <= now for seat in seats)
