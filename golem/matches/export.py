"""A match as a document to keep: JSON that can be verified offline, and plain text."""

from typing import Any

from golem.matches.hooks import origins_of
from golem.matches.ledgers import reopenings_view
from golem.matches.log import game_of, plies
from golem.matches.models import Match, Move, Seat
from golem.matches.option_words import in_words
from golem.matches.represent import event_view, outcome_view, player_view, seeds_view, visible_draws
from golem.matches.sitting import takeovers_view
from golem.play.protocol import Records
from golem.play.verify import FORMAT


def document(match: Match, seat: Seat | None) -> dict[str, Any]:
    """Return the match as the reader at ``seat`` (``None``: an onlooker) may see it.

    A seed is in it only after the end of its run. Lines of text are not: they are the players'.
    """
    return {
        "format": FORMAT,
        "id": match.pk,
        "game": match.game,
        "revision": match.revision,
        "options": match.options,
        "status": match.status,
        "seats": {row.name: player_view(row.user) for row in match.seats.all()},
        "event": event_view(origins_of([match.pk]).get(match.pk)),
        "rated": match.rated,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "annulled_at": match.annulled_at,
        "reopenings": reopenings_view(match),
        "takeovers": takeovers_view(match),
        "seeds": seeds_view(match),
        "draws": visible_draws(match, seat),
        "moves": [_move(move) for move in match.moves.all()],
        "score": match.score,
        "outcome": outcome_view(match),
    }


def _move(move: Move) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "seat": move.seat,
        "notation": move.notation,
        "forced": move.forced,
        "at": move.at,
    }


def text(match: Match, seat: Seat | None) -> str:
    """Return the match as lines of text: a header of ``Name: value``, then a line a ply."""
    whole = document(match, seat)
    drawn = {draw["ply"]: draw["values"] for draw in whole["draws"]}
    lines = [f"{name}: {value}" for name, value in _header(match, whole)]
    lines.append("")
    lines += [_line(move, drawn.get(move["ply"])) for move in whole["moves"]]
    if match.ply in drawn:
        lines.append(f"{match.ply}. ... {_dice(drawn[match.ply])}")
    return "\n".join(lines) + "\n"


def _header(match: Match, whole: dict[str, Any]) -> list[tuple[str, Any]]:
    named = [(name.capitalize(), player["name"]) for name, player in whole["seats"].items()]
    seeds = [("Commitment", seed["commitment"]) for seed in whole["seeds"]]
    seeds += [("Seed", seed["seed"]) for seed in whole["seeds"] if seed["seed"]]
    return [
        ("Match", match.pk),
        ("Game", f"{game_of(match).info.title}, rules revision {match.revision}"),
        *[(f"Option {one.name}", one.words) for one in in_words(match.game, match.options)],
        *named,
        *([("Event", whole["event"]["name"])] if whole["event"] else []),
        ("Time control", match.control),
        ("Started", f"{match.started_at:%Y-%m-%d %H:%M:%S} UTC"),
        *[("Reopened", _reopened(row)) for row in whole["reopenings"]],
        *[("Replaced", _replaced(row)) for row in whole["takeovers"]],
        *([("Ended", f"{match.ended_at:%Y-%m-%d %H:%M:%S} UTC")] if match.ended_at else []),
        *(
            [("Annulled", f"{match.annulled_at:%Y-%m-%d %H:%M:%S} UTC")]
            if match.annulled_at
            else []
        ),
        *([("Score", _by_seat(match, match.score))] if match.score else []),
        ("Result", _result(match)),
        *_record(match),
        *seeds,
    ]


def _record(match: Match) -> list[tuple[str, str]]:
    """Return the game's own record of the match, if it keeps one and there is a move."""
    game, moves = game_of(match), match.moves.all()
    if not isinstance(game, Records) or not moves:
        return []
    return [("Record", game.record(match.options, plies(moves)))]


def _reopened(row: dict[str, Any]) -> str:
    end, at = row["ended_at"], row["at"]
    return (
        f"{at:%Y-%m-%d %H:%M:%S} UTC, after an end by {row['how']} at {end:%Y-%m-%d %H:%M:%S} UTC"
    )


def _replaced(row: dict[str, Any]) -> str:
    return f"{row['at']:%Y-%m-%d %H:%M:%S} UTC, as {row['seat']}: {row['old']} by {row['new']}"


def _by_seat(match: Match, numbers: dict[str, int]) -> str:
    """Return numbers in the order of the seats: the database may keep them in another."""
    seats = [seat.name for seat in match.seats.all() if seat.name in numbers]
    return ", ".join(f"{seat} {numbers[seat]}" for seat in seats)


def _result(match: Match) -> str:
    if match.status == Match.Status.RUNNING:
        return "running"
    winner = match.winner or "nobody"
    return f"{match.how}, winner {winner}, points {_by_seat(match, match.points or {})}"


def _line(move: dict[str, Any], values: list[int] | None) -> str:
    dice = f" {_dice(values)}" if values else ""
    return f"{move['ply']}. {move['seat']} {move['notation']}{dice}"


def _dice(values: list[int]) -> str:
    return "[" + " ".join(str(value) for value in values) + "]"
