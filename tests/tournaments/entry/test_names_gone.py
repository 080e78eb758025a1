"""An account is deleted that events, and answers kept about them, have named."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.leaving import carry_out, leave
from accounts.models import User
from golem.outbox.models import Message
from tests.accounts.test_leaving import everywhere
from tests.matches.conftest import client_of
from tests.tournaments.entry.making import cup, people

pytestmark = pytest.mark.django_db
TEAMS = {"kind": "team_cup", "stages": [{"kind": "knock_out"}]}


def post(client: APIClient, path: str, key: str, **body: Any) -> Any:
    """Return the answer to an act with a key."""
    headers = {"Idempotency-Key": key}
    answer = client.post(f"/api/v1/{path}", body, format="json", headers=headers)
    assert answer.status_code < 300, answer.content
    return answer


def gone(user: User) -> User:
    """Delete the account with all that follows, and what was sent before; return its row."""
    now = timezone.now()
    leave(user.pk, now)
    carry_out(user.pk, now)
    Message.objects.all().delete()
    return User.objects.get(pk=user.pk)


def test_the_name_stands_nowhere_and_kept_answers_repeat_without_it(anna: User) -> None:
    """Walter organises, takes part, was asked into one team and plays in another."""
    (walter,) = people(1, "Walter")
    hers, his = client_of(anna), client_of(walter)
    ids = [
        post(who, "events/", f"event{number}", document=cup(**fields)).json()["id"]
        for number, (who, fields) in enumerate([(his, {}), (hers, {}), (hers, TEAMS)])
    ]
    post(hers, f"events/{ids[0]}/enter/", "enter")
    post(his, f"events/{ids[1]}/enter/", "enter")
    team = post(hers, f"events/{ids[2]}/teams/", "team", name="Reds").json()["number"]
    asks: list[tuple[str, str, dict[str, Any]]] = [
        (f"events/{ids[0]}/withdraw/", "withdraw", {}),
        (f"events/{ids[2]}/teams/{team}/invite/", "invite", {"player": "Walter_1"}),
    ]
    first = [post(hers, path, key, **body) for path, key, body in asks]
    assert all(b"Walter_1" in answer.content for answer in first)
    post(his, f"events/{ids[2]}/teams/{team}/agree/", "agree")
    left = gone(walter)
    assert everywhere("walter") == []
    for (path, key, body), before in zip(asks, first, strict=True):
        after = post(hers, path, key, **body)
        assert after.content.decode() == before.content.decode().replace("Walter_1", left.username)
    for path in ("/events/", *(f"/events/{pk}/" for pk in ids), "/events/calendar/"):
        page = Client().get(path)
        assert page.status_code == 200
        assert b"Walter" not in page.content
