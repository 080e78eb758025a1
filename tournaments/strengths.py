"""How strong those who enter are: what seeds are made from."""

from collections.abc import Sequence

from accounts.strengths import ratings_of
from golem.play.rating import START
from tournaments.models import Entry, Event, Member


def strengths(event: Event, entries: Sequence[Entry]) -> dict[int, int]:
    """Return the rating of each entry, by its key, in ten-thousandths of a point (two queries).

    That of a team is the mean of those who play on its boards. Who has no rating yet counts as
    everybody does at first.
    """
    players = _players(event, entries)
    everybody = {user for own in players.values() for user in own}
    known = ratings_of(everybody, event.game)
    return {
        entry: sum(known[user] for user in own) // len(own) if own else START
        for entry, own in players.items()
    }


def _players(event: Event, entries: Sequence[Entry]) -> dict[int, list[int]]:
    """Return who plays for each entry, by its key."""
    found = {entry.pk: [entry.user_id] if entry.user_id else [] for entry in entries}
    members = Member.objects.filter(event=event, agreed=True, board__isnull=False)
    for entry, user in members.values_list("entry", "user"):
        if entry in found:
            found[entry].append(user)
    return found
