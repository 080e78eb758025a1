"""Boards and pairings: they say what their matches say, and what their boards come to."""

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tournaments.models import Board, Entry, EventAct, Member, News, Pairing
from tournaments.recheck import wrong_result
from tournaments.scoring import table_of

CHUNK = 500
SIDES = ("pairing__first__entry", "pairing__second__entry")


def check() -> Iterator[str]:
    """Yield what contradicts itself in boards, pairings and the matches that belong to them."""
    for board in _with_matches().iterator(chunk_size=CHUNK):
        yield from _players(board)
        yield from _result(board)
    yield from _without_matches()
    yield from _sums()
    yield from _sides()


def _with_matches() -> QuerySet[Board]:
    noted = News.objects.filter(match=OuterRef("match"))
    boards = Board.objects.filter(match__isnull=False).annotate(noted=Exists(noted))
    rows = boards.select_related("match", "pairing__group__event", *SIDES)
    return rows.prefetch_related("match__seats", "match__takeovers").order_by("pk")


def _players(board: Board) -> Iterator[str]:
    """Yield seats that are not those of the two sides, or of whom they play for."""
    match = board.match
    assert match is not None
    second = board.pairing.second
    if second is None:
        yield f"board {board.pk}: it has match {match.pk}, and its pairing is a bye"
        return
    for seat in match.seats.all():
        side = board.pairing.first if seat.name == board.first_seat else second
        sat = {row.old_id for row in match.takeovers.all() if row.seat == seat.name}
        here = {seat.user_id, *sat}
        if not here & _players_of(side.entry) and not here & _sat_once(side.entry):
            yield (
                f"board {board.pk}: player {seat.user_id} sits as {seat.name} in match {match.pk},"
                f" and it is that of entry {side.entry_id}"
            )
    game = board.pairing.group.event.game
    if match.game != game:
        yield f"board {board.pk}: match {match.pk} is of {match.game}, the event of {game}"


def _players_of(entry: Entry) -> set[int]:
    """Return who sits for an entry: its user, or all of its team."""
    if entry.user_id is not None:
        return {entry.user_id}
    return set(Member.objects.filter(entry=entry.pk).values_list("user", flat=True))


def _sat_once(entry: Entry) -> set[int]:
    """Return who played for an entry by the log of the event: who was replaced in it, by whom, and
    who left a team of which they are no member any more."""
    left = (EventAct.Kind.REPLACED, EventAct.Kind.WITHDREW, EventAct.Kind.REMOVED)
    acts = EventAct.objects.filter(entry=entry.pk, kind__in=left)
    pairs = acts.values_list("user", "data__old")
    return {user for pair in pairs for user in pair if user is not None}


def _result(board: Board) -> Iterator[str]:
    """Yield a board whose result is not that of its match, if that was taken over."""
    if board.noted:  # type: ignore[attr-defined]
        return
    table = table_of(board.pairing.group.event.document["scoring"])
    for one in wrong_result([board], table):
        yield (
            f"board {board.pk}: {one.column} is {one.stored!r}, "
            f"by match {board.match_id} {one.right!r}"
        )


def _without_matches() -> Iterator[str]:
    """Yield boards that have a result from nowhere."""
    alone = Board.objects.filter(match=None).select_related("pairing").order_by("pk")
    for board in alone.filter(pairing__second=None).exclude(result=Board.Result.BYE):
        yield f"board {board.pk}: its pairing is a bye, and its result {board.result or 'none'}"
    paired = alone.filter(pairing__second__isnull=False)
    for board in paired.filter(result__in=(Board.Result.BYE, Board.Result.PLAYED)):
        yield f"board {board.pk}: its result is {board.result}, and there was no match"
    stay = Q(pairing__first__withdrawn_at=None, pairing__second__withdrawn_at=None)
    for board in paired.filter(stay, result=Board.Result.WITHDRAWAL):
        yield f"board {board.pk}: it ended by withdrawal, and nobody withdrew"


def _sums() -> Iterator[str]:
    paired = Pairing.objects.filter(second__isnull=False)
    summed = paired.annotate(
        first_sum=Coalesce(Sum("boards__first_points"), 0),
        second_sum=Coalesce(Sum("boards__second_points"), 0),
    )
    wrong = summed.exclude(first_points=F("first_sum"), second_points=F("second_sum"))
    rows = wrong.order_by("pk").values_list(
        "pk", "first_points", "second_points", "first_sum", "second_sum"
    )
    for pk, first, second, right, right_too in rows.iterator():
        yield f"pairing {pk}: {first} : {second}, by its boards {right} : {right_too}"


def _sides() -> Iterator[str]:
    """Yield pairings of places of another group, or won by neither side."""
    outside = ~Q(first__group=F("group")) | Q(second__isnull=False) & ~Q(second__group=F("group"))
    for pairing in Pairing.objects.filter(outside).order_by("pk").iterator():
        yield f"pairing {pairing.pk}: a side has its place in another group"
    neither = ~Q(winner=F("first")) & (Q(second=None) | ~Q(winner=F("second")))
    won = Pairing.objects.filter(neither, winner__isnull=False)
    for pairing in won.order_by("pk").iterator():
        yield f"pairing {pairing.pk}: it was won by neither side"
