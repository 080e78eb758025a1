"""Challenges: terms, who may do what, expiry, rematch, bots, blocks."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.selectors import house
from golem.matches import boundaries, challenges
from golem.matches.challenges import Terms
from golem.matches.models import Boundary, Challenge, Match
from golem.matches.selectors import waiting_room
from golem.matches.services import resign
from golem.rest.refusals import Refused
from tests.matches.conftest import NOON, at, person

SOCCER = Terms("streetsoccer")


def code_of(act: Any) -> str:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.code


def offer(anna: User, to: User | None = None, **terms: Any) -> Challenge:
    return challenges.create(anna, to, Terms("streetsoccer", **terms), at(NOON))


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms("chess"), "unknown_game"),
        (Terms("streetsoccer", seat="green"), "unknown_seat"),
        (Terms("streetsoccer", control="bullet"), "unknown_time_control"),
        (Terms("streetsoccer", options={"length": 90}), "unknown_option"),
    ],
)
def test_terms_that_make_no_sense(anna: User, terms: Terms, code: str) -> None:
    assert code_of(lambda: challenges.create(anna, None, terms)) == code
    assert not Challenge.objects.exists()


@pytest.mark.parametrize(("seat", "yellow"), [("yellow", "Anna"), ("red", "Boris")])
def test_accepting_starts_the_match_on_the_agreed_terms(
    anna: User, boris: User, seat: str, yellow: str
) -> None:
    made = offer(anna, seat=seat, control="days-3")
    match = challenges.accept(made.pk, boris, at(NOON))
    assert match.seats.get(name="yellow").user.username == yellow
    assert (match.control, match.bank, match.started_at) == ("days-3", 3 * 86400, NOON)
    assert Challenge.objects.get().match == match


def test_without_a_seat_the_sides_are_drawn(anna: User, boris: User) -> None:
    sides = set()
    for _ in range(40):
        match = challenges.accept(offer(anna, boris).pk, boris)
        sides.add(match.seats.get(name="yellow").user.username)
    assert sides == {"Anna", "Boris"}


def test_who_may_answer_a_challenge(anna: User, boris: User, clara: User) -> None:
    to_boris, to_all = offer(anna, boris), offer(anna)
    assert code_of(lambda: challenges.accept(to_boris.pk, clara)) == "no_such_challenge"
    assert code_of(lambda: challenges.accept(to_boris.pk, anna)) == "own_challenge"
    assert code_of(lambda: challenges.decline(to_all.pk, clara)) == "not_your_challenge"
    assert code_of(lambda: challenges.cancel(to_boris.pk, boris)) == "not_your_challenge"
    assert code_of(lambda: challenges.accept(999, boris)) == "no_such_challenge"
    challenges.decline(to_boris.pk, boris)
    assert code_of(lambda: challenges.accept(to_boris.pk, boris)) == "challenge_over"


def test_a_challenge_ends_after_14_days_also_when_no_task_ran(anna: User, boris: User) -> None:
    made = offer(anna)
    last = NOON + timedelta(days=14)
    assert code_of(lambda: challenges.accept(made.pk, boris, at(last))) == "challenge_over"
    assert challenges.expire(last - timedelta(seconds=1)) == 0
    assert challenges.expire(last) == 1
    assert challenges.expire(last) == 0
    assert Challenge.objects.get().status == "expired"


def test_a_rematch_swaps_sides_and_keeps_terms(anna: User, boris: User, soccer: Match) -> None:
    assert code_of(lambda: challenges.rematch(soccer.pk, anna)) == "match_running"
    resign(soccer.pk, boris)
    made = challenges.rematch(soccer.pk, anna)
    assert (made.seat, made.opponent, made.status) == ("red", boris, "open")
    assert code_of(lambda: challenges.rematch(soccer.pk, anna)) == "rematch_offered"
    taken = challenges.rematch(soccer.pk, boris)
    assert taken.match is not None
    assert taken.match.seats.get(name="red").user == anna


def test_a_rematch_can_be_offered_again_after_it_was_declined(
    anna: User, boris: User, soccer: Match
) -> None:
    resign(soccer.pk, boris)
    challenges.decline(challenges.rematch(soccer.pk, anna).pk, boris)
    assert challenges.rematch(soccer.pk, boris).status == "open"


def test_who_is_blocked_cannot_challenge_nor_take(anna: User, boris: User) -> None:
    made = offer(anna)
    boundaries.put_up(anna, boris, Boundary.Kind.BLOCK, NOON)
    assert code_of(lambda: offer(boris, anna)) == "blocked"
    assert code_of(lambda: challenges.accept(made.pk, boris, at(NOON))) == "blocked"
    assert list(waiting_room(boris, NOON)) == []
    boundaries.take_down(anna, boris, Boundary.Kind.BLOCK)
    assert list(waiting_room(boris, NOON)) == [made]


def test_who_is_muted_is_not_taken_for_another_who_is_blocked(
    anna: User, boris: User, clara: User
) -> None:
    made = offer(anna)
    boundaries.put_up(anna, boris, Boundary.Kind.MUTE, NOON)
    boundaries.put_up(anna, clara, Boundary.Kind.BLOCK, NOON)
    assert list(waiting_room(boris, NOON)) == [made]
    assert list(waiting_room(clara, NOON)) == []


def test_nobody_takes_the_challenge_of_a_closed_account(anna: User, boris: User) -> None:
    made, direct = offer(anna), offer(anna, boris)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert list(waiting_room(boris, NOON)) == []
    assert code_of(lambda: challenges.accept(made.pk, boris, at(NOON))) == "no_such_player"
    assert code_of(lambda: challenges.accept(direct.pk, boris, at(NOON))) == "no_such_player"
    assert challenges.decline(direct.pk, boris, at(NOON)).status == "declined"
    assert not Match.objects.exists()


def test_bots_play_unrated_what_people_start(anna: User, boris: User) -> None:
    bot = person("Botty", is_bot=True)
    assert code_of(lambda: offer(bot)) == "bots_do_not_challenge"
    assert not offer(anna, bot, rated=True).rated
    assert code_of(lambda: challenges.accept(offer(anna).pk, bot, at(NOON))) == "bots_play_unrated"
    assert not challenges.accept(offer(anna, rated=False).pk, bot, at(NOON)).rated


def test_nobody_challenges_themselves_or_somebody_gone(anna: User) -> None:
    gone = person("Gone", is_active=False)
    assert code_of(lambda: offer(anna, anna)) == "self_challenge"
    assert code_of(lambda: offer(anna, gone)) == "no_such_player"


def test_open_challenges_have_a_bound(anna: User) -> None:
    for _ in range(challenges.OPEN_AT_MOST):
        offer(anna)
    assert code_of(lambda: offer(anna)) == "too_many_challenges"
    later = NOON + challenges.LIFETIME  # they have ended, whether or not a job has said so
    assert challenges.create(anna, None, SOCCER, at(later)).status == "open"


def test_the_house_is_challenged_only_to_what_it_plays(duel: str, anna: User) -> None:
    terms = Terms(duel, rated=False)
    assert code_of(lambda: challenges.create(anna, house(), terms)) == "house_does_not_play"
    assert not Match.objects.exists()
