"""How matches, moves and challenges look in the API, to a given reader.

Whatever a game hides passes through its ``view`` here, and seeds are shown only after the end.
"""

import math
from typing import Any

from accounts.models import User
from golem.matches.acts import acts_view
from golem.matches.faces import Zeros
from golem.matches.forecast import lost_at
from golem.matches.hooks import Origin
from golem.matches.log import LastSeed, Present, present
from golem.matches.models import Act, Challenge, Match, SealedMove, Seat, Seed
from golem.matches.models.timed import Timed
from golem.matches.option_words import name_of, value_words
from golem.matches.selectors import own_seal, seat_of
from golem.play.endings import ADJUDICATED
from golem.play.protocol import AnyGame, Clicks, Description, Hidden, Legal

Reader = User | None


def control_view(row: Timed) -> dict[str, Any]:
    """Return the time control; times in seconds."""
    return {
        "name": row.control,
        "bank": row.bank,
        "increment": row.increment,
        "cap": row.cap,
        "vacation": row.vacation,
    }


def player_view(user: User) -> dict[str, Any]:
    """Return what everybody may know of a player."""
    return {"name": user.username, "is_bot": user.is_bot}


def match_brief(match: Match, reader: Reader, zeros: Zeros) -> dict[str, Any]:
    """Return a match as lists show it; seats and players must be at hand, no query is made.

    ``zeros`` are those of all matches of the list.
    """
    seats = list(match.seats.all())
    own = seat_of(match, reader)
    return {
        "id": match.pk,
        "game": match.game,
        "revision": match.revision,
        "options": match.options,
        "status": match.status,
        "ply": match.ply,
        "to_move": [seat.name for seat in seats if seat.to_move],
        "seats": {seat.name: player_view(seat.user) for seat in seats},
        "your_seat": own.name if own else None,
        "score": match.score,
        "outcome": outcome_view(match),
        "event": event_view(zeros.origin(match)),
        "rated": match.rated and match.annulled_at is None,
        "counts": match.counts,
        "annulled_at": match.annulled_at,
        "reopened": match.reopened,
        "time_control": control_view(match),
        "clocks": {seat.name: clock_view(match, seat, zeros) for seat in seats},
        "started_at": match.started_at,
        "changed_at": match.changed_at,
        "ended_at": match.ended_at,
    }


def event_view(origin: Origin | None) -> dict[str, Any] | None:
    """Return the event that a match belongs to; ``url`` is the path of its page."""
    return {"id": origin.id, "name": origin.name, "url": origin.url} if origin else None


def clock_view(match: Match, seat: Seat, zeros: Zeros) -> dict[str, Any]:
    """Return what everybody may know of a seat's clock: ``left`` seconds at ``at``, rounded down.

    ``running``: it runs from ``at`` on, until ``zero_at`` if nobody moves (null: clocks are
    frozen, or it does not run).
    """
    running = seat.runs_since is not None
    return {
        "running": running,
        "left": max(0, math.floor(seat.left.total_seconds())),
        "at": seat.runs_since or match.changed_at,
        "zero_at": zeros.zero_at(seat),
    }


def clocks_view(match: Match, own: Seat | None, seal: SealedMove | None) -> dict[str, Any]:
    """Return the clocks of ``match`` by seat, with ``lost_at`` where the reader may know it.

    The reader's own clock stands still if it has sealed its move; others see it run.
    """
    zeros = Zeros([match])
    views = {
        seat.name: clock_view(match, seat, zeros) | {"lost_at": None} for seat in match.seats.all()
    }
    if own is not None and seal is not None:
        left = max(0, math.floor(seal.left.total_seconds()))
        stopped = {"running": False, "left": left, "at": seal.at, "zero_at": None}
        views[own.name] |= stopped
    elif own is not None and own.runs_since is not None:
        views[own.name]["lost_at"] = lost_at(own.user, match)
    return views


def outcome_view(match: Match) -> dict[str, Any] | None:
    """Return how the match ended, its winner and the points by seat; ``None`` while it runs."""
    if match.status == Match.Status.RUNNING:
        return None
    return {"how": match.how, "winner": match.winner or None, "points": match.points}


def match_view(match: Match, reader: Reader, where: Present | None = None) -> dict[str, Any]:
    """Return all that ``reader`` may know of a match, with its position and their legal moves.

    ``where`` it stands, if that is at hand.
    """
    where, seat = where or present(match), seat_of(match, reader)
    game, state = where.game, where.state
    seeds = seeds_view(match, where.seed)
    seal = own_seal(match, seat) if _may_seal(game, state) else None
    described = shown(game, state, seat)
    return (
        match_brief(match, reader, Zeros([match]))
        | choices(match, game, state, seat)
        | {
            "clocks": clocks_view(match, seat, seal),
            "position": described.fields,
            "text": described.text,
            "sealed": seal.told_to(seat.user_id) if seal and seat else None,
            "commitment": seeds[-1]["commitment"],
            "seed": seeds[-1]["seed"],
            "seeds": seeds,
            "acts": verdicts_view(match),
        }
    )


def bottom_of(game: AnyGame, own: Seat | None, turned: bool = False) -> str:
    """Return the seat whose side lies at the bottom of the board: the reader's ``own``, for an
    onlooker (``None``) the first; ``turned``: the side opposite."""
    return game.info.seats[(own.number if own else 0) - turned]


def _may_seal(game: AnyGame, state: Any) -> bool:
    """Tell whether a move may wait sealed: others choose in the same step."""
    return len(game.to_move(state)) > 1


def seeds_view(match: Match, last: LastSeed | None = None) -> list[dict[str, Any]]:
    """Return the seeds of ``match``, the first first: commitment, first draw, and the secret if
    it may be shown; no query if the ``last`` is at hand and there is no other.

    That of the present run is secret until its end; those before it were shown at theirs.
    """
    over = match.status == Match.Status.FINISHED
    if last is not None and not match.reopened:
        return [_seed_view(last, shown=over)]
    rows = match.seeds.order_by("run")
    return [_seed_view(row, shown=over or row.run < match.reopened) for row in rows]


def _seed_view(seed: Seed | LastSeed, *, shown: bool) -> dict[str, Any]:
    return {
        "commitment": seed.commitment,
        "seed": bytes(seed.secret).hex() if shown else None,
        "first_draw": seed.first_draw,
    }


def verdicts_view(match: Match) -> list[dict[str, Any]]:
    """Return when and why operators or organisers annulled, reopened or adjudicated ``match``, or
    replaced a player; no query if a rated match tells that they did not."""
    plain = match.annulled_at is None and not match.reopened and match.how != ADJUDICATED
    if plain and match.rated:
        return []
    kinds = (Act.Kind.ANNUL, Act.Kind.REOPEN, Act.Kind.ADJUDICATE, Act.Kind.REPLACE)
    return [act for act in acts_view(match) if act["kind"] in kinds]


def shown(game: AnyGame, state: Any, seat: Seat | None) -> Description:
    """Return the description of ``state`` as the reader at ``seat`` may know it."""
    return game.describe(hidden_from(game, state, seat))


def hidden_from(game: AnyGame, state: Any, seat: Seat | None) -> Any:
    """Return ``state`` without what the game hides from the reader at ``seat``."""
    if isinstance(game, Hidden):
        return game.view(state, seat.name if seat else None)
    return state


def choices(match: Match, game: AnyGame, state: Any, seat: Seat | None) -> dict[str, Any]:
    """Return ``legal`` and ``squares`` for the reader.

    ``legal``: the texts of the moves that the reader's seat can make now, empty if it has none
    to make, null if there are too many to list; then ``squares`` are where to begin.
    """
    owing = match.status == Match.Status.RUNNING and seat and seat.name in game.to_move(state)
    if not owing or seat is None:
        return {"legal": [], "squares": None}
    moves = game.legal(state, seat.name) if isinstance(game, Legal) else None
    if moves is not None:
        return {"legal": [game.write(move) for move in moves], "squares": None}
    begin = game.click(state, seat.name, "", None) if isinstance(game, Clicks) else None
    return {"legal": None, "squares": list(begin.squares) if begin else None}


def visible_draws(match: Match, seat: Seat | None) -> list[dict[str, Any]]:
    """Return the draws that the reader at ``seat`` may see; after the end, all."""
    over = match.status == Match.Status.FINISHED
    names = {"", seat.name} if seat else {""}
    return [
        {
            "number": draw.number,
            "ply": draw.ply,
            "label": draw.label,
            "values": draw.values,
            "at": draw.at,
        }
        for draw in match.draws.all()
        if over or draw.visible_to in names
    ]


def challenge_view(challenge: Challenge) -> dict[str, Any]:
    """Return a challenge; ``opponent`` is null while it is open to everybody."""
    opponent = challenge.opponent
    return {
        "id": challenge.pk,
        "game": challenge.game,
        "options": challenge.options,
        "challenger": player_view(challenge.challenger),
        "opponent": player_view(opponent) if opponent else None,
        "seat": challenge.seat or None,
        "rated": challenge.rated,
        "rating_from": challenge.rating_from,
        "rating_to": challenge.rating_to,
        "time_control": control_view(challenge),
        "status": challenge.status,
        "match": challenge.match_id,
        "rematch_of": challenge.rematch_of_id,
        "created_at": challenge.created_at,
        "expires_at": challenge.expires_at,
    }


def game_view(game: AnyGame) -> dict[str, Any]:
    """Return what is true of a game before any match of it."""
    info = game.info
    return {
        "key": info.key,
        "title": info.title,
        "seats": list(info.seats),
        "revision": info.revision,
        "stage": str(info.stage),
        "plies": info.plies,
        "options": [
            {
                "key": option.key,
                "choices": list(option.choices),
                "default": option.default,
                "name": name_of(info.key, option.key),
                "words": [value_words(info.key, option.key, one) for one in option.choices],
            }
            for option in info.options
        ],
    }
