"""A match's page tells how far it is and on which terms; where a move leads its player."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from golem.matches.models import Match
from golem.matches.services import resign, submit_move
from golem.matches.wording import known
from tests.matches.conftest import begin
from tests.matches.test_pages import SETUP, signed_in, text

PLACED = ("Pdd", "Pde", "Pef", "Pbi", "Pah", "Pch", "Pcg", "Pdf", "Kck", "Kdb")
"""A line-up of Golden Goal, one player at a time; the last one draws the dice of the kick-off."""


def lined_up(match: Match, anna: User, boris: User, plies: int) -> None:
    for ply, notation in enumerate(PLACED[:plies], start=1):
        submit_move(match.pk, anna if ply % 2 else boris, ply, notation)


def play(client: Client, match: Match, ply: int, notation: str) -> str:
    """Return where the page of ``match`` leads after the move."""
    answer = client.post(f"/matches/{match.pk}/", {"notation": notation, "ply": ply})
    assert answer.status_code == 302
    return str(answer["Location"])


def page_of(match: Match) -> str:
    return f"/matches/{match.pk}/"


# --- where one is led -----------------------------------------------------------------------


def test_an_opponents_turn_leads_on_and_shows_the_way_back(anna: User, boris: User) -> None:
    first, second = (begin("streetsoccer", anna, boris) for _ in range(2))
    client = signed_in(anna)
    assert play(client, first, 1, SETUP) == page_of(second)
    shown = text(client.get(page_of(second)))
    assert f'<a href="{page_of(first)}">Back to the match before</a>' in shown


def test_a_choice_that_completes_a_step_is_shown(anna: User, boris: User) -> None:
    here, other = begin("goal", anna, boris), begin("streetsoccer", boris, anna)
    waiting = begin("streetsoccer", anna, boris)
    assert play(signed_in(anna), here, 1, "C7") == page_of(waiting)
    assert play(signed_in(boris), here, 1, "CJ") == page_of(here)
    assert other.status == Match.Status.RUNNING


@pytest.mark.parametrize(("seed", "kicker"), [(b"1" * 32, "Anna"), (b"3" * 32, "Boris")])
def test_whoever_moves_again_stays(anna: User, boris: User, seed: bytes, kicker: str) -> None:
    here = begin("golden_goal", anna, boris, seed)
    other = begin("streetsoccer", boris, anna)
    lined_up(here, anna, boris, 9)
    location = play(signed_in(boris), here, 10, PLACED[9])
    assert here.seats.get(to_move=True).user.username == kicker
    assert location == page_of(here if kicker == "Boris" else other)


def test_the_end_is_shown_to_whoever_brings_it(duel: str, anna: User, boris: User) -> None:
    here = begin(duel, anna, boris)
    begin("streetsoccer", anna, boris)
    for player, ply, number in ((anna, 1, "N1"), (boris, 1, "N2"), (boris, 2, "N3")):
        submit_move(here.pk, player, ply, number)
    assert play(signed_in(anna), here, 2, "N2") == page_of(here)
    here.refresh_from_db()
    assert here.status == Match.Status.FINISHED


# --- how far ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "phase", "at", "words"),
    [
        ("golden_goal", "setup", {"variant": "golden_goal", "turn": 0}, "Line-up"),
        ("golden_goal", "kickoff", {"variant": "golden_goal", "turn": 0}, "Kick-off"),
        ("golden_goal", "turn", {"variant": "golden_goal", "turn": 7}, "Turn 7"),
        ("golden_goal", "restart", {"variant": "first_to_3", "turn": 8}, "Turn 8"),
        ("golden_goal", "turn", {"variant": "time_limit", "turn": 50}, "Turn 50 of 50"),
        ("golden_goal", "turn", {"variant": "time_limit", "turn": 51}, "Turn 51, sudden death"),
        (
            "golden_goal",
            "turn",
            {"variant": "last_chance", "turn": 9, "last_chance": 12},
            "Turn 9, last chance until turn 12",
        ),
        ("goal", "", {"round": "R2", "trick": 4}, "Round 2 of 2, trick 4 of 13"),
        ("goal", "", {"round": "X5", "trick": 13}, "Tie-break 5 of 5, trick 13 of 13"),
        ("goal", "", {"round": "R2", "trick": None}, ""),
        ("streetsoccer", "turn", {}, ""),
    ],
)
def test_how_far_a_match_is(game: str, phase: str, at: dict[str, object], words: str) -> None:
    assert known(game, "standing", phase, {"at": at}) == words


def test_the_page_tells_it(anna: User, boris: User) -> None:
    cards, pitch = begin("goal", anna, boris), begin("golden_goal", anna, boris)
    soccer = begin("streetsoccer", anna, boris)
    for match, words in (
        (cards, "Round 1 of 2, trick 1 of 13"),
        (pitch, "Line-up"),
        (soccer, "Ply 1 of 52"),
    ):
        assert words in text(signed_in(anna).get(page_of(match)))


# --- on which terms -----------------------------------------------------------------------------


def test_unusual_options_are_told_wherever_the_match_is(anna: User, boris: User) -> None:
    match = begin("golden_goal", anna, boris, options={"variant": "time_limit"})
    client = signed_in(anna)
    for address in (page_of(match), "/matches/", "/watch/"):
        assert "25 rounds" in text(client.get(address)), address
    usual = begin("golden_goal", anna, boris)
    assert "the first goal wins</span>" not in text(client.get(page_of(usual)))
    resign(match.pk, anna)
    assert "25 rounds" in text(client.get("/players/Anna/"))


def test_words_of_terms_are_text_on_the_page() -> None:
    """What a list shows of a match comes from templates and is escaped like any text."""
    row = {"title": "<b>", "options": ["<i>"], "seats": [], "match": Match(pk=7)}
    assert "<i>" not in render_to_string("matches/row.html", {"row": row})
