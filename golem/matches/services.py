"""The acts on a match: move, dry run, resign.

Each takes the caller, does everything in one transaction under the locks, and raises a
``Refused`` or a game's ``Refusal`` if it does nothing. ``clock`` gives the present instant
(UTC) and is asked once, right after the locks are held.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from golem.matches import clocks, nudges
from golem.matches.errors import MatchOver, NotAPlayer, NotYourTurn, StalePly
from golem.matches.locks import lock_match
from golem.matches.log import Present, present
from golem.matches.models import Match, SealedMove, Seat
from golem.matches.progress import carry_on, end, record_ply, reveal_ply
from golem.matches.settle import settled_first
from golem.matches.starting import Agreement, Clock, start_match
from golem.matches.transactions import in_transaction
from golem.play.endings import RESIGNATION
from golem.play.protocol import Clicks, Draft
from golem.rest.refusals import Missing
from golem.rest.snapshots import one_snapshot

__all__ = [
    "Agreement",
    "Clock",
    "Played",
    "Trial",
    "click",
    "own_seat",
    "resign",
    "start_match",
    "submit_move",
    "try_move",
]


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was taken: of which seat, at which ply, its canonical text; ``sealed`` if it
    waits for other seats of the step. ``where`` is where ``match`` (seats at hand) stands now."""

    match: Match
    seat: str
    ply: int
    notation: str
    sealed: bool
    where: Present


def submit_move(
    match_id: int, user: User, ply: int, text: str, note: str = "", clock: Clock = timezone.now
) -> Played:
    """Play ``text`` as the move of ``user`` at ``ply``, or seal it if others must choose too.

    Raises ``Missing``, ``NotAPlayer``, ``MatchOver``, ``StalePly``, ``NotYourTurn``, ``Busy``,
    or the game's ``Refusal``.
    """
    return in_transaction(lambda: _submit(match_id, user, ply, text, note, clock))


def _submit(match_id: int, user: User, ply: int, text: str, note: str, clock: Clock) -> Played:
    match, seats, now, pauses = _opened(match_id, clock)
    seat = own_seat(seats, user)
    where = _where_to_move(match, seat, ply)
    game = where.game
    move = game.resolve(where.state, seat.name, game.parse(text))
    notation = game.write(move)
    if len(game.to_move(where.state)) > 1:
        _seal(match, seat, notation, note, now, pauses)
        after = _resolve_step(match, seats, where, now, pauses)
    else:
        clocks.stop(match, seat, now, pauses, earned=True)
        record_ply(match, {seat.name: notation}, now, note=note)
        played = replace(where, state=game.play(where.state, {seat.name: move}))
        after = carry_on(match, seats, played, now, pauses)
    nudges.after_change(match, seats)
    return Played(match, seat.name, ply, notation, sealed=after is None, where=after or where)


def _opened(match_id: int, clock: Clock) -> tuple[Match, list[Seat], datetime, clocks.Pauses]:
    """Return the match and its seats, locked; the instant, which is never before the match's last
    change; and the pauses of the present turns. Whatever is due for its players is settled."""
    match, seats = lock_match(match_id)
    now = max(clock(), match.changed_at)
    return match, seats, now, settled_first(match, seats, now)


def own_seat(seats: list[Seat], user: User) -> Seat:
    """Return the seat of ``user``; raise ``NotAPlayer``."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise NotAPlayer


def _where_to_move(match: Match, seat: Seat, ply: int) -> Present:
    """Return where the match stands; refuse unless ``seat`` may move at ``ply``."""
    if match.status == Match.Status.FINISHED:
        raise MatchOver(match.pk)
    if ply != match.ply:
        raise StalePly(match.pk, match.ply)
    where = present(match)
    if seat.name not in where.game.to_move(where.state):
        raise NotYourTurn(match.pk)
    return where


def _seal(
    match: Match, seat: Seat, notation: str, note: str, now: datetime, pauses: clocks.Pauses
) -> None:
    """Seal the move and stop the clock, or change only the content of the seal there is."""
    left = clocks.left_after(match, seat, now, pauses, earned=True)
    seat.zero_at = None
    seat.save(update_fields=["zero_at"])
    SealedMove.objects.update_or_create(
        match=match,
        ply=match.ply,
        seat=seat.name,
        defaults={"notation": notation, "note": note, "by": None},
        create_defaults={"notation": notation, "note": note, "at": now, "left": left},
    )


def _resolve_step(
    match: Match, seats: list[Seat], where: Present, now: datetime, pauses: clocks.Pauses
) -> Present | None:
    """Play the step if every seat's move is in; return where it led, ``None`` if not."""
    game, state = where.game, where.state
    owing = game.to_move(state)
    sealed = {row.seat: row for row in SealedMove.objects.filter(match=match, ply=match.ply)}
    if set(sealed) != set(owing):
        return None
    rows = [sealed[name] for name in owing]
    moves = {row.seat: game.resolve(state, row.seat, game.parse(row.notation)) for row in rows}
    clocks.unseal(seats, rows)
    reveal_ply(match, rows)
    return carry_on(match, seats, replace(where, state=game.play(state, moves)), now, pauses)


@dataclass(frozen=True, slots=True)
class Trial:
    """What a dry run found: the move's canonical text and the state after it, up to the next
    draw of chance or the other seats' choice (then ``state`` is the present one)."""

    match: Match
    seat: str
    notation: str
    state: Any


def try_move(match_id: int, user: User, ply: int, text: str) -> Trial:
    """Return what ``submit_move`` would come to, changing nothing; raises what it would raise."""
    match, seat, where = _look(match_id, user, ply)
    game, state = where.game, where.state
    move = game.resolve(state, seat.name, game.parse(text))
    if len(game.to_move(state)) == 1:
        state = game.play(state, {seat.name: move})
    return Trial(match, seat.name, game.write(move), state)


@one_snapshot()
def _look(match_id: int, user: User, ply: int) -> tuple[Match, Seat, Present]:
    """Return match, seat and standing for a user who may move now; locks nothing."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Missing("no_such_match")
    seat = own_seat(list(match.seats.all()), user)
    return match, seat, _where_to_move(match, seat, ply)


def click(match_id: int, user: User, ply: int, draft: str, square: str | None) -> Draft:
    """Return the draft of a move after a click; changes nothing.

    Raises what ``submit_move`` raises, and ``Missing`` (``no_clicks``) for a game without them.
    """
    _, seat, where = _look(match_id, user, ply)
    game = where.game
    if not isinstance(game, Clicks):
        raise Missing("no_clicks")
    return game.click(where.state, seat.name, draft, square)


def resign(match_id: int, user: User, clock: Clock = timezone.now) -> Match:
    """End the match as won by the other side; allowed at any time while it runs.

    Raises ``Missing``, ``NotAPlayer``, ``MatchOver``, ``Busy``.
    """
    return in_transaction(lambda: _resign(match_id, user, clock))


def _resign(match_id: int, user: User, clock: Clock) -> Match:
    match, seats, now, _ = _opened(match_id, clock)
    seat = own_seat(seats, user)
    if match.status == Match.Status.FINISHED:
        raise MatchOver(match.pk)
    winner = next(other.name for other in seats if other.pk != seat.pk)
    end(match, seats, RESIGNATION, winner, now)
    nudges.after_change(match, seats)
    return match
