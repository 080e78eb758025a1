"""The knock-out: a tie is two matches with the sides swapped; who loses it is out."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from tournaments.groups import Meeting, add_boards, make_group, pair, places_of
from tournaments.models import Entry, Event, Group, Pairing, Place
from tournaments.pairing.knock_out import (
    MOST_MATCHES,
    Tie,
    Verdict,
    decide,
    first_round,
    next_round,
)
from tournaments.sheet import scores_of
from tournaments.sides import sides
from tournaments.stages import common
from tournaments.tables import recompute

BYE: Final = "bye"


class KnockOut:
    """One group with all rounds of a bracket; place numbers are the seeds."""

    def begin(
        self,
        event: Event,
        number: int,
        rules: dict[str, Any],
        entries: Sequence[Entry],
        now: datetime,
    ) -> list[Group]:
        """Make the group; the first round is paired by the first step."""
        kind = Group.Kind.KNOCK_OUT
        return [make_group(event, kind, entries, now, stage=number, rules=rules)]

    def step(self, event: Event, group: Group, now: datetime) -> bool:
        """Start matches, decide ties, pair the next round, or end the group."""
        if common.started(event, group, now):
            return True
        undecided = list(_pairings(group).filter(decided_at=None))
        decided = [_decided(event, pairing, now) for pairing in undecided]
        if any(decided):
            recompute(event, group)
        elif not undecided:
            _go_on(event, group, now)
        return any(decided) or not undecided


STAGE = KnockOut()


def _pairings(group: Group) -> Any:
    """Return the ties of the present round in the bracket's order, boards at hand."""
    rows = Pairing.objects.filter(group=group, round=group.round)
    sides = rows.select_related("group", "first", "second", "winner")
    return sides.prefetch_related("boards").order_by("number")


# --- one tie ---


def _decided(event: Event, pairing: Pairing, now: datetime) -> bool:
    """Decide the tie, or add one more pair of matches, if that can be done now."""
    first, second = pairing.first, pairing.second
    assert second is not None, "a bye is decided when it is paired"
    tie = Tie(pairing.round, pairing.number, first.pk, second.pk)
    boards = list(pairing.boards.all())
    still_open = sum(not board.result for board in boards)
    if still_open:
        return False  # also if somebody left: first their matches end
    left = [place.pk for place in (first, second) if place.withdrawn_at is not None]
    most = 0 if event.kind == Event.Kind.TEAM_CUP else MOST_MATCHES
    found = decide(tie, scores_of(pairing, boards), still_open, left, most=most)
    if found.verdict is Verdict.ONE_MORE_PAIR:
        add_boards(pairing, sides(event, Group.Kind.KNOCK_OUT))
    if not found.over:
        return found.verdict is Verdict.ONE_MORE_PAIR
    pairing.winner = {first.pk: first, second.pk: second, None: None}[found.winner]
    pairing.reason, pairing.decided_at = found.verdict.value, now
    pairing.save(update_fields=["winner", "reason", "decided_at"])
    return True


# --- from round to round ---


def _go_on(event: Event, group: Group, now: datetime) -> None:
    """Pair the next round of a bracket without an open tie, or end it."""
    places = {place.pk: place for place in places_of(group)}
    ties = _next_ties(group, list(places))
    if not ties:
        common.end(event, group, now)
        return
    group.round += 1
    group.save(update_fields=["round"])
    pair(group, list(_meetings(event, ties, places)), now)


def _next_ties(group: Group, players: Sequence[int]) -> Sequence[Tie]:
    """Return the ties of the round after the present one; none after the final.

    Who won a tie and left since does not come to the next.
    """
    ties: Sequence[Tie] = first_round(players)
    if group.round == 0:
        return ties
    rows = Pairing.objects.filter(group=group).order_by()
    left = Q(round=group.round, winner__withdrawn_at__isnull=False)
    winners = {(row.round, row.number): row.winner_id for row in rows.exclude(left)}
    for number in range(1, group.round + 1):
        through = [winners.get((number, tie.number + 1)) for tie in ties]
        ties = next_round(ties, through, players)
    return ties


def _meetings(event: Event, ties: Sequence[Tie], places: dict[int, Place]) -> Iterator[Meeting]:
    """Yield the ties of a round as meetings, numbered by their place in the bracket."""
    for tie in ties:
        number = tie.number + 1
        if tie.better is not None and tie.other is not None:
            two = places[tie.better], places[tie.other]
            yield Meeting(tie.round, *two, sides(event, Group.Kind.KNOCK_OUT), number)
        elif tie.alone is not None:
            yield Meeting(tie.round, places[tie.alone], None, (), number)
