"""An event says its game's options in words, and its form offers those of the chosen game."""

from typing import Any

import pytest

from accounts.models import User
from tests.games.registering import register
from tests.tournaments.entry.making import made
from tests.tournaments.entry.test_event_pages import FORM, page, sent
from tournaments.forms import EventForm, initial_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db
OPTIONS = {"variant": "first_to_three", "open_hand": True, "most": 3}


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch, settings: Any) -> str:
    register(monkeypatch, settings, "stones", "tests.games.stones:game")
    return "stones"


def test_the_page_says_them(stones: str, anna: User) -> None:
    event = made(anna, game=stones, options=OPTIONS)
    shown = page(None, f"/events/{event.pk}/")
    for name, words in (
        ("Most at a time", "3"),
        ("Variant", "first to three goals"),
        ("Open hand", "yes"),
    ):
        assert f"<dt>{name}</dt><dd>{words}</dd>" in shown


def test_the_form_makes_the_document(stones: str, anna: User) -> None:
    fields = FORM | {"game": stones, "make": "1"}
    fields |= {f"{stones}:variant": "first_to_three", f"{stones}:open_hand": "true"}
    sent(anna, "/events/new/", **fields)
    event = Event.objects.get()
    assert event.rules["options"] == OPTIONS | {"most": 2}


def test_the_form_of_a_copy_shows_what_was_chosen(stones: str, anna: User) -> None:
    event = made(anna, game=stones, options=OPTIONS)
    form = EventForm(initial=initial_of(event.rules))
    shown = {name: form[f"{stones}:{name}"].value() for name in OPTIONS}
    assert shown == {"variant": "first_to_three", "open_hand": "true", "most": "3"}
    assert form["game"].value() == stones


def test_an_option_of_another_game_is_refused(stones: str, anna: User) -> None:
    answer = sent(anna, "/events/new/", **FORM, make="1", **{f"{stones}:variant": "chess"})
    assert answer.status_code == 400
    assert not Event.objects.exists()
