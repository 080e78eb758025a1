"""What is due happens at its own instant, in order, once, whenever it is settled."""

from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches import clock_columns, hooks, nudges, settle, sweep
from golem.matches.errors import MatchOver
from golem.matches.models import Brake, Heartbeat, Match, Move, Seat, VacationDay
from golem.matches.services import resign, submit_move
from golem.matches.transactions import in_transaction
from golem.outbox.models import Notice
from tests.matches.conftest import NOON, at, begin, client_of, person
from tests.matches.hours import SETUP, h, set_left, sweep_at
from tests.matches.settled import columns_equal_ledgers, days_of, results
from tests.racing import race

LOST = [("timeout", "red", 49.0), ("timeout", "red", 53.0), ("", "", None)]


@pytest.mark.parametrize("sweeps", [(1, 25, 49, 53), (60,), (1, 1, 26, 60, 60), range(61)])
def test_any_sweeps_give_the_same_days_and_ends(
    three: list[Match], anna: User, boris: User, sweeps: Iterable[float]
) -> None:
    for hours in sweeps:
        sweep_at(hours)
    assert days_of(anna) == [(1, 1.0), (2, 25.0)]
    assert days_of(boris) == []
    assert results(three) == LOST
    last = three[2].seats.get(name="yellow")
    assert last.left == timedelta(hours=148)
    columns_equal_ledgers()


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_give_the_same(three: list[Match], anna: User) -> None:
    Heartbeat.objects.create(pk=1, at=h(60))
    race(*[lambda: sweep.run(at(h(60)))] * 4)
    sweep_at(60)
    assert days_of(anna) == [(1, 1.0), (2, 25.0)]
    assert results(three) == LOST


def test_a_move_in_time_and_a_move_too_late(soccer: Match, anna: User) -> None:
    """No sweep has run: the deadline decides all the same."""
    Heartbeat.objects.create(pk=1, at=h(720))
    end = NOON + timedelta(hours=240) + timedelta(days=20)
    with pytest.raises(MatchOver):
        submit_move(soccer.pk, anna, 1, SETUP, clock=at(end))
    match = Match.objects.get()
    assert (match.how, match.winner, match.ended_at) == ("timeout", "red", end)
    assert VacationDay.objects.count() == 20
    assert not Move.objects.exists()


def test_a_move_just_before_the_deadline_goes_on(soccer: Match, anna: User) -> None:
    Heartbeat.objects.create(pk=1, at=h(720))
    last = NOON + timedelta(hours=240) + timedelta(days=20) - timedelta(seconds=1)
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(last))
    seat = soccer.seats.get(name="yellow")
    assert seat.left == timedelta(hours=36, seconds=1)
    columns_equal_ledgers()


def test_a_refused_move_costs_no_time_and_earns_none(soccer: Match, anna: User) -> None:
    with pytest.raises(Exception, match="centre_circle"):
        submit_move(soccer.pk, anna, 1, "Paebicg", clock=at(h(100)))
    seat = soccer.seats.get(name="yellow")
    assert (seat.left, seat.runs_since) == (timedelta(hours=240), NOON)
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(100)))
    assert soccer.seats.get(name="yellow").left == timedelta(hours=176)


def test_a_late_move_in_one_match_settles_the_others_too(three: list[Match], anna: User) -> None:
    Heartbeat.objects.create(pk=1, at=h(60))
    with pytest.raises(MatchOver):
        submit_move(three[0].pk, anna, 1, SETUP, clock=at(h(60)))
    assert results(three) == LOST


def test_an_outage_stops_all_clocks(anna: User, boris: User, settings: Any) -> None:
    """Beats until 13:00, then none for six hours: what was due in them is not lost."""
    settings.VACATION_DAYS = 0
    matches = [begin("streetsoccer", anna, boris) for _ in range(3)]
    for match, left in zip(matches, (3, 7.5, 100), strict=True):
        set_left(match, "yellow", left)
    sweep.beat(h(0))
    for minute in range(1, 61):
        sweep.beat(h(minute / 60))
    sweep.run(at(h(7.02)))
    assert results(matches) == [("", "", None)] * 3
    sweep.beat(h(7))
    sweep.beat(h(7 + 1 / 60))
    sweep.run(at(h(7.02)))
    zeros = [seat.zero_at for seat in Seat.objects.filter(to_move=True).order_by("match")]
    assert zeros == [h(9), h(13.5), h(106)]
    for hour in range(7 * 12, 14 * 12 + 2):
        sweep.beat(h(hour / 12))
    sweep.run(at(h(14)))
    assert results(matches) == [
        ("timeout", "red", 9.0),
        ("timeout", "red", 13.5),
        ("", "", None),
    ]
    columns_equal_ledgers()


def test_what_was_due_before_an_outage_is_settled_as_due_before_it(
    anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    match = begin("streetsoccer", anna, boris)
    set_left(match, "yellow", 1)
    sweep.beat(h(1.1))
    sweep.beat(h(9))
    sweep.run(at(h(9)))
    assert results([match]) == [("timeout", "red", 1.0)]


def test_while_no_heartbeat_comes_moves_go_on(anna: User, boris: User, settings: Any) -> None:
    """The clock stands since the last heartbeat, and the move gets through."""
    settings.VACATION_DAYS = 0
    match = begin("streetsoccer", anna, boris)
    set_left(match, "yellow", 1)
    sweep.beat(h(0.5))
    submit_move(match.pk, anna, 1, SETUP, clock=at(h(5)))
    sweep.beat(h(5.01))
    assert match.seats.get(name="yellow").left == timedelta(hours=36.5)
    assert match.seats.get(name="red").zero_at == h(5.01 + 240)
    columns_equal_ledgers()


def test_a_short_silence_gives_nothing(anna: User, boris: User) -> None:
    begin("streetsoccer", anna, boris)
    sweep.beat(h(1))
    sweep.beat(h(1.24))
    assert Seat.objects.get(to_move=True).zero_at == h(240)


def test_a_freeze_lasts_until_the_thaw(anna: User, boris: User) -> None:
    match = begin("streetsoccer", anna, boris)
    sweep.freeze("checking", h(10))
    assert Seat.objects.get(to_move=True).zero_at is None
    sweep_at(9999)
    assert results([match]) == [("", "", None)]
    sweep.thaw(h(9999))
    assert Seat.objects.get(to_move=True).zero_at == h(240 + 9989)
    columns_equal_ledgers()


def test_the_brake_holds_when_far_too_much_is_due(anna: User, boris: User, settings: Any) -> None:
    settings.BRAKE_ABOVE_MATCHES = 3
    matches = [begin("streetsoccer", anna, boris) for _ in range(5)]
    sweep_at(24 * 400)
    assert Brake.objects.exists()
    assert results(matches) == [("", "", None)] * 5
    assert not VacationDay.objects.exists()
    client = client_of(anna)
    body = {"notation": SETUP, "ply": 1}
    from golem.matches import services

    with pytest.raises(Exception, match="clocks_braked"):
        services.submit_move(matches[0].pk, anna, 1, SETUP, clock=at(h(24 * 400)))
    assert (
        client.post(f"/api/v1/matches/{matches[0].pk}/moves/", body, format="json").status_code
        == 201
    )


def test_one_broken_match_does_not_stop_the_sweep(
    anna: User, boris: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    broken, sound = begin("streetsoccer", anna, boris), begin("streetsoccer", clara, boris)
    submit_move(broken.pk, anna, 1, SETUP, clock=at(NOON))
    submit_move(broken.pk, boris, 2, "Pacbdej", clock=at(NOON))
    Move.objects.filter(match=broken, ply=1).update(notation="Pcgcgcg")
    sweep_at(300)
    assert results([sound]) == [("timeout", "red", 240.0)]
    assert results([broken]) == [("", "", None)]


def test_fifty_matches_nobody_visits(anna: User, settings: Any) -> None:
    settings.VACATION_DAYS = 0
    settings.BRAKE_ABOVE_MATCHES = 100
    matches = []
    for number in range(50):
        match = begin("streetsoccer", person(f"Player{number}"), anna)
        set_left(match, "yellow", 1 + number)
        matches.append(match)
    sweep_at(24 * 30)
    assert results(matches) == [("timeout", "red", 1.0 + number) for number in range(50)]


def test_forty_nine_end_in_the_order_of_their_deadlines(
    anna: User, boris: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """All of the same two people; the one whose log is broken is told, and keeps up none."""
    settings.VACATION_DAYS = 0
    matches = [begin("streetsoccer", anna, boris) for _ in range(50)]
    for number, match in enumerate(reversed(matches)):
        set_left(match, "yellow", 1 + number)
    broken = matches.pop(25)
    Match.objects.filter(pk=broken.pk).update(game="chess")
    sweep_at(24 * 30)
    ended = Notice.objects.filter(kind="match_over", user=boris).order_by("pk")
    assert list(ended.values_list("subject", flat=True)) == [m.pk for m in reversed(matches)]
    assert results([broken]) == [("", "", None)]
    assert f"match {broken.pk} is lost on time and could not be ended" in caplog.text


def test_a_broken_match_is_told_once_and_does_not_come_again(
    anna: User, boris: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Its clock is put aside, its players play on elsewhere; mended, it is lost as it was due."""
    settings.VACATION_DAYS = 0
    broken, other = begin("streetsoccer", anna, boris), begin("streetsoccer", boris, anna)
    Match.objects.filter(pk=broken.pk).update(game="chess")
    set_left(other, "yellow", 999)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": h(300)})
    assert sweep.run(at(h(300))) == 1
    assert sweep.run(at(h(300))) == 0
    submit_move(other.pk, boris, 1, SETUP, clock=at(h(300)))
    assert caplog.text.count("could not be ended") == 1
    Match.objects.filter(pk=broken.pk).update(game="streetsoccer")
    clock_columns.correct(Match.objects.get(pk=broken.pk))
    sweep_at(300)
    assert results([broken]) == [("timeout", "red", 240.0)]


def pairs(number: int) -> list[Match]:
    """Begin matches of so many pairs of people whom nobody has met."""
    first = User.objects.count()
    people = [person(f"Of{first + at}") for at in range(2 * number)]
    return [begin("streetsoccer", *two) for two in zip(people[::2], people[1::2], strict=True)]


@pytest.mark.parametrize("vacation", [0, 1], ids=["lost", "a day spent"])
def test_a_sweep_asks_as_much_for_many_as_for_few(
    vacation: int, db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What hears of results hears of all of a transaction at once, and no worker is nudged."""
    settings.VACATION_DAYS, settings.BRAKE_ABOVE_MATCHES = vacation, 100
    heard: list[int] = []
    monkeypatch.setattr(hooks, "on_result", [*hooks.on_result, lambda all: heard.append(len(all))])
    monkeypatch.setattr(nudges, "after_end", [lambda match: heard.append(-1)])
    asked = []
    for number in (3, 20):
        pairs(number)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": h(250)})
        with CaptureQueriesContext(connection) as captured:
            sweep.run(at(h(250)))
        asked.append(len(captured))
    assert not Seat.objects.filter(zero_at__lte=h(250)).exists()
    assert asked[0] == asked[1] < 45
    assert heard == ([] if vacation else [3, 20])


def test_of_many_that_are_lost_together_a_broken_one_holds_up_none(
    db: None, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.VACATION_DAYS, settings.BRAKE_ABOVE_MATCHES = 0, 100
    matches = pairs(6)
    Match.objects.filter(pk=matches[2].pk).update(game="chess")
    Heartbeat.objects.create(pk=1, at=h(300))
    assert sweep.run(at(h(300))) == 1
    assert results(matches[:2] + matches[3:]) == [("timeout", "red", 240.0)] * 5
    assert caplog.text.count("could not be ended") == 1
    left = Seat.objects.filter(match=matches[2].pk, runs_since__isnull=False)
    assert list(left.values_list("zero_at", flat=True)) == [None]


@pytest.mark.django_db(transaction=True)
def test_a_move_at_the_deadline_and_a_sweep_exclude_each_other(
    anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    Heartbeat.objects.create(pk=1, at=h(240))
    for offset in (-2, -1, 0, 1, 2) * 8:
        match = begin("streetsoccer", anna, boris)
        instant = h(240) + timedelta(milliseconds=offset)
        moved, _ = race(
            lambda: submit_move(match.pk, anna, 1, SETUP, clock=at(instant)),
            lambda: sweep.run(at(h(240))),
        )
        match.refresh_from_db()
        over = match.status == Match.Status.FINISHED
        assert over == isinstance(moved, MatchOver), (offset, moved)
        assert match.ply == (1 if over else 2)
        if not over:
            resign(match.pk, anna, clock=at(h(241)))


def test_in_transaction_is_what_settles(three: list[Match], anna: User) -> None:
    """A refusal after a settlement does not undo it."""
    Heartbeat.objects.create(pk=1, at=h(60))

    def refused() -> None:
        resign(three[0].pk, anna, clock=at(h(60)))

    with pytest.raises(MatchOver):
        in_transaction(refused)
    assert results(three) == LOST


def test_instants_are_utc(soccer: Match) -> None:
    zero = Seat.objects.get(to_move=True).zero_at
    assert zero is not None
    assert zero.tzinfo == UTC


def test_wrong_clock_columns_are_found_and_mended(soccer: Match, anna: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(100)))
    Seat.objects.filter(name="yellow").update(left=timedelta(hours=9))
    Seat.objects.filter(name="red").update(zero_at=None)
    assert set(clock_columns.differences(soccer)) == {"left:yellow", "zero_at:red"}
    clock_columns.correct(soccer)
    columns_equal_ledgers()


def test_a_bots_match_is_not_settled_ahead_of_its_players_others(
    duel: str, anna: User, boris: User, settings: Any
) -> None:
    """Both clocks of the bot's match reach zero at 240 h, but Anna's only day is spent at 5 h."""
    settings.VACATION_DAYS = 1
    with_bot = begin(duel, anna, person("Botty", is_bot=True))
    other = begin("streetsoccer", anna, boris)
    set_left(other, "yellow", 5)
    Heartbeat.objects.create(pk=1, at=h(300))
    in_transaction(lambda: settle.settle_match(with_bot.pk, h(300)))
    assert days_of(anna) == [(1, 5.0)]
    assert results([with_bot, other]) == [("timeout", "left", 240.0), ("timeout", "red", 29.0)]
