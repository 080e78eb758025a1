"""The pages of events: the list, the calendar, the form, one event, and what is done there."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.entry.making import people
from tournaments import creation, teams
from tournaments.entries import enter
from tournaments.forms import EventForm, initial_of
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Spring cup",
    "kind": "tournament",
    "game": "streetsoccer",
    "control": "littlegolem",
    "vacation": "on",
    "rated": "on",
    "most": "9",
    "waiting_list": "on",
    "when": "full",
    "stage1_kind": "round_robin",
    "stage1_legs": "2",
}


def made(organiser: User, password: str = "", **fields: Any) -> Event:
    """Return a small tournament, made now."""
    return creation.create(organiser, made_then_document(**fields), password)


def made_then_document(**fields: Any) -> dict[str, Any]:
    from tests.tournaments.entry.making import cup

    return cup(**fields)


def page(user: User | None, path: str, status: int = 200) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


def sent(user: User, path: str, **fields: str) -> Any:
    client = Client()
    client.force_login(user)
    return client.post(path, fields, follow=True)


def test_the_list_shows_what_one_can_enter(anna: User, boris: User) -> None:
    made(anna, name="<b>Cup</b>")
    listed = page(None, "/events/")
    assert "&lt;b&gt;Cup&lt;/b&gt;" in listed
    assert "0 of 4" in listed
    for show in ("running", "finished"):
        assert "Cup" not in page(None, f"/events/?show={show}")
    assert "Cup" in page(anna, "/events/?show=mine")
    assert "Cup" not in page(boris, "/events/?show=mine")
    assert "Cup" in page(None, "/events/?kind=tournament&game=streetsoccer")
    assert "Cup" not in page(None, "/events/?kind=ladder")
    page(None, "/events/?show=nonsense&page=x&kind=%00&game=%22")


def test_the_calendar_says_when(anna: User) -> None:
    made(anna, start={"when": "date", "at": "2027-08-01T18:00:00Z"}, name="By date")
    made(anna, name="When full")
    calendar = page(None, "/events/calendar/")
    assert "1 Aug 2027, 18:00" in calendar
    assert "when full, at the latest" in calendar


def test_trying_out_tells_what_it_comes_to_and_makes_nothing(anna: User) -> None:
    answer = sent(anna, "/events/new/", **FORM, **{"try": "1"})
    words = " ".join(answer.content.decode().split())
    assert "9 players, 72 matches, at most 16 at once, last possible end" in words
    assert not Event.objects.exists()


def test_making_shows_the_event(anna: User) -> None:
    answer = sent(anna, "/events/new/", **FORM, make="1")
    event = Event.objects.get()
    assert answer.redirect_chain == [(f"/events/{event.pk}/", 302)]
    stage = {"kind": "round_robin", "legs": 2, "groups": 1, "pace": "at_once"}
    assert event.document["stages"] == [stage]
    assert "each pair twice" in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"name": "turn\u202eed"}, "name", "A name is one line"),
        ({"most": "30"}, "stage1_kind", "more than 20"),
        ({"most": ""}, "most", "needs a number"),
        ({"when": "date"}, "at", "This is needed."),
        ({"tie_breaks": "points, luck"}, "tie_breaks", "This can be: points"),
        ({"stage1_kind": "swiss"}, "stage1_rounds", "This is needed."),
        ({"stage2_kind": "knock_out"}, "stage1_advance", "This is needed."),
        ({"most": "5", "least": "9"}, "most", "less than the least"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    anna: User, fields: dict[str, str], field: str, words: str
) -> None:
    answer = sent(anna, "/events/new/", **(FORM | fields), make="1")
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert any(words in error for error in errors.get(field, [])), errors
    assert not Event.objects.exists()


def test_a_copy_fills_the_form_with_what_it_was(anna: User) -> None:
    stages = [
        {"kind": "round_robin", "group_size": 4, "advance": 2},
        {"kind": "swiss", "rounds": 3, "advance": 2},
        {"kind": "knock_out"},
    ]
    event = made(anna, entry={"most": 32, "least": 12, "rating_to": 1900}, stages=stages)
    assert "Spring cup" in page(anna, f"/events/new/?copy={event.pk}")
    page(anna, "/events/new/?copy=x")
    page(anna, f"/events/new/?copy={10**17}", 404)
    values = {
        name: value for name, value in initial_of(event.document).items() if value is not None
    }
    form = EventForm(data={k: v for k, v in values.items() if v is not False})
    assert form.is_valid(), form.errors
    from tournaments.document import complete

    assert complete(form.document()) == event.document


def test_one_click_enters_and_another_leaves(anna: User, boris: User) -> None:
    event = made(anna)
    path = f"/events/{event.pk}/"
    assert "Log in to enter" in page(None, path)
    answer = sent(boris, f"{path}enter/")
    assert "You have a place." in answer.content.decode()
    assert Entry.objects.get().user == boris
    assert "You have entered already." in sent(boris, f"{path}enter/").content.decode()
    assert "You take part no more." in sent(boris, f"{path}leave/").content.decode()
    assert not Entry.objects.exists()


def test_a_get_changes_nothing(anna: User) -> None:
    event = made(anna)
    client = Client()
    client.force_login(anna)
    for act in ("enter", "leave", "cancel", "teams"):
        assert client.get(f"/events/{event.pk}/{act}/").status_code == 405
    assert Event.objects.get().status == "entry"


def test_a_password_is_asked(anna: User, boris: User) -> None:
    event = made(anna, "open sesame")
    path = f"/events/{event.pk}/"
    assert 'name="password"' in page(boris, path)
    assert "not the password" in sent(boris, f"{path}enter/", password="x").content.decode()
    assert (
        "You have a place." in sent(boris, f"{path}enter/", password="open sesame").content.decode()
    )


def test_the_page_tells_who_waits_and_who_called_it_off(anna: User) -> None:
    event = made(anna, entry={"most": 3})
    for player in people(4):
        enter(event.pk, player)
    shown = page(None, f"/events/{event.pk}/")
    assert "Waiting for a place" in shown
    assert "3/3" in shown
    sent(anna, f"/events/{event.pk}/cancel/", reason="Rain & storm.")
    assert "The organiser: Rain &amp; storm." in page(None, f"/events/{event.pk}/")


def test_a_team_is_made_and_joined_on_the_page(anna: User, boris: User, clara: User) -> None:
    event = made(anna, kind="team_cup")
    path = f"/events/{event.pk}/teams/"
    assert "Your team is there" in sent(boris, path, name="Reds & Co").content.decode()
    team = Entry.objects.get()
    assert "Invited." in sent(boris, f"{path}{team.pk}/invite/", player="clara").content.decode()
    assert "Agree" in page(clara, f"/events/{event.pk}/")
    assert "You play in this team" in sent(clara, f"{path}{team.pk}/agree/").content.decode()
    member = team.members.get(user=clara)
    sent(clara, f"{path}{team.pk}/members/{member.pk}/part/")
    assert team.members.count() == 1
    assert "Reds &amp; Co" in page(None, f"/events/{event.pk}/")


def test_the_number_of_queries_does_not_grow(
    anna: User, django_assert_max_num_queries: Any
) -> None:
    event = made(anna, entry={"most": 20})
    for player in people(20):
        enter(event.pk, player)
    many = made(anna, kind="team_cup")
    for player in people(6, "Captain"):
        teams.create(many.pk, player, f"Team {player}")
    with django_assert_max_num_queries(4):
        page(None, f"/events/{event.pk}/")
    with django_assert_max_num_queries(5):
        page(None, f"/events/{many.pk}/")
    with django_assert_max_num_queries(3):
        page(None, "/events/")


def test_no_text_of_an_organiser_becomes_markup(anna: User, boris: User) -> None:
    hostile = "</script><img src=x onerror=alert(1)>"
    event = made(anna, name=hostile, description=f"{hostile}\n\n{{{{7*7}}}}", kind="team_cup")
    teams.create(event.pk, boris, hostile)
    for path in ("/events/", "/events/calendar/", f"/events/{event.pk}/", "/events/new/?copy=1"):
        shown = page(anna, path.replace("copy=1", f"copy={event.pk}"))
        assert "<img" not in shown
        assert "&lt;img" in shown


def test_the_order_of_the_table_is_taken_in_words(anna: User) -> None:
    sent(anna, "/events/new/", **FORM, make="1", tie_breaks="Points, head to  head, wins")
    assert Event.objects.get().rules["tie_breaks"] == ["points", "head_to_head", "wins"]
    answer = sent(anna, "/events/new/", **FORM, make="1", tie_breaks="points, luck")
    assert answer.status_code == 422
    assert "This can be: points, sonneborn_berger" in answer.content.decode()


def test_the_form_says_which_times_have_no_vacation(anna: User) -> None:
    assert "there nobody has vacation" in page(anna, "/events/new/")
