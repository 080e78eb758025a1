"""Moves put together by clicks."""

from random import Random

import pytest

from golem.play.errors import IllegalMove, NotationError
from golem.play.pitch.squares import NAMES
from golem.play.protocol import Clicks, Draft
from streetsoccer import diagram, moves, rules
from streetsoccer.game import game
from streetsoccer.notation import parse, write
from streetsoccer.position import Phase, Position
from tests.pitch.clicking import Clicker
from tests.streetsoccer.playing import random_game

TURN = diagram.read("""
    a b c d e f
  a   . . . .   a
  b r . . k . r b
  c . . . . . . c
  d . . . . . . d
  e . . . . . . e
  f r . . . . r f
  g . . o . . . g
  h . . Y . . . h
  i . . . . . . i
  j . . . . . Y j
  k Y . K . . Y k
  l   . . . .   l
y turn 3 5 0:0 -
""")
RESTART = diagram.read("""
    a b c d e f
  a   . . . .   a
  b r . . k . r b
  c . . . . . . c
  d . . . . . . d
  e . . . . . . e
  f . . r . . r f
  g . . . . . . g
  h . . K . . . h
  i . . . . . . i
  j . . . . . Y j
  k Y . Y . . Y k
  l   . . . .   l
y restart 2 5 0:1 r
""")
KICKOFF = diagram.read("""
    a b c d e f
  a   . . . .   a
  b . . Y k . r b
  c . . . . . . c
  d . . . . . . d
  e . . . . . . e
  f . . r . . . f
  g . . . Y . . g
  h . . . . . . h
  i . . . . . r i
  j Y . . . . . j
  k Y . K . . r k
  l   . . . .   l
y kickoff 5 3 0:0 -
""")
SETUP = rules.supply(rules.start(), (4, 2))
click, refusal = Clicker(game).click, Clicker(game).refusal


def test_the_game_takes_clicks() -> None:
    assert isinstance(game, Clicks)


def test_a_turn_without_the_ball() -> None:
    first = click(TURN, "", None)
    assert (first.notation, first.complete, first.ask) == ("", False, "piece")
    assert first.squares == ("ak", "ch", "ck", "fj", "fk")
    second = click(TURN, "", "ak")
    assert (second.notation, second.ask) == ("Mak", "walk")
    assert second.squares == ("ah", "aj", "bi", "bk", "cj")
    assert click(TURN, "Mak", "bi") == Draft("Makbi", True, (), "done")
    assert click(TURN, "Makbi", None) == Draft("Makbi", True, (), "done")


def test_a_turn_with_a_kick() -> None:
    assert "cg" in click(TURN, "", "ch").squares
    on_ball = click(TURN, "Mch", "cg")
    assert (on_ball.notation, on_ball.complete, on_ball.ask) == ("Mchcg", False, "kick")
    assert "cd" in on_ball.squares
    assert "ce" not in on_ball.squares
    assert click(TURN, "Mchcg", "cd") == Draft("Mchcg|Bcd", True, (), "done")


def test_another_choice() -> None:
    assert click(TURN, "Mak", "fk").notation == "Mfk"
    assert click(TURN, "Makbi", "cj").notation == "Makcj"
    assert click(TURN, "Makbi", "fk").notation == "Mfk"
    assert click(TURN, "Mchcg", "fk").notation == "Mfk"
    assert click(TURN, "Mchcg|Bcd", "cf").notation == "Mchcg|Bcf"
    assert click(TURN, "Mchcg|Bcd", "ak").notation == "Mak"
    assert click(RESTART, "Pdk", "dk").notation == "Pdk"


@pytest.mark.parametrize(
    ("draft", "square", "code"),
    [
        ("", "ce", "not_own_player"),
        ("", "fb", "not_own_player"),
        ("Mak", "af", "occupied"),
        ("Mak", "bj", "wrong_distance"),
        ("Mak", "dk", "keeper_field"),
        ("Mak", "ba", "off_field"),
        ("Mak", "cg", "wrong_distance"),
        ("Mchcg", "ce", "wrong_distance"),
        ("Mchcg", "cl", "own_goal"),
        ("Mchcg", "ca", "wrong_distance"),
        ("Makce", None, "wrong_distance"),
        ("Mchcg|Bce", None, "wrong_distance"),
        ("Mchce|Bce", None, "no_ball"),
        ("Mce", None, "not_own_player"),
        ("Pab", "ac", "wrong_phase"),
        ("Bab", None, "wrong_phase"),
        ("Mchcgcd", None, "unexpected"),
        ("Mch|Bcg", None, "unexpected"),
        ("x", None, "unexpected"),
        ("M" * 100_000, None, "unexpected"),
        ("-", None, "unexpected"),
        ("", "zz", "unexpected"),
        ("", "", "unexpected"),
    ],
)
def test_what_leads_nowhere_is_refused(draft: str, square: str | None, code: str) -> None:
    assert refusal(TURN, draft, square) == code


def test_a_restart() -> None:
    assert click(RESTART, "", None) == Draft("", False, ("dk",), "keeper")
    placed = click(RESTART, "", "dk")
    assert (placed.notation, placed.ask) == ("Pdk", "kick")
    assert click(RESTART, "Pdk", "di") == Draft("Pdk|Bdi", True, (), "done")
    assert refusal(RESTART, "", "ck") == "occupied"
    assert refusal(RESTART, "", "ch") == "keeper_field"
    assert refusal(RESTART, "Pdk", "dj") == "wrong_distance"
    assert refusal(RESTART, "Pdkdi", None) == "wrong_phase"
    assert refusal(RESTART, "Pdkdidj", None) == "no_legal_move"


def test_a_kickoff() -> None:
    first = click(KICKOFF, "", None)
    assert (first.notation, first.ask) == ("", "kick")
    assert "ca" not in first.squares
    assert refusal(KICKOFF, "", "ca") == "kickoff_goal"
    chosen = first.squares[0]
    assert click(KICKOFF, "", chosen) == Draft(f"B{chosen}", True, (), "done")


def test_a_setup() -> None:
    first = click(SETUP, "", None)
    assert first.ask == "place"
    assert len(first.squares) == 60 - 4 - 4
    assert click(SETUP, "", "ag").notation == "Pag"
    second = click(SETUP, "Pag", "ah")
    assert second.notation == "Pagah"
    assert all(square[1] in "bcdef" for square in second.squares)
    assert click(SETUP, "Pagah", "ab") == Draft("Pagahab", True, (), "done")
    assert click(SETUP, "Pagahab", "ac").notation == "Pagahac"
    assert click(SETUP, "Pagah", "ag").notation == "Pah"
    assert click(SETUP, "Pag", "ag").notation == ""
    assert refusal(SETUP, "Pagah", "ai") == "half"
    assert refusal(SETUP, "", "cf") == "centre_circle"
    assert refusal(SETUP, "Pag", "ck") == "keeper_field"
    assert refusal(SETUP, "Pag", "ca") == "off_field"
    assert refusal(SETUP, "Pagag", None) == "same_square"
    assert refusal(SETUP, "Pag|Bah", None) == "wrong_phase"


def test_whose_turn_it_is_not() -> None:
    for position, seat, code in (
        (TURN, "red", "wrong_seat"),
        (rules.start(), "yellow", "draw_owed"),
    ):
        with pytest.raises(IllegalMove) as refused:
            game.click(position, seat, "", None)
        assert refused.value.code == code


def clicked_through(position: Position, notation: str) -> Draft:
    """Click the squares of ``notation``; each must have been offered."""
    pairs = notation[1:].replace("|B", "")
    draft = click(position, "", None)
    for at in range(0, len(pairs), 2):
        square = pairs[at : at + 2]
        assert square in draft.squares
        draft = click(position, draft.notation, square)
    return draft


@pytest.mark.parametrize("seed", range(2))
def test_the_clicks_offered_lead_to_the_legal_moves_and_only_there(seed: int) -> None:
    for position, move in list(random_game(Random(seed)))[2:30:5]:
        listed = [write(legal) for legal in moves.legal(position) or ()]
        for notation in listed:
            assert clicked_through(position, notation) == Draft(notation, True, (), "done")
        assert move is not None
        reached = set()
        waiting = [click(position, "", None)]
        while waiting:
            draft = waiting.pop()
            for square in draft.squares:
                after = click(position, draft.notation, square)
                if after.complete:
                    reached.add(after.notation)
                else:
                    waiting.append(after)
        assert reached == set(listed)


def test_any_click_on_any_draft_is_answered_or_refused() -> None:
    rng = Random(5)
    for position, _ in list(random_game(rng))[:30]:
        if position.phase is Phase.OVER:
            continue
        for _ in range(60):
            squares = "".join(rng.choices(NAMES, k=rng.randint(0, 3)))
            draft = rng.choice("PMB") + squares
            try:
                found = click(position, draft, rng.choice(NAMES))
            except (IllegalMove, NotationError):
                continue
            assert found.squares or found.complete
            if found.complete:
                parse(found.notation)
