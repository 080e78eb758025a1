"""Steps in which both seats choose in secret: sealed, replaceable, revealed together."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from golem.matches.errors import StalePly
from golem.matches.models import Match, Move, SealedMove
from golem.matches.selectors import awaiting
from golem.matches.services import resign, submit_move
from golem.play.errors import IllegalMove
from tests.matches.conftest import NOON, at, begin, client_of
from tests.racing import race

ROUTES = ("", "moves/", "export/json/", "export/text/")


@pytest.fixture
def match(duel: str, anna: User, boris: User) -> Match:
    return begin(duel, anna, boris)


def seen_by(user: User | None, match: Match) -> list[bytes]:
    """Return every answer about the match and the lists that hold it, as ``user`` gets them."""
    client = client_of(user)
    one = [client.get(f"/api/v1/matches/{match.pk}/{route}") for route in ROUTES]
    lists = [client.get(f"/api/v1/matches/?{query}") for query in ("", "status=running")]
    return [answer.content + str(answer.headers.get("ETag")).encode() for answer in one + lists]


def test_a_sealed_move_waits_and_changes_nothing_that_others_see(
    match: Match, anna: User, boris: User, clara: User
) -> None:
    others = (boris, clara, None)
    before = [seen_by(user, match) for user in others]
    assert submit_move(match.pk, anna, 1, "N3", clock=at(NOON)).sealed
    assert [seen_by(user, match) for user in others] == before


def test_the_owner_sees_the_seal_and_is_not_waited_for(
    match: Match, anna: User, boris: User
) -> None:
    assert list(awaiting(anna)) == [match]
    submit_move(match.pk, anna, 1, "N3")
    assert list(awaiting(anna)) == []
    assert list(awaiting(boris)) == [match]
    own = client_of(anna).get(f"/api/v1/matches/{match.pk}/").json()
    assert (own["sealed"], own["to_move"]) == ("N3", ["left", "right"])


def test_who_seals_goes_on_and_who_completes_the_step_sees_it(
    match: Match, duel: str, anna: User, boris: User
) -> None:
    other = begin(duel, anna, boris)
    for user, led_to, said in ((anna, other, True), (boris, match, False)):
        client = Client()
        client.force_login(user)
        move = {"notation": "N3", "ply": 1}
        answer = client.post(f"/matches/{match.pk}/", move, follow=True)
        assert answer.redirect_chain == [(f"/matches/{led_to.pk}/", 302)]
        assert ("Your choice is kept until" in answer.content.decode()) == said


def test_the_last_seal_counts_and_keeps_the_first_instant(match: Match, anna: User) -> None:
    later = at(NOON + timedelta(hours=1))
    submit_move(match.pk, anna, 1, "N3", clock=at(NOON))
    submit_move(match.pk, anna, 1, "N2", clock=later)
    seal = SealedMove.objects.get()
    assert (seal.notation, seal.at) == ("N2", NOON)


def test_the_step_resolves_when_the_last_one_is_in(match: Match, anna: User, boris: User) -> None:
    one, two = NOON + timedelta(hours=1), NOON + timedelta(hours=2)
    submit_move(match.pk, anna, 1, "N3", "mine", clock=at(one))
    assert not submit_move(match.pk, boris, 1, "N1", clock=at(two)).sealed
    moves = list(Move.objects.values_list("ply", "seat", "notation", "note", "at"))
    assert moves == [(1, "left", "N3", "mine", one), (1, "right", "N1", "", two)]
    assert not SealedMove.objects.exists()
    with pytest.raises(StalePly):
        submit_move(match.pk, anna, 1, "N2")


def test_a_step_without_choice_is_played_by_the_server(
    match: Match, anna: User, boris: User
) -> None:
    for ply, left, right in ((1, "N3", "N1"), (2, "N2", "N3")):
        submit_move(match.pk, anna, ply, left)
        submit_move(match.pk, boris, ply, right)
    over = Match.objects.get()
    assert (over.how, over.winner, over.points) == ("higher", "right", {"left": 0, "right": 2})
    forced = list(Move.objects.filter(forced=True).values_list("ply", "seat", "notation"))
    assert forced == [(3, "left", "N1"), (3, "right", "N2")]


def test_an_illegal_choice_is_refused_at_once(match: Match, anna: User, boris: User) -> None:
    submit_move(match.pk, anna, 1, "N3")
    submit_move(match.pk, boris, 1, "N3")
    with pytest.raises(IllegalMove):
        submit_move(match.pk, anna, 2, "N3")


def test_a_seal_dies_with_the_match_unseen(match: Match, anna: User, boris: User) -> None:
    submit_move(match.pk, anna, 1, "N3")
    resign(match.pk, boris)
    assert not SealedMove.objects.exists()
    assert '"N3"' not in json.dumps([part.decode() for part in seen_by(boris, match)])


@pytest.mark.django_db(transaction=True)
def test_two_seals_at_the_same_moment_resolve_once(duel: str, anna: User, boris: User) -> None:
    for _ in range(20):
        match = begin(duel, anna, boris)
        race(
            lambda: submit_move(match.pk, anna, 1, "N3"),
            lambda: submit_move(match.pk, boris, 1, "N1"),
        )
        match.refresh_from_db()
        assert match.ply == 2
        assert Move.objects.filter(match=match).count() == 2
