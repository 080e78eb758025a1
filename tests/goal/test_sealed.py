"""Goal with the house: cards wait sealed, belong to their trick, and die unseen with the match."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from golem.matches.errors import StalePly
from golem.matches.export import document, text
from golem.matches.models import Match, Move, SealedMove
from golem.matches.services import resign, submit_move
from golem.play.errors import IllegalMove
from tests.matches.conftest import NOON, at, begin, client_of

pytestmark = pytest.mark.django_db
ALL_BUT_ONE = "23456789TJQK"


@pytest.fixture
def match(anna: User, boris: User) -> Match:
    return begin("goal", anna, boris)


def both(match: Match, anna: User, boris: User, ply: int, cards: str) -> None:
    submit_move(match.pk, anna, ply, f"C{cards[0]}", clock=at(NOON))
    submit_move(match.pk, boris, ply, f"C{cards[1]}", clock=at(NOON))


def test_9_the_last_choice_counts_and_a_late_one_none(
    match: Match, anna: User, boris: User
) -> None:
    submit_move(match.pk, anna, 1, "C7")
    submit_move(match.pk, anna, 1, "CK")
    submit_move(match.pk, boris, 1, "C2")
    assert list(Move.objects.values_list("seat", "notation")) == [
        ("hearts", "CK"),
        ("spades", "C2"),
    ]
    with pytest.raises(StalePly):
        submit_move(match.pk, anna, 1, "C3")
    assert not SealedMove.objects.exists()


def test_a_choice_is_for_its_own_trick_only(match: Match, anna: User, boris: User) -> None:
    both(match, anna, boris, 1, "K2")
    with pytest.raises(StalePly):
        submit_move(match.pk, anna, 3, "C3")
    with pytest.raises(IllegalMove, match="not_in_hand"):
        submit_move(match.pk, anna, 2, "CK")


def test_10_others_see_the_whole_hand(match: Match, anna: User, boris: User) -> None:
    both(match, anna, boris, 1, "K2")
    before = client_of(boris).get(f"/api/v1/matches/{match.pk}/").content
    submit_move(match.pk, anna, 2, "CQ", clock=at(NOON + timedelta(hours=1)))
    assert client_of(boris).get(f"/api/v1/matches/{match.pk}/").content == before


def test_11_the_server_plays_the_last_card_of_a_round(
    match: Match, anna: User, boris: User
) -> None:
    for ply, rank in enumerate(ALL_BUT_ONE, 1):
        both(match, anna, boris, ply, rank * 2)
    forced = Move.objects.filter(forced=True).values_list("ply", "seat", "notation")
    assert list(forced) == [(13, "hearts", "CA"), (13, "spades", "CA")]
    match.refresh_from_db()
    assert match.ply == 14
    both(match, anna, boris, 14, "AA")


def test_17_a_sealed_card_is_never_shown(match: Match, anna: User, boris: User) -> None:
    both(match, anna, boris, 1, "K2")
    submit_move(match.pk, anna, 2, "CQ")
    over = resign(match.pk, boris)
    assert (over.how, over.winner, over.points) == (
        "resignation",
        "hearts",
        {"hearts": 2, "spades": 0},
    )
    told = f"{document(over, None)}{text(over, None)}"
    assert "CK" in told
    assert "CQ" not in told
    assert "\nRecord: R1 HK|S2>+1\n" in told
    assert not SealedMove.objects.exists()


def test_the_export_has_the_record(match: Match, anna: User, boris: User) -> None:
    assert "Record" not in text(match, None)
    for ply, rank in enumerate(ALL_BUT_ONE, 1):
        both(match, anna, boris, ply, rank * 2)
    both(match, anna, boris, 14, "K2")
    match.refresh_from_db()
    assert " HK|SK>0 HA|SA>0* R2 HK|S2>+1\n" in text(match, None)


def page_of(match: Match, user: User | None) -> str:
    """Return the match's page as ``user`` gets it."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(f"/matches/{match.pk}/").content.decode()


def test_the_page_tells_who_has_chosen_and_nobody_else(
    match: Match, anna: User, boris: User
) -> None:
    submit_move(match.pk, anna, 1, "CQ")
    own, other = page_of(match, anna), page_of(match, boris)
    assert "You have chosen CQ" in own
    assert "You have chosen" not in other
    assert "Your turn" in other


def test_a_goal_stands_beside_the_card_that_scored(match: Match, anna: User, boris: User) -> None:
    for ply, cards in enumerate(("K2", "Q3", "J4"), 1):
        both(match, anna, boris, ply, cards)
    page = page_of(match, None)
    assert page.count('class="goal-ball"') == 1
    assert "CJ C4" in page
