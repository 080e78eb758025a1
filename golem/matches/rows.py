"""Matches and challenges as entries of lists, made ready for their templates."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext as _

from accounts.models import Strength
from accounts.strengths import START, strengths_of
from golem import registry
from golem.matches.faces import Faces
from golem.matches.log import BrokenLog, game_of, history
from golem.matches.marks import changes
from golem.matches.models import Challenge, Match, Seat
from golem.matches.option_words import in_words, unusual_words
from golem.matches.represent import Reader, bottom_of, hidden_from
from golem.matches.selectors import seat_of
from golem.play.rating import in_range

log = logging.getLogger(__name__)


def match_row(match: Match, reader: Reader, faces: Faces) -> dict[str, Any]:
    """Return the context ``row`` of matches/row.html, seen by ``reader``.

    ``faces`` are the clocks of all matches of the list; this makes no query of its own.
    """
    title, length = _title_and_length(match)
    seats = list(match.seats.all())
    mine = seat_of(match, reader)
    since = [seat.turn_since for seat in seats if seat.turn_since]
    my_turn = mine is not None and mine.to_move
    return {
        "match": match,
        "title": title,
        "options": unusual_words(match.game, match.options),
        "plies": length if length and match.ply <= length else None,
        "seats": seats,
        "mine": mine,
        "my_turn": my_turn,
        "clock": _clock(match, mine if my_turn else None, faces),
        "event": faces.origin(match),
        "since": min(since, default=None),
        "score_text": by_seat(seats, match.score),
        "verdict": _verdict(match, mine),
        "won": match.counts and mine is not None and mine.name == match.winner,
    }


def _clock(match: Match, mine: Seat | None, faces: Faces) -> dict[str, Any] | None:
    """Return the clock that a list shows: the reader's, else the one that runs out first.

    ``name`` is whose it is, empty for the reader's own.
    """
    if match.status == Match.Status.FINISHED:
        return None
    if mine is not None:
        return {"face": faces.of(mine), "name": ""}
    found = faces.next_out(match)
    return {"face": found[1], "name": found[0].user.username} if found else None


def _title_and_length(match: Match) -> tuple[str, int | None]:
    """Return what the game is called and how many plies it has; the key of one that is gone."""
    try:
        info = game_of(match).info
    except BrokenLog:
        return match.game, None
    return info.title, info.plies


class _Named(Protocol):
    @property
    def name(self) -> str: ...


def by_seat(seats: Iterable[_Named], numbers: dict[str, int] | None) -> str:
    """Return numbers by seat in the seats' order: "2 : 1"; empty if there are none."""
    return " : ".join(str(numbers[seat.name]) for seat in seats) if numbers else ""


def _verdict(match: Match, mine: Seat | None) -> str:
    if match.status == Match.Status.RUNNING:
        return ""
    if match.annulled_at is not None:
        return _("annulled")
    if not match.winner:
        return _("nobody won")
    if mine is None:
        return _("finished")
    return _("won") if mine.name == match.winner else _("lost")


def tiles(matches: Iterable[Match], reader: Reader, faces: Faces) -> list[dict[str, Any]]:
    """Return the contexts ``tile`` of matches/tile.html; moves and draws should be at hand.

    A match whose log is broken is left out and reported: it must not take the others along.
    """
    found = []
    for match in matches:
        try:
            found.append(_tile(match, reader, faces))
        except BrokenLog as error:
            log.error("no board of a match can be shown: %s", error)
    return found


def _tile(match: Match, reader: Reader, faces: Faces) -> dict[str, Any]:
    game, seats = game_of(match), list(match.seats.all())
    own = seat_of(match, reader)
    past = history(match)[-2:]
    bottom = bottom_of(game, own)
    drawings = [game.draw(hidden_from(game, found.state, own), bottom) for found in past]
    names = _(" against ").join(seat.user.username for seat in seats)
    return {
        "match": match,
        "title": game.info.title,
        "options": unusual_words(match.game, match.options),
        "seats": seats,
        "drawing": drawings[-1],
        "marks": changes(drawings[0], drawings[-1]),
        "clock": _clock(match, None, faces),
        "event": faces.origin(match),
        "label": names,
        "score_text": by_seat(seats, match.score),
    }


def start_drawing(key: str) -> Any:
    """Return the drawing of a game's first position."""
    game = registry.load(key)
    options = {option.key: option.default for option in game.info.options}
    return game.draw(game.start(options), game.info.seats[0])


def challenge_rows(challenges: Iterable[Challenge], reader: Reader) -> list[dict[str, Any]]:
    """Return the contexts of matches/challenge_row.html, with how strong the challengers are
    (one query)."""
    found = list(challenges)
    ids = {row.challenger_id for row in found} | ({reader.pk} if reader else set())
    known = {(row.user_id, row.game): row for rows in strengths_of(ids).values() for row in rows}
    return [_challenge_row(row, reader, known) for row in found]


def _challenge_row(
    challenge: Challenge, reader: Reader, known: Mapping[tuple[int, str], Strength]
) -> dict[str, Any]:
    info = registry.load(challenge.game).info
    mine = reader is not None and challenge.challenger_id == reader.pk
    for_me = reader is not None and challenge.opponent_id == reader.pk
    is_open = challenge.status == Challenge.Status.OPEN
    to_all = challenge.opponent_id is None
    own = known.get((reader.pk, challenge.game)) if reader else None
    rating = own.rating if own else START
    fits = in_range(rating, challenge.rating_from, challenge.rating_to)
    return {
        "challenge": challenge,
        "title": info.title,
        "mine": mine,
        "for_me": for_me,
        "strength": known.get((challenge.challenger_id, challenge.game)),
        "out_of_range": reader is not None and not mine and not fits,
        "can_accept": is_open
        and challenge.challenger.is_active
        and (for_me or (to_all and reader is not None and not mine and fits)),
        "options": [one for one in in_words(challenge.game, challenge.options) if not one.usual],
    }
