"""What the ends of matches do to a ladder. Under the event's lock.

Places are read when a match ends. Results usually come in that order, and each moves few places.
If one comes late (its deadline had passed before, and nobody had looked), or one is taken back,
the whole order is made anew from everything that has happened, which gives what it would have been.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import Q, QuerySet

from golem.matches.models import Act
from tournaments import messages_series
from tournaments.ladder import rungs
from tournaments.ladder.fold import Happening, What, after, fold
from tournaments.models import Board, Group, Pairing, Place
from tournaments.pairing.ladder import Ladder

_DECIDED = ["decided_at", "winner", "reason"]


def settle(group: Group, now: datetime) -> bool:
    """Let all new results move the ladder; tell whether there were any."""
    new = list(_over(group.pairings.filter(decided_at=None)))
    if not new:
        return False
    new.sort(key=lambda pairing: _happening(pairing).order)
    if _late(group, new):
        refold(group)
        return True
    ladder = rungs.order_of(group)
    for pairing in new:
        _decide(pairing)
        later = after(ladder, _happening(pairing))
        moved = rungs.shift(group, ladder, later) if later != ladder else set()
        ladder = later
        if moved:
            messages_series.ladder_moved(pairing, now)
    Pairing.objects.bulk_update(new, _DECIDED, batch_size=500)
    return True


def _over(pairings: QuerySet[Pairing]) -> Iterator[Pairing]:
    """Yield those of the pairings whose match has ended, board and places at hand."""
    rows = pairings.prefetch_related("boards")
    for pairing in rows.select_related("first__entry__user", "second__entry__user"):
        if _board(pairing).result:
            yield pairing


def _board(pairing: Pairing) -> Board:
    return pairing.boards.all()[0]


def _late(group: Group, new: list[Pairing]) -> bool:
    """Tell whether something that came after the first of these has moved the ladder already."""
    first, at = new[0], _board(new[0]).ended_at
    later = Q(decided_at__gt=at) | Q(decided_at=at, pk__gt=first.pk)  # as happenings are ordered
    sides = [place for pairing in new for place in (pairing.first, pairing.second) if place]
    return (
        any(place.number >= rungs.PARKED for place in sides)
        or group.pairings.filter(later).exists()
    )


def _happening(pairing: Pairing) -> Happening:
    """Return what the end of a pairing's match means."""
    board = _board(pairing)
    assert board.ended_at is not None
    first, second = pairing.first_id, pairing.second_id
    ahead = board.first_points - board.second_points
    one, other = {True: (first, second), False: (second, first)}[ahead > 0]
    return Happening(board.ended_at, What.ENDED, one if ahead else None, other, pairing.pk)


def _decide(pairing: Pairing) -> None:
    """Set, unsaved, what the pairing says of its match."""
    board = _board(pairing)
    pairing.decided_at, pairing.reason = board.ended_at, board.result
    pairing.winner_id = _happening(pairing).one if board.result else None


# --- the order made anew ---


def taken_back(group: Group) -> bool:
    """Tell whether a result that moved the ladder counts no more: annulled, or runs again."""
    acts = (Act.Kind.ANNUL, Act.Kind.REOPEN)
    touched = group.pairings.filter(decided_at__isnull=False, boards__match__acts__kind__in=acts)
    annulled = Q(boards__result=Board.Result.ANNULLED) & ~Q(reason=Board.Result.ANNULLED)
    return touched.filter(annulled | Q(boards__result="")).exists()


def refold(group: Group) -> bool:
    """Make order and decisions anew from all that has happened; tell whether anything differed."""
    pairings = list(group.pairings.prefetch_related("boards").select_related("first", "second"))
    before = {pairing.pk: _stored(pairing) for pairing in pairings}
    for pairing in pairings:
        _decide(pairing)
    changed = [pairing for pairing in pairings if _stored(pairing) != before[pairing.pk]]
    Pairing.objects.bulk_update(changed, _DECIDED, batch_size=500)
    moved = rungs.put_in_order(group, _order(group, pairings))
    return bool(moved or changed)


def order_anew(group: Group) -> Ladder:
    """Return the order that everything decided so far makes, changing nothing (four queries)."""
    pairings = group.pairings.prefetch_related("boards").select_related("first", "second")
    return _order(group, list(pairings))


def _order(group: Group, pairings: Iterable[Pairing]) -> Ladder:
    ended = [_happening(pairing) for pairing in pairings if pairing.decided_at is not None]
    comings = [one for place in group.places.all() for one in _stays(place)]
    return fold([*ended, *comings])


def _stored(pairing: Pairing) -> tuple[object, ...]:
    return pairing.decided_at, pairing.winner_id, pairing.reason


def _stays(place: Place) -> Iterator[Happening]:
    for number, (came, went) in enumerate(rungs.stays(place)):
        assert came is not None
        if number and came == went:
            continue  # there and gone in one instant
        what = What.CAME_BACK if number else What.JOINED
        yield Happening(datetime.fromisoformat(came), what, place.pk, key=place.pk)
        if went is not None:
            yield Happening(datetime.fromisoformat(went), What.LEFT, place.pk, key=place.pk)
