"""Entering, waiting, moving up and leaving, also all at once."""

from collections import Counter
from datetime import timedelta

import pytest

from accounts.hooks import has_had_a_match
from accounts.models import Strength, User
from golem.matches import boundaries
from golem.matches.models import Boundary
from golem.outbox.models import Notice
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tests.matches.conftest import person
from tests.racing import race
from tests.tournaments.entry.making import NOW, clock, made, people
from tournaments import passwords
from tournaments.entries import enter, leave
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def rows(event: Event) -> list[tuple[int, str, str]]:
    """Return the entries of an event: number, name, status."""
    found = event.entries.select_related("user").order_by("number")
    return [(row.number, str(row.user), row.status) for row in found]


def test_the_places_go_to_the_first_and_the_others_wait(anna: User) -> None:
    event = made(anna, entry={"most": 3})
    for player in people(5):
        enter(event.pk, player, clock=clock)
    assert rows(event) == [
        (1, "Player_1", "entered"),
        (2, "Player_2", "entered"),
        (3, "Player_3", "entered"),
        (4, "Player_4", "waiting"),
        (5, "Player_5", "waiting"),
    ]
    event.refresh_from_db()
    assert event.due_at == NOW  # it is full: whoever comes round next starts it


def test_who_waits_longest_moves_up_and_is_told(anna: User) -> None:
    event = made(anna, entry={"most": 3})
    players = people(5)
    for player in players:
        enter(event.pk, player, clock=clock)
    leave(event.pk, players[1], clock=clock)
    assert rows(event) == [
        (1, "Player_1", "entered"),
        (3, "Player_3", "entered"),
        (4, "Player_4", "entered"),
        (5, "Player_5", "waiting"),
    ]
    told = Notice.objects.get(kind="event_moved_up")
    assert told.user == players[3]
    enter(event.pk, players[1], clock=clock)
    assert rows(event)[-1] == (6, "Player_2", "waiting")


def test_an_event_that_is_not_full_any_more_waits_again(anna: User) -> None:
    event = made(anna, entry={"most": 3})
    players = people(3)
    for player in players:
        enter(event.pk, player, clock=clock)
    leave(event.pk, players[0], clock=clock)
    event.refresh_from_db()
    assert event.due_at == event.closes_at


def test_without_a_waiting_list_a_full_event_is_full(anna: User) -> None:
    event = made(anna, entry={"most": 3, "waiting_list": False})
    *three, last = people(4)
    for player in three:
        enter(event.pk, player, clock=clock)
    with pytest.raises(Conflict, match="event_full"):
        enter(event.pk, last, clock=clock)


def test_one_enters_once_and_leaves_what_one_entered(anna: User, boris: User) -> None:
    event = made(anna)
    enter(event.pk, anna, clock=clock)
    with pytest.raises(Conflict, match="entered_already"):
        enter(event.pk, anna, clock=clock)
    with pytest.raises(Missing, match="not_entered"):
        leave(event.pk, boris, clock=clock)
    with pytest.raises(Missing, match="no_such_event"):
        enter(10**9, boris, clock=clock)


def test_entry_ends_at_its_time_whether_or_not_anybody_has_looked(anna: User) -> None:
    event = made(anna)
    late = NOW + timedelta(days=60)
    with pytest.raises(Conflict, match="entry_closed"):
        enter(event.pk, anna, clock=lambda: late)
    enter(event.pk, anna, clock=lambda: late - timedelta(seconds=1))
    Event.objects.filter(pk=event.pk).update(entry_open=False)
    with pytest.raises(Conflict, match="entry_closed"):
        enter(event.pk, person("Late"), clock=clock)


@pytest.mark.parametrize(
    ("status", "code"), [("running", "event_started"), ("finished", "event_over")]
)
def test_nobody_enters_or_leaves_later(anna: User, status: str, code: str) -> None:
    event = made(anna)
    enter(event.pk, anna, clock=clock)
    over = NOW if status == "finished" else None
    Event.objects.filter(pk=event.pk).update(status=status, started_at=NOW, ended_at=over)
    with pytest.raises(Conflict, match=code):
        enter(event.pk, person("Late"), clock=clock)
    with pytest.raises(Conflict, match=code):
        leave(event.pk, anna, clock=clock)


def test_people_and_bots_keep_to_their_own_events(anna: User) -> None:
    clank = person("Clank", is_bot=True)
    with pytest.raises(Forbidden, match="people_only"):
        enter(made(anna).pk, clank, clock=clock)
    for_bots = made(anna, bots=True)
    with pytest.raises(Forbidden, match="bots_only"):
        enter(for_bots.pk, anna, clock=clock)
    enter(for_bots.pk, clank, clock=clock)


def test_an_account_that_was_closed_meanwhile_enters_nothing(anna: User, boris: User) -> None:
    event = made(anna)
    User.objects.filter(pk=boris.pk).update(is_active=False)
    with pytest.raises(Forbidden, match="account_closed"):
        enter(event.pk, boris, clock=clock)


def test_whom_the_organiser_blocked_stays_outside(anna: User, boris: User) -> None:
    boundaries.put_up(anna, boris, Boundary.Kind.BLOCK, NOW)
    with pytest.raises(Forbidden, match="blocked_by_organiser"):
        enter(made(anna).pk, boris, clock=clock)


@pytest.mark.parametrize(
    ("rating", "low", "high", "fits"),
    [
        (None, 1500, 1500, True),
        (None, 1501, None, False),
        (None, None, 1499, False),
        (1_400_0000, 1400, None, True),
        (1_399_9999, 1400, None, False),
        (1_800_0001, None, 1800, False),
    ],
)
def test_the_rating_fits(
    anna: User, boris: User, rating: int | None, low: int | None, high: int | None, fits: bool
) -> None:
    if rating is not None:
        Strength.objects.create(user=boris, game="streetsoccer", rating=rating, last_at=NOW)
    event = made(anna, entry={"most": 4, "rating_from": low, "rating_to": high})
    if fits:
        enter(event.pk, boris, clock=clock)
        return
    with pytest.raises(Forbidden, match="rating_outside"):
        enter(event.pk, boris, clock=clock)


def test_a_password_opens(anna: User, boris: User) -> None:
    event = made(anna, "open sesame")
    with pytest.raises(Forbidden, match="event_password_needed"):
        enter(event.pk, boris, clock=clock)
    with pytest.raises(Forbidden, match="wrong_event_password"):
        enter(event.pk, boris, "sesame", clock=clock)
    enter(event.pk, boris, "open sesame", clock=clock)


def test_a_password_is_not_found_by_trying(anna: User, boris: User, clara: User) -> None:
    event = made(anna, "open sesame")
    for _ in range(passwords.TRIES.amount):
        with pytest.raises(Forbidden, match="wrong_event_password"):
            enter(event.pk, boris, "guess", clock=clock)
    with pytest.raises(passwords.TooManyTries) as refused:
        enter(event.pk, boris, "open sesame", clock=clock)
    assert refused.value.status == 429
    assert refused.value.retry_after > 0
    enter(event.pk, clara, "open sesame", clock=clock)


def test_who_entered_is_no_bot_any_more(anna: User, boris: User) -> None:
    enter(made(anna).pk, boris, clock=clock)
    assert has_had_a_match(boris)
    assert not has_had_a_match(anna)


def test_players_do_not_enter_a_team_cup_alone(anna: User) -> None:
    event = made(anna, kind="team_cup")
    with pytest.raises(Refused, match="teams_enter"):
        enter(event.pk, anna, clock=clock)


# --- at once ---


@pytest.mark.django_db(transaction=True)
def test_one_more_than_fit_at_once_and_no_place_goes_to_two() -> None:
    anna, players = person("Anna"), people(5)
    for waiting_list in (True, False):
        event = made(anna, entry={"most": 4, "waiting_list": waiting_list})
        results = race(*[lambda p=p: enter(event.pk, p, clock=clock) for p in players])
        entered = Counter(row.status for row in event.entries.all())
        assert entered["entered"] == 4
        assert entered["waiting"] == waiting_list
        assert sum(isinstance(result, Conflict) for result in results) == (not waiting_list)
        assert sorted(row.number for row in event.entries.all()) == list(range(1, 5 + waiting_list))


@pytest.mark.django_db(transaction=True)
def test_a_click_that_comes_many_times_enters_once() -> None:
    anna = person("Anna")
    event = made(anna)
    results = race(*[lambda: enter(event.pk, anna, clock=clock) for _ in range(6)])
    assert sum(isinstance(result, Entry) for result in results) == 1
    assert event.entries.count() == 1


@pytest.mark.django_db(transaction=True)
def test_places_given_back_and_taken_at_once_stay_as_many_as_there_are() -> None:
    anna, players = person("Anna"), people(8)
    event = made(anna, entry={"most": 4})
    for player in players[:6]:
        enter(event.pk, player, clock=clock)
    leaving = [lambda p=p: leave(event.pk, p, clock=clock) for p in players[:2]]
    coming = [lambda p=p: enter(event.pk, p, clock=clock) for p in players[6:]]
    race(*leaving, *coming)
    assert Counter(row.status for row in event.entries.all()) == {"entered": 4, "waiting": 2}
    numbers = {row.status: row.number for row in event.entries.order_by("number")}
    first_waiting = event.entries.filter(status="waiting").order_by("number").first()
    assert first_waiting is not None
    assert numbers["entered"] < first_waiting.number
