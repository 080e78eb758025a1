"""The columns of matches and seats: they say what the log and the ledgers say."""

from collections.abc import Iterator

from django.utils import timezone

from golem.matches import clock_columns
from golem.matches.log import BrokenLog
from golem.matches.models import Match
from golem.matches.projections import differences
from golem.play.clock import ZERO


def check(match: Match) -> Iterator[str]:
    """Yield what contradicts the log, the ledgers or each other (the rows of ``match`` at hand)."""
    yield from _instants(match)
    yield from _turns(match)
    try:
        found = differences(match) | clock_columns.differences(match)
    except BrokenLog:
        return  # told where logs are looked at
    for name, (stored, right) in found.items():
        yield f"{name} is {stored!r}, by the log {right!r}"


def _instants(match: Match) -> Iterator[str]:
    over = match.status == Match.Status.FINISHED
    if over != (match.ended_at is not None) or over != bool(match.how):
        yield f"it is {match.status}, ended at {match.ended_at}, by {match.how or 'nothing'}"
    end = match.ended_at or match.changed_at
    if not match.started_at <= end <= match.changed_at:
        yield f"started {match.started_at}, ended {match.ended_at}, changed {match.changed_at}"
    if match.changed_at > timezone.now():
        yield f"it was changed at {match.changed_at}, which is to come"
    if match.annulled_at is not None and not over:
        yield "it is annulled and runs"


def _turns(match: Match) -> Iterator[str]:
    over = match.status == Match.Status.FINISHED
    for seat in match.seats.all():
        if seat.to_move != (seat.turn_since is not None):
            yield f"{seat.name} has a turn since {seat.turn_since}, to move: {seat.to_move}"
        if over and (seat.runs_since is not None or seat.zero_at is not None):
            yield f"the clock of {seat.name} runs, and the match is over"
        if seat.zero_at is not None and seat.runs_since is None:
            yield f"the clock of {seat.name} runs out and does not run"
        if seat.left < ZERO and not over:
            yield f"the clock of {seat.name} shows less than nothing: {seat.left}"
