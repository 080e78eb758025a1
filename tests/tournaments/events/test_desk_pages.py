"""The organiser's desk in pages: forms, what is asked once more, and who may."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.matches.conftest import person
from tests.tournaments.events.playing import ROUND_ROBIN, begun, open_event, people, running
from tests.tournaments.events.teams import GROUPS, begun_cup, entry, keys, lineup
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def of(event: Event, olga: User) -> str:
    event.organiser = olga
    event.save(update_fields=["organiser"])
    return f"/events/{event.pk}/desk/"


def sent(user: User, path: str, **fields: Any) -> str:
    return " ".join(client_of(user).post(path, fields, follow=True).content.decode().split())


def test_only_the_organiser_sees_the_desk() -> None:
    olga, eve = person("Olga"), person("Eve")
    event = open_event(people(3), ROUND_ROBIN)
    path = of(event, olga)
    assert client_of(olga).get(path).status_code == 200
    assert path in client_of(olga).get(f"/events/{event.pk}/").content.decode()
    assert client_of(eve).get(path).status_code == 404
    assert path not in client_of(eve).get(f"/events/{event.pk}/").content.decode()
    assert client_of(eve).post(f"{path}do/close/").status_code == 404
    assert client_of(olga).get(f"{path}do/close/").status_code == 405
    assert client_of(olga).post(f"{path}do/dance/").status_code == 404
    assert Client().get(path).status_code == 302


def test_entry_and_start() -> None:
    olga = person("Olga")
    event = open_event(people(3), ROUND_ROBIN)
    path = of(event, olga)
    assert "Entry is closed." in sent(olga, f"{path}do/close/")
    assert "Entry is open." in sent(olga, f"{path}do/open/")
    assert "Start the event now?" in sent(olga, f"{path}do/start/")
    assert Event.objects.get().status == "entry"
    assert "The event has started." in sent(olga, f"{path}do/start/", sure="1")
    assert "has started already" in sent(olga, f"{path}do/start/", sure="1")


def test_what_cannot_be_undone_is_asked_once_more_and_keeps_its_fields() -> None:
    olga, new = person("Olga"), person("Newcomer")
    event = begun(people(4), ROUND_ROBIN)
    path = of(event, olga)
    asked = sent(olga, f"{path}do/remove/", number="4", reason="<b>Rude</b>")
    assert 'name="reason" value="&lt;b&gt;Rude&lt;/b&gt;"' in asked
    assert event.entries.get(number=4).status == Entry.Status.ENTERED
    done = sent(olga, f"{path}do/remove/", number="4", reason="<b>Rude</b>", sure="1")
    assert "Removed." in done
    assert "&lt;b&gt;Rude" in done
    fields = {"number": "1", "old": "P01", "player": "newcomer", "reason": "Ill.", "sure": "1"}
    done = sent(olga, f"{path}do/replace/", **fields)
    assert "Olga let Newcomer play on for P01." in done
    assert event.entries.get(number=1).user == new
    assert "no player of this name" in sent(olga, f"{path}do/replace/", **fields | {"player": "x"})


def test_a_match_is_acted_on() -> None:
    olga = person("Olga")
    event = begun(people(3), ROUND_ROBIN)
    path = of(event, olga)
    one, two, _three = [board.match_id for board in running(event)]
    shown = client_of(olga).get(f"{path}match/?match={one}").content.decode()
    assert "wins, 5 : 0" in shown
    assert client_of(olga).get(f"{path}match/?match=x", follow=True).status_code == 200
    given = {"match": one, "seat": "red", "hours": "24", "reason": "Flood."}
    assert "The time is given." in sent(olga, f"{path}do/give/", **given)
    decided = {"match": one, "decision": "0", "reason": "So it is.", "sure": "1"}
    assert "The match is decided." in sent(olga, f"{path}do/adjudicate/", **decided)
    wrong = decided | {"match": two, "decision": "99"}
    assert "Give each seat points" in sent(olga, f"{path}do/adjudicate/", **wrong)
    annulled = {"match": two, "reason": "So it is.", "sure": "1"}
    assert "The match is annulled." in sent(olga, f"{path}do/annul/", **annulled)


def test_a_captain_sets_the_line_up_and_a_member_leaves() -> None:
    event = begun_cup(3, GROUPS)
    team, captain = entry(event, 1), User.objects.get(username="T1a")
    page = client_of(captain).get(f"/events/{event.pk}/").content.decode()
    assert "Set the line-up" in page
    path = f"/events/{event.pk}/teams/{team.pk}/lineup/"
    assert "The line-up is set." in sent(captain, path, board=keys(event, ["T1a", "T1c"]))
    assert lineup(event, 1) == ["T1a", "T1c"]
    assert "A line-up names 2 players" in sent(captain, path, board=["x"])
    left = sent(User.objects.get(username="T1b"), f"/events/{event.pk}/leave/")
    assert "You take part no more." in left
    assert team.members.count() == 2


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries: Any) -> None:
    olga = person("Olga")
    path = of(begun(people(8), ROUND_ROBIN), olga)
    client = client_of(olga)
    with django_assert_max_num_queries(13):
        client.get(path)
