"""The first page: for a visitor the games, for a player what waits; and the number in the menu."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import challenges, selectors
from golem.matches.challenges import Terms
from golem.matches.models import Challenge
from tests.matches.conftest import at, begin, person
from tournaments import entries, series
from tournaments.models import Event

pytestmark = pytest.mark.django_db
GAME = "streetsoccer"
BADGE = re.compile(r'class="count">.*?waiting for you: </span>(\d+)<')


def page(reader: User | None = None, address: str = "/") -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def badge(reader: User) -> int:
    """Return the number in the menu; 0 if there is none."""
    found = BADGE.search(page(reader, "/dice/"))
    return int(found[1]) if found else 0


@pytest.fixture
def anna() -> User:
    return person("Anna")


@pytest.fixture
def boris() -> User:
    return person("Boris")


def test_a_visitor_sees_every_game_with_its_rules() -> None:
    shown = page()
    for key in registry.game_keys():
        assert f"<h3>{registry.load(key).info.title}" in shown
        assert f'href="/games/{key}/"' in shown
    assert shown.count("<svg") >= 1 + len(registry.game_keys())
    assert "answers within seconds" in shown
    assert "at once" not in shown.partition("</h1>")[2].partition("</section>")[0]


def test_what_the_server_holds_is_told_once_for_all_games() -> None:
    series.ensure(timezone.now())
    for shown in (page(), page(person("Anna")), page(None, "/events/")):
        for words in ("Leagues in which", "Start on the last place", "Three players, four"):
            assert shown.count(words) == 1, words
        for event in Event.objects.exclude(series=""):
            assert f'href="/events/{event.pk}/"' in shown, event.name


def test_without_events_there_are_no_empty_cards(anna: User) -> None:
    Event.objects.all().delete()
    for shown in (page(), page(anna)):
        assert "Play for something" not in shown
    series.ensure(timezone.now())
    Event.objects.exclude(kind=Event.Kind.LADDER).delete()
    assert "Ladders" in page()
    assert "Championships" not in page()
    assert "Mini cups" not in page()


def test_a_player_sees_first_what_waits(anna: User, boris: User) -> None:
    empty = page(anna)
    assert "No match waits for your move." in empty
    assert "Challenges to you" not in empty
    assert "Your events to come" not in empty
    assert "Board football, one move at a time" not in empty
    match, other = begin(GAME, anna, boris), begin(GAME, boris, anna)
    offer = challenges.create(boris, anna, Terms(GAME))
    sent = challenges.create(anna, boris, Terms(GAME))
    series.ensure(timezone.now())
    event = Event.objects.filter(kind=Event.Kind.CHAMPIONSHIP, game=GAME).get()
    entries.enter(event.pk, anna, "")
    shown = page(anna)
    top = shown.partition("A new match")[0]
    assert f'href="/matches/{match.pk}/"' in top
    assert f'href="/matches/{other.pk}/"' not in top
    assert f'action="/challenges/{offer.pk}/accept/"' in top
    assert f"/challenges/{sent.pk}/" not in shown
    assert f'href="/events/{event.pk}/"' in top
    assert "Boris" in top
    assert " left" in top
    theirs = page(boris).partition("A new match")[0]
    assert f'href="/matches/{other.pk}/"' in theirs
    assert f'href="/events/{event.pk}/"' not in theirs


def test_the_menu_counts_matches_and_challenges(anna: User, boris: User) -> None:
    assert badge(anna) == 0
    begin(GAME, anna, boris)
    begin(GAME, boris, anna)
    assert (badge(anna), badge(boris)) == (1, 1)
    offers = [challenges.create(boris, anna, Terms(GAME)) for _ in range(4)]
    challenges.create(boris, None, Terms(GAME))
    assert (badge(anna), badge(boris)) == (5, 1)
    challenges.decline(offers[0].pk, anna)
    challenges.cancel(offers[1].pk, boris)
    Challenge.objects.filter(pk=offers[2].pk).update(expires_at=timezone.now())
    assert (badge(anna), badge(boris)) == (2, 1)
    challenges.accept(offers[3].pk, anna)
    assert badge(anna) + badge(boris) == 3
    assert "waiting for you" not in page()


def test_the_number_is_one_query_and_constant(anna: User, boris: User) -> None:
    now = timezone.now()
    with CaptureQueriesContext(connection) as few:
        assert selectors.how_many_wait(anna, now) == 0
    for _ in range(6):
        begin(GAME, anna, boris)
        challenges.create(boris, anna, Terms(GAME))
    with CaptureQueriesContext(connection) as many:
        assert selectors.how_many_wait(anna, now) == 12
    assert len(few) == len(many) == 1
    assert selectors.how_many_wait(anna, now + timedelta(days=15)) == 6


def test_no_query_for_each_row_of_the_first_page(anna: User, boris: User) -> None:
    def asked(reader: User | None) -> int:
        client = Client()
        if reader is not None:
            client.force_login(reader)
        client.get("/")
        with CaptureQueriesContext(connection) as found:
            assert client.get("/").status_code == 200
        return len(found)

    series.ensure(timezone.now())
    _one_more(anna, boris)
    few = (asked(anna), asked(None))
    for _ in range(6):
        _one_more(anna, boris)
    assert (asked(anna), asked(None)) == few


def _one_more(anna: User, boris: User) -> None:
    begin(GAME, anna, boris)
    challenges.create(boris, anna, Terms(GAME), clock=at(timezone.now()))
    waiting: Any = Event.objects.filter(status=Event.Status.ENTRY, bots=False).exclude(
        entries__user=anna
    )
    entries.enter(waiting.first().pk, anna, "") if waiting.exists() else None
