"""Nobody decides about a match of their own: not at the desk, by the API, or as an operator."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from golem.matches.models import Act, Match, Seat
from golem.matches.services import resign
from golem.rest.refusals import Forbidden
from tests.matches.conftest import person
from tests.matches.hours import at
from tests.tournaments.events.playing import ROUND_ROBIN, begun, hour, open_event, people, running
from tests.tournaments.events.teams import GROUPS, begun_cup
from tournaments import withdrawals
from tournaments.advance import advance
from tournaments.models import Board, Entry, Event, EventAct, Member, Pairing
from tournaments.organising import decisions, removal, replacing

pytestmark = pytest.mark.django_db
WHY = {"reason": "So it is."}


def of(event: Event, organiser: User) -> Event:
    event.organiser = organiser
    event.save(update_fields=["organiser"])
    return event


def between(event: Event, one: User, other: User) -> int:
    """Return the number of the match of the two."""
    seats = Seat.objects.filter(match__board__pairing__group__event=event, user=one)
    return seats.get(match__seats__user=other).match_id


def state() -> list[Any]:
    """Return all that an act at the desk could change."""
    rows = (Match, Seat, Entry, Board, Pairing, Member, Act, EventAct)
    return [list(model.objects.order_by("pk").values()) for model in rows]


def api_calls(
    event: Event, match: int, opponent: int, own: int
) -> list[tuple[str, dict[str, Any]]]:
    """Return every act of the desk that touches a match of one's own."""
    base = f"/api/v1/events/{event.pk}"
    return [
        (f"{base}/matches/{match}/give/", WHY | {"seat": "red", "seconds": 60}),
        (f"{base}/matches/{match}/give/", WHY | {"seat": "yellow", "seconds": 60}),
        (f"{base}/matches/{match}/adjudicate/", WHY | {"winner": "red"}),
        (f"{base}/matches/{match}/adjudicate/", WHY | {"winner": "yellow"}),
        (f"{base}/matches/{match}/adjudicate/", WHY | {"winner": None}),
        (f"{base}/matches/{match}/annul/", WHY),
        (f"{base}/entries/{opponent}/remove/", WHY),
        (f"{base}/entries/{opponent}/replace/", WHY | {"player": "Newcomer"}),
        (f"{base}/entries/{own}/replace/", WHY | {"player": "Newcomer"}),
    ]


def refused_all(user: User, calls: list[tuple[str, dict[str, Any]]]) -> None:
    client, before = APIClient(), state()
    client.force_authenticate(user)
    for path, body in calls:
        answer = client.post(path, body, format="json")
        assert (answer.status_code, answer.json()["code"]) == (403, "own_match"), path
    assert state() == before


@pytest.mark.parametrize("operator", [False, True])
def test_no_act_of_the_desk_touches_an_own_match(operator: bool) -> None:
    """An organiser once won 30 points of rating by a decision of their own."""
    users = people(4)
    person("Newcomer")
    event = begun(users, ROUND_ROBIN)
    if operator:
        User.objects.filter(pk=users[0].pk).update(is_staff=True, is_superuser=True)
    else:
        of(event, users[0])
    match = between(event, users[0], users[1])
    refused_all(User.objects.get(pk=users[0].pk), api_calls(event, match, opponent=2, own=1))


def test_matches_of_others_are_decided_as_ever() -> None:
    users = people(4)
    event = of(begun(users, ROUND_ROBIN), users[0])
    match = between(event, users[1], users[2])
    decisions.adjudicate(event.pk, match, "red", "Cheated.", users[0], clock=at(hour(1)))
    decisions.annul(event.pk, match, "Rather not.", users[0], at(hour(2)))


def test_an_ended_match_is_not_annulled_by_who_lost_it() -> None:
    users = people(3)
    event = of(begun(users, ROUND_ROBIN), users[0])
    match = between(event, users[0], users[1])
    resign(match, users[0], clock=at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    with pytest.raises(Forbidden, match="own_match"):
        decisions.annul(event.pk, match, "It hurts.", users[0], at(hour(2)))


def test_a_lost_match_is_not_struck_by_removing_who_won_it() -> None:
    """With under half of the matches finished a removal would take the result out of the table."""
    users = people(4)
    event = of(begun(users, ROUND_ROBIN), users[0])
    resign(between(event, users[0], users[1]), users[0], clock=at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    with pytest.raises(Forbidden, match="own_match"):
        removal.remove(event.pk, 2, "Late.", users[0], at(hour(2)))
    replacing.replace(event.pk, 2, users[1], person("Nina"), "Ill.", users[0], at(hour(2)))


def test_one_goes_oneself_and_is_still_kept_from_what_one_played() -> None:
    users = people(4)
    event = of(begun(users, ROUND_ROBIN), users[0])
    match = between(event, users[0], users[1])
    withdrawals.withdraw(event.pk, users[0], at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    assert Match.objects.get(pk=match).status == Match.Status.FINISHED
    with pytest.raises(Forbidden, match="own_match"):
        decisions.annul(event.pk, match, "It hurts.", users[0], at(hour(2)))


def test_one_removes_oneself_and_anybody_before_the_start() -> None:
    users = people(4)
    event = of(open_event(users, ROUND_ROBIN), users[0])
    removal.remove(event.pk, 2, "Asked me to.", users[0], at(hour(-1)))
    event = of(begun(users, ROUND_ROBIN), users[0])
    removal.remove(event.pk, 1, "Must go.", users[0], at(hour(1)))
    assert event.entries.get(number=1).status == Entry.Status.REMOVED


def test_a_team_match_is_a_match_of_the_whole_team() -> None:
    event = begun_cup(4, GROUPS)
    person("Newcomer")
    captain = User.objects.get(username="T1c")  # the substitute: sits nowhere
    of(event, captain)
    board = next(b for b in running(event) if "T1" in {str(e.entry) for e in sides(b)})
    other = next(place.entry for place in sides(board) if str(place.entry) != "T1")
    member = other.members.order_by("board").first()
    assert member
    base = f"/api/v1/events/{event.pk}"
    replaced = WHY | {"player": "Newcomer", "old": member.user.username}
    refused_all(
        captain,
        [
            (f"{base}/matches/{board.match_id}/adjudicate/", WHY | {"winner": "red"}),
            (f"{base}/entries/{other.number}/remove/", WHY),
            (f"{base}/entries/{other.number}/replace/", replaced),
        ],
    )
    elsewhere = [b for b in running(event) if "T1" not in {str(e.entry) for e in sides(b)}]
    for one in elsewhere:
        decisions.annul(event.pk, one.match_id or 0, "Wrong.", captain, at(hour(1)))


def sides(board: Board) -> list[Any]:
    assert board.pairing.second
    return [board.pairing.first, board.pairing.second]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_desk_offers_no_form_and_says_who_can_help() -> None:
    users = people(4)
    event = of(begun(users, ROUND_ROBIN), users[0])
    client, path = client_of(users[0]), f"/events/{event.pk}/desk/"
    own, other = between(event, users[0], users[1]), between(event, users[1], users[2])
    page = client.get(f"{path}match/?match={own}").content.decode()
    assert "Ask an operator of the server" in page
    assert "desk/do/" not in page
    page = client.get(f"{path}match/?match={other}").content.decode()
    assert "Ask an operator of the server" not in page
    assert page.count("desk/do/") == 3
    page = client.get(path).content.decode()
    assert page.count("Ask an operator of the server") == 4  # the others, and to replace oneself
    assert (page.count("do/remove/"), page.count("do/replace/")) == (1, 0)


def test_forms_that_are_sent_anyway_are_refused() -> None:
    users = people(4)
    event = of(begun(users, ROUND_ROBIN), users[0])
    client, before = client_of(users[0]), state()
    own = between(event, users[0], users[1])
    fields = WHY | {"match": own, "seat": "red", "hours": "5", "decision": "0", "sure": "1"}
    fields |= {"number": "2", "old": "P02", "player": "P02"}
    person("Newcomer")
    for act in ("give", "adjudicate", "annul", "remove", "replace"):
        sent = fields | ({"player": "Newcomer"} if act == "replace" else {})
        path = f"/events/{event.pk}/desk/do/{act}/"
        page = client.post(path, sent, follow=True).content.decode()
        assert "This is about a match that you, or your team, play in" in page, act
    assert state() == before
