"""Whether something was made from the result of a match, so that it cannot run again."""

from golem.matches.models import Match
from golem.rest.refusals import Conflict, Refused
from tournaments.locks import lock_event
from tournaments.models import Board, Event, Group, Pairing


def lock(match_id: int) -> None:
    """Take the lock of the event to which a match belongs, if to one, before the match's own."""
    event = Board.objects.filter(match=match_id).values_list("pairing__group__event", flat=True)
    for event_id in event:
        lock_event(event_id)


def refusal(match: Match) -> Refused | None:
    """Return why a match may not run again: a round, a stage, a right, an edition or a place on
    the ladder came of it. The event's lock is held."""
    board = Board.objects.select_related("pairing__group__event").filter(match=match).first()
    if board is None or not _made_from(board.pairing):
        return None
    return Conflict("later_stage")


def _made_from(pairing: Pairing) -> bool:
    group = pairing.group
    if group.kind == Group.Kind.LADDER:
        return pairing.decided_at is not None
    return (
        (group.kind == Group.Kind.SWISS and pairing.round < group.round)
        or (group.kind == Group.Kind.KNOCK_OUT and pairing.decided_at is not None)
        or group.event.groups.filter(stage__gt=group.stage).exists()
        or group.rights_earned.exists()
        or _next_edition_started(group.event)
    )


def _next_edition_started(event: Event) -> bool:
    if not event.series or event.edition is None:
        return False
    later = Event.objects.filter(series=event.series, edition__gt=event.edition)
    return later.exclude(started_at=None).exists()
