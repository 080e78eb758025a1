"""What is a match of one's own: nobody decides about that at the desk, whatever their rights.

In a team cup the whole team match is a match of each who is in one of the teams.
"""

from django.db.models import Q

from accounts.models import User
from golem.matches.acts import OWN_MATCH, sits_in
from golem.rest.refusals import Forbidden
from tournaments.models import Board, Entry, Event, Group, Pairing


def is_own(board: Board, by: User) -> bool:
    """Tell whether ``by`` sits in the match of ``board``, or plays for one of its sides."""
    pairing = board.pairing
    sides = {place.entry_id for place in (pairing.first, pairing.second) if place is not None}
    mine = own_entries(pairing.group.event_id, by)
    return bool(sides & mine) or sits_in(board.match_id, by)


def require_other(board: Board, by: User) -> None:
    """Raise ``Forbidden`` (``own_match``) if the match of ``board`` is one of ``by``."""
    if is_own(board, by):
        raise Forbidden(OWN_MATCH)


def own_entries(event_id: int, by: User) -> set[int]:
    """Return the entries of the event that ``by`` plays for (one query)."""
    mine = Q(user=by) | Q(members__user=by, members__agreed=True)
    return set(Entry.objects.filter(mine, event=event_id).values_list("pk", flat=True))


def not_to_remove(event: Event, mine: set[int]) -> set[int]:
    """Return the entries that who plays for ``mine`` may not take out: those with whom a match of
    their own is to be played, runs, or stands in an open table, where the half rule could strike
    it."""
    tables = Q(group__kind__in=(Group.Kind.ROUND_ROBIN, Group.Kind.SWISS), group__ended_at=None)
    return _met(event, mine, Q(boards__result="") | tables) - mine


def not_to_replace(event: Event, mine: set[int]) -> set[int]:
    """Return the entries for which who plays for ``mine`` may let nobody play on, ``mine`` among
    them: those with a match of their own that is to be played, or runs, and would change hands."""
    return _met(event, mine, Q(boards__result=""))


def _met(event: Event, mine: set[int], which: Q) -> set[int]:
    """Return both sides of the pairings, of those ``which``, that one of ``mine`` is in."""
    if not mine:
        return set()
    one_is = Q(first__entry__in=mine) | Q(second__entry__in=mine)
    rows = Pairing.objects.filter(one_is, which, group__event=event)
    found = rows.values_list("first__entry", "second__entry")
    return {entry for pair in found for entry in pair if entry is not None}
