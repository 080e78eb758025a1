"""A newcomer takes over seat, position and clock."""

from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import brake, calendar, clock_columns, ledgers
from golem.matches.dice_counts import dice_counts
from golem.matches.errors import ClocksBraked, MatchOver, NotAPlayer
from golem.matches.forecast import lost_at
from golem.matches.invariants.check import chosen, of_all, of_matches
from golem.matches.models import (
    Act,
    Boundary,
    Match,
    Move,
    SealedMove,
    Seat,
    Takeover,
    VacationDay,
)
from golem.matches.reopening import reopen
from golem.matches.replacing import replace_player
from golem.matches.selectors import awaiting, has_had_a_seat, matches_of
from golem.matches.services import resign, submit_move
from golem.outbox.models import Notice
from golem.play.verify import verify
from tests.matches.conftest import at, begin, client_of, person
from tests.matches.hours import RED_SETUP, SETUP, beat, h, set_left, sweep_at
from tests.matches.reopened import (
    all_right,
    document,
    fresh,
    left,
    play_on,
    refused,
    settle_at,
)
from tests.matches.reopened import waiting as notices

pytestmark = pytest.mark.django_db


def sound(match: Match, now: float = 1) -> None:
    all_right(match)
    assert verify(document(match), registry.load).problems == ()
    found = (*of_matches(chosen([match.pk], None), lambda _: None), *of_all(h(now)))
    lines = [one.line for one in found if not one.warning]
    assert [line for line in lines if "is to come" not in line] == []


def replaced(match: Match, old: User, new: User, hour: float) -> Match:
    return replace_player(match.pk, old, new, "Anna is ill", None, at(h(hour)))


def test_the_newcomer_plays_on(soccer: Match, anna: User, boris: User, clara: User) -> None:
    assert soccer.rated
    replaced(soccer, anna, clara, 5)
    found = fresh(soccer)
    assert {seat.name: seat.user for seat in found.seats.all()} == {"yellow": clara, "red": boris}
    assert not found.rated
    assert left(soccer, 9) == {"yellow": 231, "red": 240}
    with pytest.raises(NotAPlayer):
        submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(9)))
    submit_move(soccer.pk, clara, 1, SETUP, clock=at(h(9)))
    assert left(soccer, 9) == {"yellow": 240, "red": 240}
    sound(soccer)


def test_it_stays_unrated(soccer: Match, anna: User, boris: User, clara: User) -> None:
    replaced(soccer, anna, clara, 5)
    resign(soccer.pk, boris, at(h(6)))
    reopen(soccer.pk, "no", None, at(h(7)))
    assert not fresh(soccer).rated
    sound(soccer)


def test_days_count_for_who_sat_there(anna: User, boris: User, clara: User, settings: Any) -> None:
    """Anna's day before stays, Clara's day before does not come in; later ones the other way."""
    settings.VACATION_DAYS = 5
    match, hers, annas = (begin("streetsoccer", a, boris) for a in (anna, clara, anna))
    set_left(match, "yellow", 100)
    set_left(hers, "yellow", 20)
    set_left(annas, "yellow", 10)
    beat(30)
    settle_at(anna, 11)  # Anna's day at 10 h: the match has 124 h
    settle_at(clara, 21)  # Clara's day at 20 h is not for it
    assert left(match, 22) == {"yellow": 102, "red": 240}
    replaced(match, anna, clara, 22)
    assert left(match, 22) == {"yellow": 102, "red": 240}
    assert left(annas, 22)["yellow"] == 12
    beat(50)
    settle_at(anna, 40)  # Anna's day at 34 h is not for it any more
    assert left(match, 40)["yellow"] == 84
    settle_at(clara, 45)  # Clara's day at 44 h is
    assert left(match, 45)["yellow"] == 103
    assert VacationDay.objects.count() == 4
    for one in (match, hers, annas):
        sound(one, 45)
    lines = ledgers.ledgers_of(fresh(match)).seats["yellow"]
    assert [(line.reason, line.match) for line in lines if line.reason == "vacation"] == [
        ("vacation", annas.pk),
        ("vacation", hers.pk),
    ]


def test_a_day_spent_in_the_match_itself_is_of_who_spent_it(
    soccer: Match, anna: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 5
    sweep_at(241)
    replaced(soccer, anna, clara, 250)
    sweep_at(265)
    days = VacationDay.objects.order_by("at").values_list("player", "match", "at")
    assert list(days) == [(anna.pk, soccer.pk, h(240)), (clara.pk, soccer.pk, h(264))]
    sound(soccer, 265)


def test_what_is_due_comes_first(
    soccer: Match, anna: User, boris: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    beat(300)
    with pytest.raises(MatchOver):
        replaced(soccer, anna, clara, 300)
    assert fresh(soccer).how == "timeout"
    hers = begin("streetsoccer", clara, boris)
    other = begin("streetsoccer", anna, boris)
    submit_move(other.pk, anna, 1, SETUP, clock=at(h(1)))
    submit_move(other.pk, boris, 2, RED_SETUP, clock=at(h(239)))
    replaced(other, boris, clara, 241)
    assert fresh(hers).how == "timeout"
    sound(other)


def test_a_day_of_the_newcomer_that_is_due_is_spent_before(
    soccer: Match, anna: User, boris: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 5
    hers = begin("streetsoccer", clara, boris)
    set_left(hers, "yellow", 20)
    beat(30)
    replaced(soccer, anna, clara, 22)
    assert VacationDay.objects.get().at == h(20)
    assert left(soccer, 22)["yellow"] == 218
    sound(soccer)


def test_the_brake_keeps_seats_from_changing(
    soccer: Match, anna: User, boris: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 5
    hers = begin("streetsoccer", clara, boris)
    set_left(hers, "yellow", 20)
    beat(30)
    brake.put_on("test", h(10), by_hand=True)
    with pytest.raises(ClocksBraked):
        replaced(soccer, anna, clara, 22)
    assert not Takeover.objects.exists()


def test_a_sealed_move_stands_unseen(duel: str, anna: User, boris: User, clara: User) -> None:
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    path = f"/api/v1/matches/{match.pk}/"
    assert client_of(anna).get(path).json()["sealed"] == "N3"
    replaced(match, anna, clara, 5)
    assert client_of(clara).get(path).json()["sealed"] == ""
    assert client_of(anna).get(path).json()["sealed"] is None
    assert client_of(clara).get(path).json()["clocks"]["left"]["running"] is False
    assert not awaiting(clara).exists()
    sound(match)
    submit_move(match.pk, boris, 1, "N1", clock=at(h(9)))
    assert Move.objects.get(match=match, seat="left").notation == "N3"
    assert fresh(match).score == {"left": 1, "right": 0}
    sound(match)


def test_the_page_tells_a_sealed_move_to_whom_sealed_it(
    client: Any, duel: str, anna: User, boris: User, clara: User
) -> None:
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    client.force_login(anna)
    assert "You have chosen N3" in client.get(f"/matches/{match.pk}/").content.decode()
    replaced(match, anna, clara, 5)
    client.force_login(clara)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "N3" not in page
    assert 'name="notation"' in page
    assert "You have chosen" not in page
    assert "Whoever played here before has chosen" in page


def test_a_sealed_move_may_be_replaced(duel: str, anna: User, boris: User, clara: User) -> None:
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    replaced(match, anna, clara, 5)
    submit_move(match.pk, clara, 1, "N2", clock=at(h(6)))
    row = SealedMove.objects.get()
    assert (row.notation, row.at) == ("N2", h(1))
    assert client_of(clara).get(f"/api/v1/matches/{match.pk}/").json()["sealed"] == "N2"
    submit_move(match.pk, boris, 1, "N1", clock=at(h(9)))
    sound(match)


def test_again_and_back_again(soccer: Match, anna: User, boris: User, clara: User) -> None:
    replaced(soccer, anna, clara, 5)
    replaced(soccer, clara, anna, 6)
    replaced(soccer, boris, clara, 7)
    users = {seat.name: seat.user for seat in fresh(soccer).seats.all()}
    assert users == {"yellow": anna, "red": clara}
    play_on(soccer, 3, 8)
    sound(soccer)


def test_who_may_not_take_over(
    soccer: Match, anna: User, boris: User, clara: User, computer: User
) -> None:
    refused("not_a_player", partial(replaced, soccer, clara, boris, 5))
    refused("already_seated", partial(replaced, soccer, anna, boris, 5))
    refused("already_seated", partial(replaced, soccer, anna, anna, 5))
    refused("other_kind", partial(replaced, soccer, anna, computer, 5))
    clara.is_active = False
    clara.save()
    refused("player_gone", partial(replaced, soccer, anna, clara, 5))
    dora = person("Dora")
    act = partial(replace_player, soccer.pk, anna, dora, " ", None, at(h(5)))
    refused("bad_reason", act)
    refused("no_such_match", partial(replace_player, 10**9, anna, dora, "so", None, at(h(5))))
    resign(soccer.pk, anna, at(h(6)))
    refused("match_over", partial(replaced, soccer, anna, dora, 7))
    assert fresh(soccer).rated
    assert not Act.objects.exists()


def test_a_bot_for_a_bot(waiting: Match, computer: User, clara: User) -> None:
    bot = person("Robot", is_bot=True)
    replaced(waiting, computer, bot, 5)
    refused("other_kind", partial(replaced, waiting, bot, clara, 6))
    replaced(waiting, bot, computer, 7)
    assert waiting.seats.filter(user=computer).exists()
    assert list(Takeover.objects.order_by("pk").values_list("new", flat=True)) == [
        bot.pk,
        computer.pk,
    ]
    sound(waiting)


def test_lists_calendar_and_forecast_follow(soccer: Match, anna: User, clara: User) -> None:
    replaced(soccer, anna, clara, 5)
    assert [match.pk for match in matches_of(clara)] == [soccer.pk]
    assert not matches_of(anna).exists()
    assert [match.pk for match in awaiting(clara)] == [soccer.pk]

    def feed(user: User) -> bytes:
        return calendar.feed(user, lambda match: "https://example.org", "example.org", h(6))

    assert b"BEGIN:VEVENT" in feed(clara)
    assert b"BEGIN:VEVENT" not in feed(anna)
    assert lost_at(clara, fresh(soccer)) == h(240 + 24 * 20)
    assert lost_at(anna, fresh(soccer)) is None
    assert has_had_a_seat(anna)


def test_dice_are_of_who_played_with_them(
    soccer: Match, anna: User, boris: User, clara: User
) -> None:
    play_on(soccer, 4, 1)
    before = {user: sum(face.count for face in dice_counts(user)) for user in (anna, boris)}
    replaced(soccer, anna, clara, 5)
    after = {user: sum(face.count for face in dice_counts(user)) for user in (anna, boris)}
    assert after == before
    assert sum(face.count for face in dice_counts(clara)) == 0
    play_on(soccer, 2, 6)
    assert sum(face.count for face in dice_counts(clara)) > 0
    assert sum(face.count for face in dice_counts(anna)) == before[anna]


def test_lines_of_text_are_of_who_wrote_them(
    soccer: Match, anna: User, boris: User, clara: User
) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, "from Anna", at(h(1)))
    submit_move(soccer.pk, boris, 2, RED_SETUP, clock=at(h(2)))
    replaced(soccer, anna, clara, 5)
    move = client_of(clara).get(f"/api/v1/matches/{soccer.pk}/").json()["legal"][0]
    submit_move(soccer.pk, clara, 3, move, "from Clara", at(h(6)))

    def heard() -> list[str]:
        log = client_of(boris).get(f"/api/v1/matches/{soccer.pk}/moves/").json()
        return [row["note"] for row in log["results"] if row["note"]]

    assert heard() == ["from Anna", "from Clara"]
    Boundary.objects.create(holder=boris, other=anna, kind="mute", created_at=h(6))
    assert heard() == ["from Clara"]
    Boundary.objects.update(other=clara)
    assert heard() == ["from Anna"]


def test_everybody_can_read_it(
    client: Any, soccer: Match, anna: User, clara: User, settings: Any
) -> None:
    replace_player(soccer.pk, anna, clara, "Anna is ill", anna, at(h(5)))
    page = client.get(f"/matches/{soccer.pk}/").content.decode()
    assert "Clara plays on for Anna (yellow); from then on unrated" in page
    assert "Clara took over this clock from Anna, as it was." in page
    clocks = client.get(f"/api/v1/matches/{soccer.pk}/clocks/").json()
    (row,) = clocks["takeovers"]
    assert (row["old"], row["new"], row["seat"], row["ply"]) == ("Anna", "Clara", "yellow", 1)
    assert row["reason"] == "Anna is ill"
    acts = client.get(f"/api/v1/matches/{soccer.pk}/").json()["acts"]
    assert [(act["kind"], act["seat"]) for act in acts] == [("replace", "yellow")]
    text = client.get(f"/api/v1/matches/{soccer.pk}/export/text/").content.decode()
    assert "as yellow: Anna by Clara" in text


def test_all_three_are_told(soccer: Match, anna: User, boris: User, clara: User) -> None:
    from golem.outbox.tasks import send_due

    Notice.objects.all().delete()
    replace_player(soccer.pk, anna, clara, "Anna is ill", None, at(timezone.now()))
    told = [row[:2] for row in notices()]
    assert told == [
        ("player_replaced", "Anna"),
        ("player_replaced", "Boris"),
        ("player_replaced", "Clara"),
        ("your_turn", "Clara"),
    ]
    send_due()
    bodies = {tuple(one.to): one.subject + str(one.body) for one in mail.outbox}
    assert "Clara plays on for you against Boris" in bodies["anna@example.org",]
    assert "Clara plays on for Anna against you" in bodies["boris@example.org",]
    assert "You play on for Anna against Boris" in bodies["clara@example.org",]
    assert all("Anna is ill" in body for body in bodies.values())


def test_a_takeover_that_does_not_lead_on_is_found(
    soccer: Match, anna: User, boris: User, clara: User
) -> None:
    replaced(soccer, anna, clara, 5)
    dora = person("Dora")
    Seat.objects.filter(match=soccer, name="yellow").update(user=dora)
    assert any("then player" in one.line for one in of_all(h(6)))
    Seat.objects.filter(match=soccer, name="yellow").update(user=clara)
    Match.objects.update(rated=True)
    assert any("rated" in one.line for one in of_all(h(6)))


def test_columns_are_mended_as_they_were(
    soccer: Match, anna: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 5
    sweep_at(241)
    replaced(soccer, anna, clara, 250)
    before = list(Seat.objects.order_by("pk").values_list("left", "runs_since", "zero_at"))
    Seat.objects.update(left=F("left") * 2)
    clock_columns.correct(fresh(soccer))
    assert list(Seat.objects.order_by("pk").values_list("left", "runs_since", "zero_at")) == before
