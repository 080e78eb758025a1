"""The ladder: rungs, asking, climbing, leaving."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from accounts.models import User
from golem.matches.annulment import annul
from golem.matches.models import Boundary, Match
from golem.outbox.models import Notice
from golem.rest.refusals import Conflict, Refused
from tests.racing import race
from tests.tournaments.series.held import (
    DAY,
    START,
    day,
    enter,
    go,
    held,
    names,
    people,
    time_passes,
    wins,
)
from tournaments import entries
from tournaments.advance import advance
from tournaments.ladder import results, rungs
from tournaments.ladder.asking import ask
from tournaments.models import Board, Event, News, Pairing
from tournaments.withdrawals import withdraw

LADDER = Event.Kind.LADDER


@pytest.fixture
def ladder(db: None) -> Event:
    return held(LADDER)


@pytest.fixture
def nine(ladder: Event) -> list[User]:
    """Nine people who entered in this order."""
    found = people(9)
    enter(ladder, found)
    return found


def asks(event: Event, user: User, now: datetime = START) -> str:
    """Let ``user`` ask; return against whom the match is, or the code of the refusal."""
    try:
        match = ask(event.pk, user, clock=lambda: now)
    except Refused as error:
        return error.code
    other = match.seats.exclude(user=user).get()
    return other.user.username


def order(event: Event) -> str:
    """Return the last letters of the names on the ladder, the top first."""
    return "".join(name[-1] for name in names(rungs.group_of(event)))


def test_a_new_player_enters_last(ladder: Event, nine: list[User]) -> None:
    assert order(ladder) == "123456789"
    with pytest.raises(Conflict, match="entered_already"):
        entries.enter(ladder.pk, nine[0])


def test_the_server_finds_the_highest_within_reach(ladder: Event, nine: list[User]) -> None:
    """From place 9 one reaches three places up: 6, 7, 8."""
    assert asks(ladder, nine[8]) == "Player_6"
    assert asks(ladder, nine[8]) == "challenge_out"
    assert asks(ladder, nine[0]) == "top_of_ladder"
    assert asks(ladder, people(1, "Other")[0]) == "not_on_ladder"


def test_nobody_is_asked_by_more_than_two(ladder: Event, nine: list[User]) -> None:
    """Places 6, 7, 8 and 9 reach three up, 5 too."""
    asked = [asks(ladder, nine[number - 1]) for number in (6, 7, 8, 9, 5, 4, 3, 2)]
    assert asked == [
        *("Player_3", "Player_4", "Player_5", "Player_6"),
        *("Player_2", "Player_2", "Player_1", "Player_1"),
    ]
    assert max(Pairing.objects.filter(second__number=n).count() for n in range(1, 10)) == 2


def test_nobody_is_left(ladder: Event) -> None:
    found = people(4)
    enter(ladder, found)
    assert asks(ladder, found[1]) == "Player_1"
    assert asks(ladder, found[2]) == "Player_1"
    assert asks(ladder, found[3]) == "Player_2"
    wins(found[0], found[1], day(1))
    assert asks(ladder, found[1], day(2)) == "nobody_available"  # the same pair, a day later
    assert asks(ladder, found[1], day(15.5)) == "Player_1"


def test_who_keeps_whom_at_a_distance(ladder: Event, nine: list[User]) -> None:
    Boundary.objects.create(holder=nine[5], other=nine[8], kind="block", created_at=START)
    Boundary.objects.create(holder=nine[8], other=nine[6], kind="mute", created_at=START)
    assert asks(ladder, nine[8]) == "Player_7"


def test_a_winner_takes_the_place_of_the_loser(ladder: Event, nine: list[User]) -> None:
    asks(ladder, nine[8])
    wins(nine[8], nine[5], day(1))
    go(day(1))
    assert order(ladder) == "123459678"
    asks(ladder, nine[7], day(2))  # place 9 reaches place 6, which is Player_9 now
    wins(nine[8], nine[7], day(3))
    go(day(3))
    assert order(ladder) == "123459678", "who stands higher and wins stays"


def test_places_are_read_when_the_match_ends(ladder: Event, nine: list[User]) -> None:
    assert asks(ladder, nine[8]) == "Player_6"
    assert asks(ladder, nine[5]) == "Player_3"
    wins(nine[5], nine[2], day(1))  # 1 2 6 3 4 5 7 8 9
    wins(nine[8], nine[5], day(2))  # 1 2 9 6 3 4 5 7 8
    go(day(3))
    assert order(ladder) == "129634578"


def test_a_result_that_comes_late_counts_at_its_instant(ladder: Event, nine: list[User]) -> None:
    """6 took place 3 before 9 beat 6; the news of it is held back until later."""
    asks(ladder, nine[5])
    asks(ladder, nine[8])
    first = wins(nine[5], nine[2], day(1))
    held_back = News.objects.get(match=first)
    held_back.delete()
    wins(nine[8], nine[5], day(2))
    go(day(2))
    assert order(ladder) == "123459678", "as far as anybody knows"
    held_back.save()
    go(day(3))
    assert order(ladder) == "129634578"


def test_sides_alternate(ladder: Event, nine: list[User]) -> None:
    sat = []
    for number in range(4):
        now = day(20 * number)
        match = ask(ladder.pk, nine[8], clock=partial(day, 20 * number))
        sat.append(match.seats.get(user=nine[8]).name)
        wins(match.seats.exclude(user=nine[8]).get().user, nine[8], now + DAY)
        go(now + DAY)
    assert sat == ["yellow", "red", "yellow", "red"]


def test_who_leaves_loses_and_the_gap_is_closed(ladder: Event, nine: list[User]) -> None:
    asks(ladder, nine[8])
    asks(ladder, nine[5])
    withdraw(ladder.pk, nine[5], clock=lambda: day(1))
    go(day(1))
    ended = [(match.how, match.seats.get(name=match.winner).user) for match in _all()]
    assert ended == [("withdrawal", nine[8]), ("withdrawal", nine[2])]
    assert order(ladder) == "12345978", "9 took the place of 6, who then left"
    assert asks(ladder, nine[5], day(2)) == "not_on_ladder"
    enter(ladder, [nine[5]], day(3))
    assert order(ladder) == "123459786"
    assert not results.refold(rungs.group_of(ladder))


def _all() -> list[Match]:
    return list(Match.objects.order_by("pk"))


def test_who_never_played_leaves_without_a_trace(ladder: Event, nine: list[User]) -> None:
    entries.leave(ladder.pk, nine[3])
    assert order(ladder) == "12356789"
    assert not ladder.entries.filter(user=nine[3]).exists()
    enter(ladder, [nine[3]])
    assert order(ladder) == "123567894"


def test_an_annulled_match_never_was(ladder: Event, nine: list[User]) -> None:
    asks(ladder, nine[8])
    match = wins(nine[8], nine[5], day(1))
    go(day(1))
    asks(ladder, nine[7], day(2))
    wins(nine[7], nine[8], day(3))
    go(day(3))
    assert order(ladder) == "123458967"
    annul(match.pk, "a broken die", None, lambda: day(4))
    go(day(4))
    assert order(ladder) == "123456789", "8 beat 9, who had stood below"
    assert not results.refold(rungs.group_of(ladder))


def test_time_alone_ends_every_challenge(ladder: Event, nine: list[User]) -> None:
    for user in nine:
        asks(ladder, user)
    assert Match.objects.count() == 8
    time_passes(day(80))
    go(day(80))
    assert not Pairing.objects.filter(decided_at=None).exists()
    assert not Board.objects.filter(result="").exists()
    assert sorted(order(ladder)) == list("123456789")


@pytest.mark.django_db(transaction=True)
def test_many_clicks_at_once(ladder: Event) -> None:
    found = people(9)
    enter(ladder, found)
    answers = race(*[lambda: ask(ladder.pk, found[8], lambda: START)] * 4)
    assert [type(one).__name__ for one in answers].count("Match") == 1
    asked = race(*[lambda user=user: ask(ladder.pk, user, lambda: START) for user in found[5:]])
    assert [type(one).__name__ for one in asked].count("Match") == 3
    assert Match.objects.count() == 4
    for match in Match.objects.prefetch_related("seats__user"):
        winner, loser = (seat.user for seat in match.seats.all())
        wins(winner, loser, day(1))
    race(*[lambda: advance(ladder.pk, lambda: day(1))] * 4)
    assert not Pairing.objects.filter(decided_at=None).exists()
    assert not results.refold(rungs.group_of(ladder))
    assert sorted(order(ladder)) == list("123456789")


def test_what_the_players_are_told(ladder: Event, nine: list[User]) -> None:
    asks(ladder, nine[8])
    wins(nine[8], nine[5], day(1))
    go(day(1))
    told = Notice.objects.filter(kind__startswith="ladder").order_by("pk")
    assert list(told.values_list("kind", "user")) == [
        ("ladder_asked", nine[5].pk),
        ("ladder_moved", nine[8].pk),
        ("ladder_moved", nine[5].pk),
    ]


def test_a_day_counts_from_the_end(ladder: Event, nine: list[User]) -> None:
    asks(ladder, nine[1])
    wins(nine[0], nine[1], day(5))
    go(day(5))
    assert asks(ladder, nine[1], day(19) - timedelta(seconds=1)) == "nobody_available"
    assert asks(ladder, nine[1], day(19)) == "Player_1"
