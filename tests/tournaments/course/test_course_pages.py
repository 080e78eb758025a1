"""The pages of an event that runs or has ended: tables, rounds, groups, what if, the log."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches.services import resign
from tests.matches.hours import NOON, at
from tests.tournaments.events.playing import (
    DOUBLE,
    KNOCK_OUT,
    ROUND_ROBIN,
    begun,
    finish_all,
    hour,
    open_event,
    people,
    running,
    worse_seed,
)
from tournaments.advance import advance
from tournaments.models import Announcement, Event, EventAct, Place
from tournaments.withdrawals import withdraw

pytestmark = pytest.mark.django_db
SWISS = {"kind": "swiss", "rounds": 3}
GOALS = ["points", "sonneborn_berger", "head_to_head", "goal_difference", "goals"]


def shown(path: str, user: User | None = None, status: int = 200) -> str:
    """Return the text of a page, with spaces made one."""
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == status, path
    return re.sub(r"\s+", " ", answer.content.decode())


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def of(event: Event, rest: str = "") -> str:
    return f"/events/{event.pk}/{rest}"


def group_path(event: Event, rest: str = "", **which: int) -> str:
    group = event.groups.filter(**which).order_by("stage", "level", "number")[0]
    return of(event, f"groups/{group.pk}/{rest}")


def some_over(event: Event, number: int) -> Event:
    """Let the first matches end, the worse seed giving up."""
    for board in running(event)[:number]:
        assert board.match
        resign(board.match.pk, worse_seed(board), clock=at(hour(1)))
    return advance(event.pk, at(hour(1)))


def test_a_table_has_ranks_values_and_what_decided_each_place() -> None:
    event = finish_all(begun(people(4), ROUND_ROBIN, tie_breaks=GOALS), hour(5))
    page = words(shown(of(event)))
    assert "Points: 10 to 15 of P01." in page
    assert "Points: 5 to 10 of P02." in page
    assert "Can end on" not in page  # all is over
    for heading in ("Place", "Player", "Points", "Goals", "Sonneborn-Berger", "goal difference"):
        assert heading in page


def test_a_shared_place_is_said_to_be_one() -> None:
    event = begun(people(3), ROUND_ROBIN)
    page = words(shown(of(event)))
    assert "Equal with P01 by every step: they share the place." in page
    assert "1 = shared" in page


def test_sonneborn_berger_is_shown_exactly() -> None:
    """A circle of three: all have 5 points from one win, and Sonneborn-Berger 5 of it."""
    event = begun(people(3), ROUND_ROBIN)
    losers = {"P01P02": "P02", "P02P03": "P03", "P01P03": "P01"}

    def loser(board: Any) -> User:
        two = sorted(seat.user.username for seat in board.match.seats.all())
        return User.objects.get(username=losers["".join(two)])

    event = finish_all(event, hour(3), loser)
    assert [place.values["sonneborn_berger"] for place in Place.objects.all()] == ["5", "5", "5"]
    assert "they share the place" in shown(of(event))


def test_the_cross_table_links_each_match_and_shows_both_of_a_double_round_robin() -> None:
    event = some_over(begun(people(3), DOUBLE), 1)
    page = shown(group_path(event))
    cross = page[page.index('class="digits cross"') :]
    cross = cross[: cross.index("</table>")]
    for board in event.groups.get().pairings.values_list("boards__match", flat=True):
        assert cross.count(f'href="/matches/{board}/"') == 2
    assert words(cross).count("still open") == 10
    assert cross.count("5:0") == cross.count("0:5") == 1


def test_who_left_stands_below_the_table_with_the_reason() -> None:
    users = people(4)
    event = begun(users, ROUND_ROBIN)
    withdraw(event.pk, users[1], at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    page = words(shown(of(event)))
    below = page[page.index("Out of the table") :]
    assert "P02" in below[:200]
    assert "Under half of the matches were finished: none of them counts here." in below
    assert "P02 withdrew." in page


def test_who_left_late_stays_in_the_table() -> None:
    users = people(4)
    event = begun(users, ROUND_ROBIN)
    for board in running(event):
        assert board.match
        sitting = {seat.user.username for seat in board.match.seats.all()}
        if "P04" in sitting and "P01" not in sitting:
            resign(board.match.pk, users[3], clock=at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    withdraw(event.pk, users[3], at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    page = words(shown(of(event)))
    assert "Out of the table" not in page
    assert "Half of the matches or more were finished: they count, the rest are lost." in page


def test_swiss_rounds_show_byes_and_each_round() -> None:
    event = begun(people(5), SWISS)
    first = words(shown(of(event)))
    assert "Round 1" in first
    assert "bye" in first
    event = finish_all(event, hour(2))
    second = shown(group_path(event))
    assert 'aria-current="true"><span class="for-voice">Round </span>2' in second
    assert "Round 1" in words(shown(group_path(event, "?round=1")))
    shown(group_path(event, "?round=" + "9" * 30))
    shown(group_path(event, "?round=x"))


def test_a_bracket_is_a_list_of_ties_with_what_decided_them() -> None:
    event = begun(people(3), KNOCK_OUT)
    page = words(shown(of(event)))
    assert "bye" in page
    event = finish_all(event, hour(2))
    event = finish_all(event, hour(4))
    assert event.status == Event.Status.FINISHED
    page = words(shown(group_path(event)))
    assert page.index("Round 2") < page.index("Round 1")  # the final first
    assert "10 : 0" in page
    assert "More points from the matches of the tie." in page
    assert "What if" not in page
    assert "Went out in round 1." in page
    assert "Won the knock-out." in page


def test_what_comes_next_is_said_with_its_latest_instant() -> None:
    event = some_over(begun(people(3), SWISS), 1)
    page = words(shown(of(event)))
    assert "Round 2 of 3 ends when all its matches have ended. 1 match is open." in page
    assert "By the clocks that is at the latest on" in page
    assert "Then round 3 is paired." in page
    assert "The whole event ends by its clocks at the latest on" in page


def test_two_stages_say_so() -> None:
    stages = ({"kind": "round_robin", "legs": 1, "groups": 2, "advance": 2}, KNOCK_OUT)
    event = begun(people(6), *stages)
    page = words(shown(of(event)))
    assert "The groups end when all their matches have ended. 6 matches are open." in page
    assert "Then stage 2 begins." in page
    event = finish_all(event, hour(3))
    page = words(shown(of(event)))
    assert "Stage 2: Knock-out" in page
    assert "Round 1 of 2 ends when all its matches have ended. 4 matches are open." in page


def test_ones_own_group_comes_first_and_the_index_tells_which_is_ones_own() -> None:
    users = people(6)
    event = begun(users, {"kind": "round_robin", "legs": 1, "groups": 2})
    assert "Group 1" in words(shown(of(event), users[0]))
    own = Place.objects.get(entry__user=users[1]).group
    page = shown(of(event), users[1])
    assert f'<h2 id="standing">Group {own.number}' in page
    listed = shown(of(event, "groups/"), users[1])
    assert listed.count("yours") == 1


def test_what_if_changes_the_table_shown_and_nothing_else() -> None:
    users = people(3)
    event = begun(users, ROUND_ROBIN)
    boards = running(event)
    before = list(Place.objects.order_by("pk").values())
    page = shown(group_path(event, "what-if/"))
    assert page.count("<select") == 3
    wanted = "&".join(f"m{board.pk}=5-0" for board in boards[:1])
    page = words(shown(group_path(event, f"what-if/?{wanted}"), users[0]))
    winner = boards[0].pairing.first.entry
    assert "The table as it would be" in page
    assert f"of {winner}." in page
    assert list(Place.objects.order_by("pk").values()) == before
    assert not event.groups.get().pairings.exclude(boards__result="").exists()


@pytest.mark.parametrize("wanted", ["m1=5-0", "m{0}=9-9", "m{0}=5", "m{0}=x-y"])
def test_what_if_refuses_what_cannot_be(wanted: str) -> None:
    event = begun(people(3), ROUND_ROBIN)
    board = running(event)[0]
    path = group_path(event, "what-if/?" + wanted.format(board.pk))
    assert "Such a result cannot be supposed" in shown(path)


def test_there_is_no_what_if_of_a_bracket() -> None:
    event = begun(people(4), KNOCK_OUT)
    shown(group_path(event, "what-if/"), status=404)


def test_possible_places_are_exact_with_few_open_matches() -> None:
    event = some_over(begun(people(4), ROUND_ROBIN), 5)
    page = words(shown(of(event)))
    assert "Can end on" in page
    assert "every way that the open matches can end was tried" in page
    page = words(shown(of(begun(people_more(4), ROUND_ROBIN))))
    assert "no place outside can be reached" in page


def people_more(number: int) -> list[User]:
    from tests.matches.conftest import person

    return [person(f"Q{index:02}") for index in range(number)]


def test_running_matches_say_whose_turn_it_is() -> None:
    users = people(4)
    event = begun(users, ROUND_ROBIN)
    page = words(shown(of(event), users[0]))
    assert "Running matches" in page
    assert "left" in page
    assert "your turn" in page
    assert words(shown(of(event, "matches/"))).count("ply") >= 6


def test_the_log_and_announcements(client: Client) -> None:
    event = finish_all(begun(people(3), ROUND_ROBIN), hour(2))
    Announcement.objects.create(event=event, text="<b>Well done</b>", at=NOON)
    page = shown(of(event, "log/"))
    assert "&lt;b&gt;Well done" in page
    assert "The event started." in page
    assert page.index("The event ended.") < page.index("The event started.")


@pytest.mark.parametrize("kind", EventAct.Kind.values)
def test_every_kind_of_act_has_words(kind: str) -> None:
    event = open_event(people(2), ROUND_ROBIN)
    user = User.objects.get(username="P01")
    entry = event.entries.get(user=user)
    for by in (None, user):
        EventAct.objects.create(event=event, kind=kind, at=NOON, by=by, entry=entry, user=user)
    page = words(shown(of(event, "log/")))
    assert "{" not in page
    assert "None" not in page


def test_the_pages_of_what_is_not_there() -> None:
    event = begun(people(3), ROUND_ROBIN)
    for path in ("groups/999/", "groups/999/what-if/"):
        shown(of(event, path), status=404)
    for path in ("groups/", "matches/", "log/"):
        shown(f"/events/999/{path}", status=404)
    shown("/events/tables/")


def test_the_players_page_tells_their_events() -> None:
    users = people(3)
    event = finish_all(begun(users, ROUND_ROBIN), hour(2))
    page = words(shown("/players/P01/"))
    assert event.name in page
    assert "1 of 3" in page
    assert "1 of 3" in words(shown("/players/P01/events/"))
    assert Client().get("/players/p01/events/").status_code == 302
    shown("/players/Nobody/events/", status=404)


# --- the number of queries ---


def cost(path: str, user: User | None = None) -> int:
    client = Client()
    if user is not None:
        client.force_login(user)
    client.get(path)  # what is kept is made
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


def first_of(event: Event) -> User:
    """Return who entered first."""
    user = event.entries.order_by("number")[0].user
    assert user
    return user


@pytest.mark.parametrize("stage", [ROUND_ROBIN, SWISS, KNOCK_OUT])
def test_more_players_cost_no_more_queries(stage: dict[str, Any]) -> None:
    small, large = begun(people(4), stage), begun(people_more(16), stage)
    for event in (small, large):
        some_over(event, 2)
    for make in (of, group_path):
        assert cost(make(small)) == cost(make(large)), make
        found = [cost(make(event), first_of(event)) for event in (small, large)]
        assert found[0] == found[1], (make, found)
    for rest in ("matches/", "log/", "groups/"):
        assert cost(of(small, rest)) == cost(of(large, rest))


def test_more_groups_cost_no_more_queries() -> None:
    few = begun(people(6), {"kind": "round_robin", "legs": 1, "groups": 2})
    many = begun(people_more(90), {"kind": "round_robin", "legs": 1, "groups": 30})
    for rest in ("", "groups/", "log/", "matches/"):
        assert cost(of(few, rest)) == cost(of(many, rest)), rest
