"""Events as JSON values, as everybody may know them: no password, no address."""

from typing import Any

from accounts.models import User
from golem.matches.represent import player_view
from tournaments.models import Entry, Event, Member
from tournaments.plan import Plan
from tournaments.selectors import Own


def event_brief(event: Event) -> dict[str, Any]:
    """Return an event (of :func:`tournaments.selectors.events`) as a list shows it; no query."""
    document = event.rules
    return {
        "id": event.pk,
        "kind": event.kind,
        "name": event.name,
        "game": event.game,
        "status": event.status,
        "organiser": _player(event.organiser),
        "bots": event.bots,
        "rated": document["rated"],
        "time_control": document["control"],
        "vacation": document["vacation"],
        "password": bool(event.password),
        "players": getattr(event, "players"),  # noqa: B009  the selector counted them
        "waiting": getattr(event, "waiting"),  # noqa: B009
        "least": document["entry"]["least"],
        "most": document["entry"]["most"],
        "entry_open": event.entry_open and event.status == Event.Status.ENTRY,
        "created_at": event.created_at,
        "closes_at": event.closes_at,
        "starts_at": event.starts_at,
        "started_at": event.started_at,
        "ended_at": event.ended_at,
    }


def event_view(event: Event, own: Own) -> dict[str, Any]:
    """Return all of an event, and how the reader stands to it."""
    return event_brief(event) | {"document": event.rules, "mine": own_view(own)}


def own_view(own: Own) -> dict[str, Any]:
    """Return how a reader stands to an event."""
    entry = own.entry or (own.member.entry if own.member else None)
    return {
        "organiser": own.organises,
        "number": entry.number if entry else None,
        "status": entry.status if entry else None,
        "team": entry.team or None if entry else None,
        "invitations": [one.entry.number for one in own.members if not one.agreed],
    }


def entry_view(entry: Entry) -> dict[str, Any]:
    """Return an entry, user and members at hand."""
    return {
        "number": entry.number,
        "player": _player(entry.user),
        "team": entry.team or None,
        "members": [member_view(member) for member in entry.members.all()],
        "status": entry.status,
        "entered_at": entry.entered_at,
        "left_at": entry.left_at,
        "seed": entry.seed,
    }


def member_view(member: Member) -> dict[str, Any]:
    """Return a member of a team, user at hand."""
    return {
        "id": member.pk,
        "player": player_view(member.user),
        "board": member.board,
        "captain": member.is_captain,
        "agreed": member.agreed,
    }


def _player(user: User | None) -> dict[str, Any] | None:
    return player_view(user) if user else None


def plan_view(plan: Plan) -> dict[str, Any]:
    """Return the dry run of an event."""
    lasts = plan.match_lasts
    return {
        "players": plan.players,
        "least": plan.least,
        "most": plan.most,
        "boards": plan.boards,
        "matches": plan.matches,
        "at_once": plan.at_once,
        "match_lasts": int(lasts.total_seconds()) if lasts is not None else None,
        "starts_at": plan.starts_at,
        "ends_by": plan.ends_by,
        "stages": [
            {
                "kind": stage.kind,
                "players": stage.players,
                "groups": list(stage.groups),
                "rounds": stage.rounds,
                "matches": stage.matches,
                "at_once": stage.at_once,
                "goes_on": stage.goes_on,
            }
            for stage in plan.stages
        ],
    }
