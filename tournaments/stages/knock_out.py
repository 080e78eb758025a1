"""The knock-out: a tie is two matches with the sides swapped; who loses it is out."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from golem import registry
from tournaments.groups import Meeting, add_boards, make_group, pair, places_of
from tournaments.models import Board, Entry, Event, Group, Pairing, Place
from tournaments.pairing import knock_out
from tournaments.stages import common


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
        undecided = [row for row in _pairings(group, group.round) if row.decided_at is None]
        decided = [_decided(event, pairing, now) for pairing in undecided]
        if any(decided):
            return True
        if undecided:
            return False
        _go_on(event, group, now)
        return True


STAGE = KnockOut()


def _pairings(group: Group, number: int) -> list[Pairing]:
    """Return the ties of a round in the bracket's order, boards at hand (two queries)."""
    rows = Pairing.objects.filter(group=group, round=number)
    sides = rows.select_related("group", "first", "second", "winner")
    return list(sides.prefetch_related("boards").order_by("number"))


def _decided(event: Event, pairing: Pairing, now: datetime) -> bool:
    """Decide the tie, or add one more pair of matches, if all its matches have ended."""
    boards = list(pairing.boards.all())
    if any(not board.result for board in boards):
        return False
    verdict = knock_out.decide(
        _tie(pairing, boards), more=len(boards) <= knock_out.MATCHES and _both_there(pairing)
    )
    if verdict is None:
        add_boards(pairing, seats_of(event))
        return True
    pairing.winner = {1: pairing.first, 2: pairing.second, 0: None}[verdict.winner]
    pairing.reason, pairing.decided_at = verdict.reason, now
    pairing.save(update_fields=["winner", "reason", "decided_at"])
    return True


def _both_there(pairing: Pairing) -> bool:
    assert pairing.second is not None
    return pairing.first.withdrawn_at is None and pairing.second.withdrawn_at is None


def _tie(pairing: Pairing, boards: Sequence[Board]) -> knock_out.Tie:
    first, second = pairing.first, pairing.second
    assert second is not None
    return knock_out.Tie(
        seeds=(first.number, second.number),
        points=(sum(b.first_points for b in boards), sum(b.second_points for b in boards)),
        goals=(sum(b.first_goals or 0 for b in boards), sum(b.second_goals or 0 for b in boards)),
        there=(first.withdrawn_at is None, second.withdrawn_at is None),
    )


def seats_of(event: Event) -> tuple[str, str]:
    """Return where the first of a pairing sits in each of two matches: on each side once."""
    seats = registry.load(event.game).info.seats
    return seats[0], seats[1]


def _go_on(event: Event, group: Group, now: datetime) -> None:
    """Pair the next round of a bracket without an open tie, or end it."""
    slots = _seeded(group) if group.round == 0 else _through(group)
    if sum(place is not None for place in slots) <= 1:
        common.end(event, group, now)
        return
    group.round += 1
    group.save(update_fields=["round"])
    pair(group, list(_meetings(event, group.round, slots)), now)


def _seeded(group: Group) -> list[Place | None]:
    """Return the slots of the first round in the bracket's order; an empty one makes a bye."""
    places = {place.number: place for place in places_of(group) if place.withdrawn_at is None}
    return [places.get(seed) for seed in knock_out.bracket(group.places.count())]


def _through(group: Group) -> list[Place | None]:
    """Return the slots of the next round: the winners of the last one, nobody for one who left."""
    winners = {pairing.number: pairing.winner for pairing in _pairings(group, group.round)}
    slots = len(knock_out.bracket(group.places.count())) >> group.round
    found = [winners.get(number) for number in range(1, slots + 1)]
    return [place if place and place.withdrawn_at is None else None for place in found]


def _meetings(event: Event, number: int, slots: Sequence[Place | None]) -> Iterator[Meeting]:
    """Yield the ties of a round, numbered by their place in the bracket."""
    halves = zip(slots[::2], slots[1::2], strict=True)
    for at, pair_of_slots in enumerate(halves, start=1):
        there = sorted((p for p in pair_of_slots if p is not None), key=lambda place: place.number)
        if len(there) == 2:
            yield Meeting(number, there[0], there[1], seats_of(event), at)
        elif there:
            yield Meeting(number, there[0], None, (), at)
