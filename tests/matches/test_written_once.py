"""A move writes none of its statements anew, and asks the database as often as it did."""

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.db.models.sql import compiler
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches.log import present
from golem.matches.models import Match
from golem.play.movers import at_random
from tests.matches.conftest import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that the ORM has written meanwhile."""
    found: list[str] = []
    for kind in (compiler.SQLCompiler, compiler.SQLInsertCompiler, compiler.SQLUpdateCompiler):
        as_sql = kind.as_sql

        def noted(self: Any, *args: Any, _as_sql: Any = as_sql, **kwargs: Any) -> Any:
            sql = _as_sql(self, *args, **kwargs)
            found.append(str(sql))
            return sql

        monkeypatch.setattr(kind, "as_sql", noted)
    return found


def test_a_move_over_the_api_writes_no_statement_anew(
    soccer: Match, anna: User, boris: User, written: list[str]
) -> None:
    clients = {"yellow": client_of(anna), "red": client_of(boris)}
    rng, asked = Random(5), []
    for ply in range(1, 9):
        where = present(Match.objects.get(pk=soccer.pk))
        (seat,) = where.game.to_move(where.state)
        text = where.game.write(at_random(where.game, where.state, seat, rng))
        body = {"ply": ply, "notation": text}
        written.clear()
        with CaptureQueriesContext(connection) as captured:
            answer = clients[seat].post(f"/api/v1/matches/{soccer.pk}/moves/", body, format="json")
        assert answer.status_code == 201
        asked.append((len(captured), len(written)))
    # twelve, and a savepoint each: the test has a transaction of its own
    assert asked[-1] == (14, 0), [query["sql"] for query in captured.captured_queries]
