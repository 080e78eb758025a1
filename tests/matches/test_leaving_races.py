"""A deletion that meets moves, sweeps, challenges, reopenings and another deletion."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.leaving import carry_out, carry_out_all, leave
from accounts.models import User
from golem.matches import challenges, sweep
from golem.matches.challenges import Terms
from golem.matches.locks import lock_players
from golem.matches.models import (
    Challenge,
    Match,
)
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Refused
from tests.matches.conftest import begin, person
from tests.matches.hours import SETUP
from tests.matches.leavers import GAME, NOW, contradictions, overdue
from tests.racing import race

pytestmark = pytest.mark.django_db


def _still_running(user: User) -> list[int]:
    running = Match.objects.filter(status="running", seats__user=user)
    return list(running.values_list("pk", flat=True))


def _deletion(user: User) -> Callable[[], object]:
    def go() -> None:
        leave(user.pk, timezone.now())
        carry_out_all(timezone.now())

    return go


def _whole(user: User) -> None:
    """What was busy in the race is done by the next run of the job; nothing may be left then."""
    assert carry_out_all(timezone.now()) == 0
    assert _still_running(user) == []
    assert contradictions() == []


@pytest.mark.django_db(transaction=True)
def test_a_deletion_races_moves_of_both() -> None:
    for number in range(4):
        one, two = person(f"One-{number}"), person(f"Two-{number}")
        matches = [begin(GAME, one, two) for _ in range(3)]
        for match in matches[1:]:
            submit_move(match.pk, one, 1, SETUP)

        def play(match: Match, user: User, ply: int, text: str) -> Callable[[], object]:
            return lambda: submit_move(match.pk, user, ply, text)

        answers = race(
            _deletion(one),
            play(matches[0], one, 1, SETUP),
            play(matches[1], two, 2, "Pacbdej"),
            play(matches[2], two, 2, "Pacbdej"),
        )
        assert answers[0] is None
        strange = [a for a in answers if isinstance(a, Exception) and not isinstance(a, Refused)]
        assert strange == []
        _whole(one)
        ends = Match.objects.filter(seats__user=one).values_list("how", flat=True).distinct()
        assert list(ends) == ["withdrawal"]


@pytest.mark.django_db(transaction=True)
def test_a_deletion_races_sweeps(settings: Any) -> None:
    settings.VACATION_DAYS = 0
    for number in range(4):
        one, two = person(f"One-{number}"), person(f"Two-{number}")
        for _ in range(3):
            overdue(one, two)
        answers = race(_deletion(one), sweep.run, sweep.run)
        assert [a for a in answers if isinstance(a, Exception)] == []
        _whole(one)
        assert set(Match.objects.values_list("how", flat=True)) == {"timeout"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["challenger", "taker", "bot"])
def test_a_deletion_races_a_challenge_that_is_taken(role: str) -> None:
    for number in range(8):
        one = person(f"One-{number}")
        two = person(f"Two-{number}", is_bot=role == "bot")
        offer = challenges.create(one, two if role == "bot" else None, Terms(GAME, rated=False))
        leaver = one if role == "challenger" else two
        answers = race(
            _deletion(leaver),
            partial(challenges.accept, offer.pk, two),
            partial(challenges.create, one, two, Terms(GAME)),
        )
        strange = [a for a in answers if isinstance(a, Exception) and not isinstance(a, Refused)]
        assert strange == []
        _whole(leaver)
        mine = Challenge.objects.filter(status="open")
        assert not mine.filter(challenger=leaver).exists()
        assert role == "bot" or not mine.filter(opponent=leaver).exists()


@pytest.mark.django_db(transaction=True)
def test_a_deletion_races_a_match_with_the_house_and_a_reopening(computer: User) -> None:
    for number in range(6):
        one = person(f"One-{number}")
        match = begin(GAME, one, computer, rated=False)
        resign(match.pk, one)
        answers = race(
            _deletion(one),
            partial(challenges.create, one, computer, Terms(GAME, rated=False)),
            partial(reopen, match.pk, "a mistake", None),
        )
        strange = [a for a in answers if isinstance(a, Exception) and not isinstance(a, Refused)]
        assert strange == []
        _whole(one)


@pytest.mark.django_db(transaction=True)
def test_two_who_play_each_other_leave_at_once() -> None:
    for number in range(4):
        one, two = person(f"One-{number}"), person(f"Two-{number}")
        matches = [begin(GAME, one, two) for _ in range(3)]
        race(_deletion(one), _deletion(two))
        _whole(one)
        _whole(two)
        assert {Match.objects.get(pk=match.pk).how for match in matches} <= {
            "withdrawal",
            "both_withdrew",
        }


@pytest.mark.django_db(transaction=True)
def test_a_match_in_use_is_left_for_later_and_the_others_end() -> None:
    one, two = person("One"), person("Two")
    begin(GAME, one, two)
    free = begin(GAME, one, person("Three"))
    leave(one.pk, NOW)

    def hold() -> None:
        lock_players([two.pk])
        (answer,) = race(lambda: carry_out(one.pk, NOW))
        assert isinstance(answer, Refused)

    in_transaction(hold)
    assert User.objects.get(pk=one.pk).left_whole_at is None
    _whole(one)
    assert Match.objects.get(pk=free.pk).how == "withdrawal"
