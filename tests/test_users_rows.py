"""What hangs on an account in the database, and what would become of it: each with its reason.

Accounts are never deleted as rows once they have played; who leaves keeps a closed and nameless
one. So no rule here may ever take a match, or a row of it, away from an opponent.
"""

from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.db.models.deletion import CASCADE, PROTECT, SET_NULL

from accounts.models import User
from golem.matches.models import Match, Seat

RULES: dict[str, tuple[Any, str]] = {
    "matches.Seat.user": (PROTECT, "a match is its opponents', too: no account with one goes"),
    "matches.SealedMove.by": (PROTECT, "who sealed it has, or had, a seat"),
    "matches.Takeover.old": (PROTECT, "who sat there is told on the match's page"),
    "matches.Takeover.new": (PROTECT, "who sits there is told on the match's page"),
    "ratings.Change.player": (PROTECT, "its match is the opponent's, too"),
    "ratings.Change.opponent": (PROTECT, "its match is the opponent's, too"),
    "accounts.Strength.user": (CASCADE, "only who has a seat has one"),
    "matches.VacationDay.player": (CASCADE, "only who has a seat spends one"),
    "matches.PlayerClock.user": (CASCADE, "a lock, of nobody else's interest"),
    "matches.CalendarLink.user": (CASCADE, "one's own"),
    "matches.StoredAnswer.user": (CASCADE, "one's own"),
    "matches.Boundary.holder": (CASCADE, "one's own"),
    "matches.Boundary.other": (CASCADE, "against an account that never played and is no more"),
    "matches.Challenge.challenger": (CASCADE, "a match that came of it stands by itself"),
    "matches.Challenge.opponent": (CASCADE, "a match that came of it stands by itself"),
    "tournaments.Event.organiser": (PROTECT, "the event is that of all who play in it"),
    "tournaments.Entry.user": (PROTECT, "a table is that of all who are in it"),
    "tournaments.Member.user": (PROTECT, "a team is its players'"),
    "tournaments.EventAct.user": (SET_NULL, "the act stays"),
    "tournaments.EventAct.by": (SET_NULL, "the act stays"),
    "matches.Act.by": (SET_NULL, "the act stays"),
    "accounts.ApiToken.user": (CASCADE, "one's own"),
    "account.EmailAddress.user": (CASCADE, "one's own"),
    "admin.LogEntry.user": (CASCADE, "the staff's own notes; staff is not deleted"),
    "outbox.Message.user": (CASCADE, "one's own"),
    "outbox.Notice.user": (CASCADE, "one's own"),
    "outbox.Mailbox.user": (CASCADE, "one's own"),
    "outbox.Preference.user": (CASCADE, "one's own"),
}
"""What PostgreSQL and Django do to a row if an account's row should go, and why that is right."""


def fields_to(model: type[models.Model]) -> dict[str, Any]:
    """Return the rule of each foreign key to ``model``, by app, model and field."""
    return {
        f"{owner._meta.app_label}.{owner.__name__}.{field.name}": field.remote_field.on_delete
        for owner in apps.get_models()
        for field in owner._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.related_model is model
        if not owner._meta.auto_created
    }


def model_of(name: str) -> type[models.Model]:
    """Return the model of a key that is named as in RULES."""
    label, model, _field = name.split(".")
    return apps.get_model(label, model)


def test_every_key_to_an_account_is_in_the_list() -> None:
    assert fields_to(User) == {name: rule for name, (rule, _reason) in RULES.items()}


@pytest.mark.parametrize("name", [name for name, (rule, _) in RULES.items() if rule is CASCADE])
def test_nothing_of_a_match_goes_with_an_account(name: str) -> None:
    """No row that may go with an account takes a match, or its seats and moves, along."""
    seen: set[type[models.Model]] = set()
    todo = [model_of(name)]
    while todo:
        taker = todo.pop()
        seen.add(taker)
        takes = [model_of(key) for key, rule in fields_to(taker).items() if rule is CASCADE]
        todo += [owner for owner in takes if owner not in seen]
    assert not seen & {Match, Seat}
