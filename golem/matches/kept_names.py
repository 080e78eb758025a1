"""Answers that are kept for repeated requests, and name somebody whose account is deleted."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import BinaryField, F, Func, IntegerField, Value
from rest_framework.renderers import JSONRenderer

from accounts.models import User
from golem.matches.models import StoredAnswer


class Found(Func):
    """Where some bytes stand in others, from 1; 0 if nowhere."""

    function = "instr"
    arity = 2
    output_field = IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Return what PostgreSQL calls it."""
        return self.as_sql(compiler, connection, function='"position"', **extra)


def rename(user: User, name: str) -> None:
    """Let answers that belong to no match, such as those about events, call ``user`` by the new
    name; :mod:`golem.matches.leaving` sees to those of matches. One read of all such answers."""
    told = Value(b'"name":' + _json(name), output_field=BinaryField())
    kept = StoredAnswer.objects.filter(match=None).annotate(at=Found(F("body"), told))
    for answer in kept.filter(at__gt=0).exclude(user=user).iterator():
        body = json.loads(bytes(answer.body))
        for player in _players(body):
            if player["name"] == name:
                player["name"] = user.username
        StoredAnswer.objects.filter(pk=answer.pk).update(body=_json(body))


def _json(value: Any) -> bytes:
    rendered: bytes = JSONRenderer().render(value)
    return rendered


def _players(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every player, as answers show them, inside an answer."""
    if isinstance(value, dict):
        if "name" in value and "is_bot" in value:
            yield value
        for inner in value.values():
            yield from _players(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _players(inner)
