"""Players who leave, and the matches in the middle of which they do."""

from datetime import timedelta
from functools import partial

from django.utils import timezone

from accounts.leaving import carry_out_all, leave
from accounts.models import User
from golem.matches.invariants.check import of_all, of_matches
from golem.matches.models import (
    Match,
)
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.matches.transactions import in_transaction
from golem.play.controls import DEFAULT, PRESETS
from tests.matches.conftest import begin
from tests.matches.hours import SETUP

GAME = "streetsoccer"
NOW = timezone.now()


def gone(user: User) -> User:
    """Delete the account with all that follows; return its row."""
    leave(user.pk, NOW)
    assert carry_out_all(NOW) == 0
    return User.objects.get(pk=user.pk)


def contradictions() -> list[str]:
    """Return what ``check_invariants`` finds."""
    lines = [*of_matches(Match.objects.all(), lambda number: None), *of_all(NOW)]
    return [finding.line for finding in lines if not finding.warning]


def fought(walter: User, other: User) -> list[Match]:
    """Return three finished and two running matches of the two, with notes."""
    matches = [begin(GAME, walter, other) for _ in range(5)]
    for match in matches:
        submit_move(match.pk, walter, 1, SETUP, note="Good luck to you")
    for match in matches[:3]:
        resign(match.pk, other)
    return matches


def overdue(one: User, two: User) -> Match:
    """Return a match that ``one``, who was to move, lost on time a day ago; nothing settled it."""
    users = {"yellow": one, "red": two}
    agreement = Agreement(GAME, users, PRESETS[DEFAULT], {}, True)
    return in_transaction(partial(start_match, agreement, NOW - timedelta(days=11)))
