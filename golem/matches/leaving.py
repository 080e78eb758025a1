"""What follows here from the deletion of an account.

Matches and all their rows stay: they are the opponents', too, and so do the vacation days, from
which clocks are computed, and the boundaries that others put up. What was the person's alone goes.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework.renderers import JSONRenderer

from accounts.models import User
from golem.matches.locks import lock_players
from golem.matches.models import Boundary, Challenge, Seat, StoredAnswer
from golem.matches.starting import Clock
from golem.matches.transactions import in_transaction
from golem.matches.withdrawals import leave as leave_matches


def leave(user: User, clock: Clock = timezone.now) -> None:
    """Take ``user``, whose account is deleted, out of all that goes on here. May be repeated.

    Raises ``Unready`` if a match could not be ended now.
    """
    # Whoever let a match of theirs run again without seeing that they are gone holds this lock.
    in_transaction(partial(lock_players, [user.pk]))
    leave_matches(user, clock)
    Boundary.objects.filter(holder=user).delete()
    StoredAnswer.objects.filter(user=user).delete()
    for answer in _answers_that_name(user).iterator():
        _name_anew(answer)


def _answers_that_name(user: User) -> QuerySet[StoredAnswer]:
    """Return the kept answers to others that may name ``user``."""
    theirs = Challenge.objects.filter(Q(challenger=user) | Q(opponent=user))
    others = Q(user__in=theirs.values("challenger")) | Q(user__in=theirs.values("opponent"))
    here = Q(match__seats__user=user) | Q(match__takeovers__old=user)
    return StoredAnswer.objects.filter(here | Q(others, match=None)).distinct()


def _name_anew(answer: StoredAnswer) -> None:
    """Let an answer that is kept for a repeated request call players by their present names."""
    if not answer.status:
        return
    body = json.loads(bytes(answer.body))
    changed = [_rename(view, names) for view, names in _views(body)]
    if any(changed):
        StoredAnswer.objects.filter(pk=answer.pk).update(body=JSONRenderer().render(body))


def _views(value: Any) -> Iterator[tuple[dict[str, Any], Mapping[str, str]]]:
    """Yield every view of players inside an answer, with their present names."""
    if not isinstance(value, dict):
        return
    if isinstance(value.get("seats"), dict) and "id" in value:
        rows = Seat.objects.filter(match=value["id"]).values_list("name", "user__username")
        yield value["seats"], dict(rows)
    if "challenger" in value:
        yield value, _names_of_challenge(value["id"])
    for inner in value.values():
        yield from _views(inner)


def _names_of_challenge(challenge_id: int) -> Mapping[str, str]:
    found = Challenge.objects.filter(pk=challenge_id)
    columns = ("challenger__username", "opponent__username")
    two = found.values_list(*columns).first() or ("", None)
    return {role: name for role, name in zip(("challenger", "opponent"), two, strict=True) if name}


def _rename(view: dict[str, Any], names: Mapping[str, str]) -> bool:
    """Write the names into the view; tell whether any differs from what stood there."""
    changed = False
    for role, name in names.items():
        player = view.get(role)
        if isinstance(player, dict) and player.get("name") != name:
            player["name"] = name
            changed = True
    return changed
