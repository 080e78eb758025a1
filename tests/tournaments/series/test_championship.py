"""The championship: editions, leagues, champions."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from golem.matches.models import Match
from golem.matches.reopening import reopen
from golem.outbox.models import Notice
from golem.rest.refusals import Conflict, Missing
from tests.matches.conftest import person
from tests.racing import race
from tests.tournaments.series.held import (
    DAY,
    best_first,
    enter,
    go,
    held,
    names,
    people,
    playing,
    time_passes,
)
from tournaments import entries, log, messages_series
from tournaments.advance import advance
from tournaments.championship import opening, seating
from tournaments.championship.closing import winners
from tournaments.championship.selectors import champions
from tournaments.models import Event, EventAct, Group, Place
from tournaments.withdrawals import withdraw

CHAMPIONSHIP = Event.Kind.CHAMPIONSHIP
MAY = datetime(2027, 5, 1, tzinfo=UTC)
NOVEMBER = datetime(2027, 11, 1, tzinfo=UTC)


@pytest.fixture
def first(db: None) -> Event:
    """The first edition, which waits for its date."""
    return held(CHAMPIONSHIP)


def leagues(event: Event) -> list[tuple[int, int, int]]:
    """Return league, group and size of each group."""
    return [(row.level, row.number, row.places.count()) for row in event.groups.all()]


def members(event: Event, level: int) -> set[str]:
    """Return the names in a league, without their stem."""
    rows = Place.objects.filter(group__event=event, group__level=level)
    return {name.split("_")[1] for name in rows.values_list("entry__user__username", flat=True)}


def fates(event: Event) -> dict[str, str]:
    """Return why each plays in their league, by name without stem."""
    rows = Place.objects.filter(group__event=event).select_related("entry__user")
    return {str(place.entry).split("_")[1]: place.fate["reason"] for place in rows}


def played(event: Event, order: list[User], now: datetime) -> Event:
    """Play the running edition to its end; return it as it is then."""
    best_first(event, order, now)
    go(now)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    return event


def test_it_starts_on_its_date(first: Event) -> None:
    found = people(4)
    enter(first, found)
    go(MAY - timedelta(seconds=1))
    assert Match.objects.count() == 0
    go(MAY)
    first.refresh_from_db()
    assert (first.status, first.started_at, first.name) == (
        "running",
        MAY,
        "StreetSoccer championship 1",
    )
    assert leagues(first) == [(1, 1, 4)]
    assert playing(found) == [6] * 4
    assert set(fates(first).values()) == {"newcomer"}


def test_with_too_few_it_waits_for_the_next_date(first: Event) -> None:
    enter(first, people(2))
    go(MAY)
    first.refresh_from_db()
    assert (first.status, first.starts_at, first.due_at) == ("entry", NOVEMBER, NOVEMBER)
    enter(first, people(1, "Late"))
    go(NOVEMBER - DAY)
    go(NOVEMBER)
    assert leagues(first) == [(1, 1, 3)]


def test_entrants_stay_entered_until_they_leave(first: Event) -> None:
    found = people(4)
    enter(first, found)
    go(MAY)
    second = held(CHAMPIONSHIP)
    assert (second.edition, second.status, second.starts_at) == (2, "entry", NOVEMBER)
    assert [entry.user for entry in second.entries.all()] == found
    entries.leave(second.pk, found[3], clock=lambda: MAY)
    with pytest.raises(Missing, match="not_entered"):
        entries.leave(second.pk, found[3], clock=lambda: MAY)
    with pytest.raises(Conflict, match="event_started"):
        entries.leave(first.pk, found[3], clock=lambda: MAY)
    with pytest.raises(Conflict, match="entered_already"):
        entries.enter(second.pk, found[0], clock=lambda: MAY)
    assert playing(found) == [6] * 4, "the running edition goes on"
    newcomer = person("New_5")
    with pytest.raises(Conflict, match="entry_closed"):
        entries.enter(first.pk, newcomer, clock=lambda: MAY)
    enter(second, [newcomer], MAY)
    played(first, found, MAY + 5 * DAY)
    go(NOVEMBER)
    assert members(second, 1) == {"1", "2", "3", "5"}
    assert fates(second) == {"1": "stays", "2": "stays", "3": "stays", "5": "newcomer"}


def test_the_champion(first: Event) -> None:
    found = people(3)
    enter(first, found)
    go(MAY)
    played(first, [found[1], found[0], found[2]], MAY + 5 * DAY)
    assert [(one.edition, [str(user) for user in one.users]) for one in champions(first.game)] == [
        (1, ["Player_2"])
    ]
    act = EventAct.objects.get(event=first, kind=EventAct.Kind.ENDED)
    assert act.data == {"champions": [first.entries.get(user=found[1]).pk]}


def test_who_leaves_as_the_leader_is_champion_in_the_log_and_on_the_list(first: Event) -> None:
    found = people(3)
    enter(first, found)
    go(MAY)
    played(first, found, MAY + 5 * DAY)
    Place.objects.filter(group__event=first, rank=1).update(withdrawn_at=MAY + 4 * DAY)
    (one,) = champions(first.game)
    assert [str(user) for user in one.users] == ["Player_1"]
    assert [place.entry.user for place in winners(first)] == list(one.users)


def test_a_shared_first_place_has_several_champions(first: Event) -> None:
    """Nobody moves: every match is lost by the same seat, so all have the same results."""
    found = people(3)
    enter(first, found)
    go(MAY)
    time_passes(MAY + 80 * DAY)
    go(MAY + 80 * DAY)
    (one,) = champions(first.game)
    assert [str(user) for user in one.users] == ["Player_1", "Player_2", "Player_3"]


def test_seven_days_after_the_former(first: Event) -> None:
    """The first edition starts ten days before the date of the second, and ends after it."""
    late = NOVEMBER - 10 * DAY
    Event.objects.filter(pk=first.pk).update(starts_at=late, due_at=late)
    found = people(3)
    enter(first, found)
    go(late)
    go(NOVEMBER)
    second = held(CHAMPIONSHIP)
    assert second.edition == 2
    assert second.due_at == NOVEMBER + DAY, "it is looked at again and again"
    end = NOVEMBER + 3 * DAY
    played(first, found, end)
    go(end)
    second.refresh_from_db()
    assert second.due_at == end + 7 * DAY
    go(end + 7 * DAY - timedelta(seconds=1))
    assert playing(found) == [0] * 3
    go(end + 7 * DAY)
    second.refresh_from_db()
    assert (second.status, second.started_at) == ("running", end + 7 * DAY)


def test_it_does_not_start_while_a_match_of_the_last_runs_again(first: Event) -> None:
    found = people(3)
    enter(first, found)
    go(MAY)
    played(first, found, MAY + 5 * DAY)
    again = Match.objects.order_by("pk")[0]
    reopen(again.pk, "a broken board", None, lambda: NOVEMBER - DAY)
    go(NOVEMBER)
    second = held(CHAMPIONSHIP)
    assert second.status == "entry"
    first.refresh_from_db()
    assert first.status == "running"
    played(first, found, NOVEMBER + DAY)
    go(NOVEMBER + 8 * DAY)
    second.refresh_from_db()
    assert second.status == "running"
    with pytest.raises(Conflict, match="later_stage"):
        reopen(again.pk, "once more", None, lambda: NOVEMBER + 9 * DAY)


def test_promotion_and_relegation(first: Event) -> None:
    """Three leagues in the end; two champions do not return, one withdraws, four are new."""
    found = people(27)
    enter(first, found)
    go(MAY)
    assert leagues(first) == [(1, 1, 9), (2, 1, 9), (2, 2, 9)]
    order = sorted(found, key=lambda user: int(user.username.split("_")[1]))
    last = order[20]
    withdraw(first.pk, last, clock=lambda: MAY + DAY)
    played(first, order, MAY + 5 * DAY)
    top = list(first.groups.get(level=1).places.order_by("rank").select_related("entry__user"))
    second = held(CHAMPIONSHIP)
    for place in top[:2]:
        assert place.entry.user is not None
        entries.leave(second.pk, place.entry.user, clock=lambda: MAY + 6 * DAY)
    new = people(4, "New")
    enter(second, new, MAY + 6 * DAY)
    go(NOVEMBER)
    seats = Place.objects.filter(group__event=second)
    assert seats.count() == 29
    assert seats.values("entry__user").distinct().count() == 29, "nobody plays in two leagues"
    assert all(7 <= size <= 11 for _, _, size in leagues(second))
    stayed = {str(place.entry) for place in top[2:5]}
    assert stayed <= set(names(second.groups.get(level=1)))
    before = _seats(second)
    for _ in range(3):
        go(NOVEMBER + DAY)
    assert _seats(second) == before, "the same task again changes nothing"


def _seats(event: Event) -> list[tuple[int, int, int]]:
    rows = Place.objects.filter(group__event=event).order_by("pk")
    return list(rows.values_list("group", "entry", "number"))


def test_who_is_gone_does_not_carry_over(first: Event) -> None:
    found = people(5)
    enter(first, found)
    go(MAY)
    withdraw(first.pk, found[4], clock=lambda: MAY + DAY)
    played(first, found, MAY + 5 * DAY)
    User.objects.filter(pk=found[0].pk).update(is_active=False)
    go(NOVEMBER)
    second = held(CHAMPIONSHIP)
    assert second.edition == 3
    running = Event.objects.get(series=second.series, edition=2)
    assert members(running, 1) == {"2", "3", "4", "5"}, "who withdrew is entered still"
    assert {str(entry) for entry in second.entries.all()} == {f"Player_{n}" for n in (2, 3, 4, 5)}


WRITES = [
    (seating, "seat"),
    (opening, "open_edition"),
    (log, "note"),
    (messages_series, "edition_started"),
]


@pytest.mark.parametrize(("module", "name"), WRITES, ids=[name for _, name in WRITES])
def test_a_start_that_breaks_off_begins_again(
    first: Event, module: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(first, people(3))
    with monkeypatch.context() as broken:
        broken.setattr(module, name, _fails)
        with pytest.raises(ZeroDivisionError):
            advance(first.pk, lambda: MAY)
    first.refresh_from_db()
    assert (first.status, first.groups.count()) == ("entry", 0)
    assert Event.objects.filter(series=first.series).count() == 1
    go(MAY)
    assert leagues(first) == [(1, 1, 3)]
    assert Match.objects.count() == 6


def _fails(*args: object, **kwargs: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("after", range(1, 7))
def test_groups_start_one_by_one_and_go_on_after_a_crash(
    first: Event, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two groups in the second league: start, pair each, start each, then rest."""
    from tournaments.kinds import championship

    enter(first, people(27))
    done = 0
    step = championship.Championship.step

    def some_steps(self: championship.Championship, event: Event, now: datetime) -> bool:
        nonlocal done
        done += 1
        if done > after:
            raise ZeroDivisionError
        return step(self, event, now)

    with monkeypatch.context() as broken:
        broken.setattr(championship.Championship, "step", some_steps)
        with pytest.raises(ZeroDivisionError):
            advance(first.pk, lambda: MAY)
    counts = {group.pairings.count() for group in first.groups.all()}
    started = {Match.objects.filter(board__pairing__group=g).count() for g in first.groups.all()}
    assert counts | started <= {0, 72}, "all matches of a group or none"
    go(MAY)
    assert Match.objects.count() == 3 * 72
    assert Group.objects.filter(event=first, started_at=None).count() == 0


@pytest.mark.django_db(transaction=True)
def test_several_workers_start_it_once(first: Event) -> None:
    enter(first, people(4))
    race(*[lambda: advance(first.pk, lambda: MAY)] * 4)
    go(MAY)
    assert Match.objects.count() == 12
    assert Event.objects.filter(series=first.series).count() == 2
    assert Notice.objects.filter(kind="edition_started").count() == 4
    users = [entry.user for entry in first.entries.all() if entry.user]
    best_first(first, users, MAY + DAY)
    race(*[lambda: advance(first.pk, lambda: MAY + DAY)] * 4)
    go(MAY + DAY)
    assert EventAct.objects.filter(event=first, kind="ended").count() == 1
    assert Notice.objects.filter(kind="edition_ended").count() == 4


def test_time_alone_ends_edition_after_edition(first: Event) -> None:
    enter(first, people(3))
    now = MAY
    for edition in (1, 2):
        go(now)
        event = Event.objects.get(series=first.series, edition=edition)
        assert event.status == "running"
        time_passes(now + 120 * DAY)
        go(now + 120 * DAY)
        event.refresh_from_db()
        assert event.status == "finished"
        now = now + 190 * DAY
    assert len(champions(first.game)) == 2
