"""The mini cup: three wait, three play, and rights lead from level to level."""

import pytest

from accounts.models import User
from golem.matches.annulment import annul
from golem.matches.models import Match
from golem.outbox.models import Notice
from golem.rest.refusals import Conflict, Forbidden
from tests.matches.conftest import person
from tests.racing import race
from tests.tournaments.series.held import (
    START,
    best_first,
    day,
    enter,
    go,
    held,
    names,
    people,
    playing,
    table,
    time_passes,
    wins,
)
from tournaments import entries
from tournaments.advance import advance
from tournaments.mini_cup.rights import waiting
from tournaments.models import Event, Group, Right
from tournaments.withdrawals import withdraw

CUP = Event.Kind.MINI_CUP


@pytest.fixture
def cup(db: None) -> Event:
    return held(CUP)


@pytest.fixture
def three(cup: Event) -> list[User]:
    """Three people in a group of the basic level whose matches run."""
    found = people(3)
    enter(cup, found)
    go(START)
    return found


def groups(event: Event) -> list[tuple[int, int, str]]:
    """Return level, number and the last letters of the names of each group."""
    rows = Group.objects.filter(event=event)
    return [(row.level, row.number, "".join(name[-1] for name in names(row))) for row in rows]


def line(event: Event) -> list[tuple[int, str]]:
    """Return level and name of who waits, in order."""
    return [(right.level, str(right.entry)[-1]) for right in waiting(event)]


def test_a_group_starts_as_soon_as_three_wait(cup: Event) -> None:
    first, second, third = people(3)
    enter(cup, [first, second])
    go(START)
    assert line(cup) == [(1, "1"), (1, "2")]
    assert not Match.objects.exists()
    with pytest.raises(Conflict, match="waits_already"):
        entries.enter(cup.pk, first, clock=lambda: START)
    enter(cup, [third])
    go(START)
    assert groups(cup) == [(1, 1, "123")]
    assert playing([first, second, third]) == [4, 4, 4]
    assert Match.objects.count() == 6
    assert line(cup) == []


def test_each_pair_plays_once_on_each_side(cup: Event, three: list[User]) -> None:
    sides = {
        tuple(str(seat.user) for seat in match.seats.order_by("number"))
        for match in Match.objects.prefetch_related("seats__user")
    }
    assert len(sides) == 6


def test_more_than_half_of_the_points_earn_the_next_level(cup: Event, three: list[User]) -> None:
    """The most is 4 x 5: the first has 20, the second 10, which is half and not more."""
    best_first(cup, three, day(1))
    go(day(1))
    assert table(cup.groups.get()) == [("Player_1", 1, 20), ("Player_2", 2, 10), ("Player_3", 3, 0)]
    assert line(cup) == [(2, "1")]


def test_two_of_a_group_can_earn_it(cup: Event, three: list[User]) -> None:
    """1 and 2 beat 3 twice and each other once: 15 of 20 each."""
    first, second, _third = three
    wins(first, second, day(1))
    wins(second, first, day(1))
    best_first(cup, three, day(1))
    go(day(1))
    assert line(cup) == [(2, "1"), (2, "2")]
    told = Notice.objects.filter(kind="mini_cup_right")
    assert set(told.values_list("user", flat=True)) == {first.pk, second.pk}


def test_again_and_again_and_to_the_third_level(cup: Event) -> None:
    """1 wins nine groups of the basic level, of which three at a time make no group of level 2:
    it takes three different people."""
    found = people(3)
    for number in range(3):
        enter(cup, found, day(number))
        go(day(number))
        best_first(cup, found, day(number))
        go(day(number))
    assert groups(cup) == [(1, 1, "123"), (1, 2, "123"), (1, 3, "123")]
    assert line(cup) == [(2, "1")], "of three rights to one level one waits"
    assert Right.objects.filter(level=2).count() == 3
    for number, order in enumerate(([1, 0, 2], [2, 0, 1]), start=3):
        enter(cup, found, day(number))
        go(day(number))
        best_first(cup, [found[index] for index in order], day(number))
        go(day(number))
    assert groups(cup)[5:] == [(2, 1, "123")]
    assert line(cup) == [(2, "1")], "the next of 1's rights waits now"
    best_first(cup, found, day(9))
    go(day(9))
    assert line(cup) == [(2, "1"), (3, "1")]


def test_leaving_the_line(cup: Event) -> None:
    first, second, third, fourth = people(4)
    enter(cup, [first, second])
    entries.leave(cup.pk, first, clock=lambda: START)
    assert not cup.entries.filter(user=first).exists(), "who never played is not entered any more"
    with pytest.raises(Conflict, match="not_waiting"):
        entries.leave(cup.pk, first, clock=lambda: START)
    enter(cup, [third, fourth])
    go(START)
    assert groups(cup) == [(1, 1, "234")]
    enter(cup, [second])
    entries.leave(cup.pk, second, clock=lambda: START)
    assert playing([second]) == [4], "groups under way go on"
    assert line(cup) == []


def test_who_withdraws_early_is_left_out(cup: Event, three: list[User]) -> None:
    """2 and 3 are alone: the most is 2 x 5, and 2 takes both."""
    enter(cup, [three[0]])
    withdraw(cup.pk, three[0], clock=lambda: day(1))
    go(day(1))
    assert line(cup) == [], "who waits and withdraws does not wait any more"
    best_first(cup, three, day(2))
    go(day(2))
    assert [(name, points) for name, _, points in table(cup.groups.get())][:2] == [
        ("Player_2", 10),
        ("Player_3", 0),
    ]
    assert line(cup) == [(2, "2")]


def test_who_is_left_alone_keeps_a_level_that_was_earned(cup: Event) -> None:
    found = people(3)
    enter(cup, found)
    for user in found:
        entry = cup.entries.get(user=user)
        Right.objects.create(event=cup, entry=entry, level=4, at=START, waits=True)
    go(START)
    assert [level for level, _, _ in groups(cup)] == [1, 4]
    for user in found[:2]:
        withdraw(cup.pk, user, clock=lambda: day(1))
    go(day(1))
    assert Match.objects.filter(status="running").count() == 0
    assert line(cup) == [(4, "3")]


def test_an_annulled_match_takes_a_right_back(cup: Event, three: list[User]) -> None:
    """Without one of its wins 1 has 15 of 20, without two of them 10."""
    best_first(cup, three, day(1))
    go(day(1))
    won = Match.objects.filter(seats__user=three[0], seats__user__isnull=False).order_by("pk")
    for match in list(won.distinct())[:2]:
        annul(match.pk, "a broken die", None, lambda: day(2))
    go(day(2))
    assert line(cup) == []
    assert Right.objects.filter(level=2).count() == 0


def test_a_right_that_was_used_stays(cup: Event) -> None:
    found = people(3)
    enter(cup, found)
    go(START)
    best_first(cup, found, day(1))
    go(day(1))
    for user in people(2, "Other"):
        enter(cup, [user])
        entry = cup.entries.get(user=user)
        Right.objects.create(event=cup, entry=entry, level=2, at=START, waits=True)
    cup.due_at = day(1)
    cup.save()
    go(day(1))
    assert cup.groups.filter(level=2).count() == 1
    for match in Match.objects.filter(board__pairing__group__level=1):
        annul(match.pk, "a broken die", None, lambda: day(2))
    go(day(2))
    assert Right.objects.filter(level=2, used_in__isnull=False).count() == 3


def test_bots_have_their_own(cup: Event) -> None:
    bots = [person(f"Bot_{number}", is_bot=True) for number in (1, 2, 3)]
    with pytest.raises(Forbidden, match="people_only"):
        entries.enter(cup.pk, bots[0])
    theirs = held(CUP, bots=True)
    with pytest.raises(Forbidden, match="bots_only"):
        entries.enter(theirs.pk, person("Anna"))
    enter(theirs, bots)
    go(START)
    assert groups(theirs) == [(1, 1, "123")]
    assert not Match.objects.filter(rated=True).exists()


def test_time_alone_ends_a_group_once(cup: Event, three: list[User]) -> None:
    time_passes(day(80))
    for _ in range(3):
        go(day(80))
    group = cup.groups.get()
    assert group.ended_at == day(80)
    assert Match.objects.filter(status="running").count() == 0
    assert Right.objects.filter(level=2).count() <= 1


@pytest.mark.django_db(transaction=True)
def test_everybody_enters_at_once(cup: Event) -> None:
    """Nine people, several workers: three groups, nobody twice in one."""
    found = people(9)
    race(*[lambda user=user: entries.enter(cup.pk, user, clock=lambda: START) for user in found])
    for user in found:
        if not cup.entries.filter(user=user).exists():  # it was told to try again
            enter(cup, [user])
    race(*[lambda: advance(cup.pk, lambda: START)] * 4)
    go(START)
    assert [number for _, number, _ in groups(cup)] == [1, 2, 3]
    assert playing(found) == [4] * 9
    best_first(cup, found, day(1))
    race(*[lambda: advance(cup.pk, lambda: day(1))] * 4)
    go(day(1))
    assert [group.level for group in cup.groups.all()] == [1, 1, 1, 2]
    assert Right.objects.filter(level=2).count() == 3
