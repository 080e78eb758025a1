"""The course of an event as JSON values: groups, tables, pairings, acts, what comes next."""

from typing import Any

from golem.matches.represent import player_view
from tournaments import acts, coming_words
from tournaments.models import Announcement, Board, Entry, Event, EventAct, Group, Pairing, Place
from tournaments.reading.assumed import Assumed
from tournaments.reading.coming import Coming
from tournaments.reading.groups import group_title
from tournaments.reading.table import Row, Table


def side_view(entry: Entry) -> dict[str, Any]:
    """Return who stands in a table or a pairing: a player, or a team."""
    return {
        "number": entry.number,
        "player": player_view(entry.user) if entry.user else None,
        "team": entry.team or None,
    }


def group_brief(event: Event, group: Group) -> dict[str, Any]:
    """Return a group of :func:`tournaments.reading.groups.groups`, as a list shows it."""
    return {
        "id": group.pk,
        "title": group_title(event, group),
        "kind": group.kind,
        "stage": group.stage,
        "level": group.level,
        "number": group.number,
        "round": group.round,
        "players": getattr(group, "players"),  # noqa: B009  the selector counted them
        "open": group.open,
        "to_start": group.to_start,
        "started_at": group.started_at,
        "ended_at": group.ended_at,
    }


def table_view(event: Event, table: Table) -> dict[str, Any]:
    """Return a group with its table."""
    rules = table.sheet.rules
    numbers = {row.place.pk: row.place.entry.number for row in (*table.rows, *table.below)}
    return group_brief(event, table.group) | {
        "tie_breaks": list(rules.applied) if table.by_points else [],
        "goals": rules.goals,
        "rows": [row_view(row, numbers) for row in table.rows],
        "left_out": [row_view(row, numbers) for row in table.below],
    }


def row_view(row: Row, numbers: dict[int, int]) -> dict[str, Any]:
    """Return a row of a table; exact values are fractions, such as "37/5"."""
    place = row.place
    return side_view(place.entry) | {
        "rank": place.rank,
        "shared": place.shared,
        "played": place.played,
        "wins": place.wins,
        "evens": place.evens,
        "losses": place.losses,
        "points": place.points,
        "goals_for": place.goals_for,
        "goals_against": place.goals_against,
        "values": place.values,
        "reason": _reason(place, row.reason, numbers),
        "withdrawn_at": place.withdrawn_at,
        "note": row.note or None,
        "possible": _possible(row),
        "rank_now": row.before,
    }


def _reason(place: Place, words: str, numbers: dict[int, int]) -> dict[str, Any] | None:
    if place.decided is None:
        return None
    return {
        "code": place.decided["code"],
        "above": numbers.get(place.decided["above"]),
        "values": place.decided["values"],
        "detail": words,
    }


def _possible(row: Row) -> dict[str, Any] | None:
    found = row.possible
    return (
        {"best": found.best, "worst": found.worst, "exact": found.exact}
        if found is not None
        else None
    )


def assumed_view(event: Event, found: Assumed) -> dict[str, Any]:
    """Return a table with supposed results, and what is open in it."""
    matches = [
        {
            "key": one.key,
            "round": one.round,
            "first": one.first.entry.number,
            "second": one.second.entry.number,
            "assumed": list(one.assumed) if one.assumed else None,
        }
        for one in found.open
    ]
    choices = [list(points) for points in found.choices]
    return table_view(event, found.table) | {"matches": matches, "choices": choices}


def pairing_view(pairing: Pairing) -> dict[str, Any]:
    """Return a pairing of :func:`tournaments.reading.meetings.pairings` (no query)."""
    second = pairing.second.entry if pairing.second else None
    return {
        "id": pairing.pk,
        "group": pairing.group_id,
        "round": pairing.round,
        "number": pairing.number,
        "first": side_view(pairing.first.entry),
        "second": side_view(second) if second else None,
        "first_points": pairing.first_points,
        "second_points": pairing.second_points,
        "winner": pairing.winner.entry.number if pairing.winner else None,
        "reason": pairing.reason or None,
        "decided_at": pairing.decided_at,
        "boards": [board_view(board) for board in pairing.boards.all()],
    }


def board_view(board: Board) -> dict[str, Any]:
    """Return a board of a pairing, its match and the players at hand."""
    seats = board.match.seats.all() if board.match else ()
    return {
        "number": board.number,
        "match": board.match_id,
        "seats": {seat.name: seat.user.username for seat in seats},
        "first_seat": board.first_seat or None,
        "result": board.result or None,
        "first_points": board.first_points,
        "second_points": board.second_points,
        "first_goals": board.first_goals,
        "second_goals": board.second_goals,
        "ended_at": board.ended_at,
    }


def act_view(act: EventAct) -> dict[str, Any]:
    """Return an act of :func:`tournaments.acts.acts` (no query)."""
    return {
        "kind": act.kind,
        "at": act.at,
        "by": player_view(act.by) if act.by else None,
        "entry": act.entry.number if act.entry else None,
        "player": player_view(act.user) if act.user else None,
        "match": act.match_id,
        "reason": act.reason or None,
        "detail": acts.words(act),
    }


def announcement_view(row: Announcement) -> dict[str, Any]:
    """Return what an organiser said."""
    return {"at": row.at, "text": row.text}


def coming_view(one: Coming) -> dict[str, Any]:
    """Return something that will happen."""
    return {
        "code": one.code,
        "at": one.at,
        "number": one.number,
        "stage": one.stage,
        "round": one.round,
        "rounds": one.rounds,
        "detail": coming_words.words(one),
    }
