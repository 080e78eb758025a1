"""Moves put together by clicks: placements, walks, kicks, goals, steps aside, restarts."""

import re
from random import Random

import pytest

from golem.games.golden_goal import moves, rules
from golem.games.golden_goal.examples import SCENES, position_of
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import parse, write
from golem.games.golden_goal.position import Phase, Placing, Position, Variant
from golem.play.errors import IllegalMove, NotationError
from golem.play.pitch.squares import ANY_SQUARE
from golem.play.protocol import Clicks, Draft
from tests.golden_goal.courses import course
from tests.pitch.clicking import Clicker

SQUARE_OR_GOAL = re.compile("[a-gz][a-l]|G")
WALK = position_of(SCENES["outside"])
KICK = position_of(SCENES["kick"])
GOAL = position_of(SCENES["goal"])
KICKOFF = position_of(SCENES["kickoff"])
RESTART = position_of(SCENES["restart"])
ASIDE = position_of(SCENES["aside"])
START = rules.start({"variant": "golden_goal", "setup": "single"})
BLOCKS = rules.start({"variant": "golden_goal", "setup": "blocks"})
click, refusal = Clicker(game).click, Clicker(game).refusal


def played(position: Position, *texts: str) -> Position:
    for text in texts:
        move = moves.resolve(position, position.to_move, parse(text))
        position = rules.play(position, move)
    return position


def test_the_game_takes_clicks() -> None:
    assert isinstance(game, Clicks)


def test_a_walk_out_of_bounds() -> None:
    first = click(WALK, "", None)
    assert (first.notation, first.complete, first.ask) == ("", False, "piece")
    assert first.squares == ("ah", "ck", "de", "dg", "ei")
    second = click(WALK, "", "ah")
    assert (second.notation, second.ask) == ("Mah", "walk")
    assert second.squares[-4:] == ("ze", "zg", "zi", "zk")
    assert click(WALK, "Mah", "zg") == Draft("Mahzg", True, (), "done")
    assert click(WALK, "Mahzg", "af") == Draft("Mahaf", True, (), "done")
    assert click(WALK, "Mah", "ah") == Draft("Mahah", True, (), "done")


def test_a_kick() -> None:
    on_ball = click(KICK, "Mdg", "df")
    assert (on_ball.notation, on_ball.complete, on_ball.ask) == ("Mdgdf", False, "kick")
    assert {"de", "dd"} <= set(on_ball.squares)
    assert "dc" not in on_ball.squares
    assert click(KICK, "Mdgdf", "dd") == Draft("Mdgdf|Bdd", True, (), "done")
    assert click(KICK, "Mdgdf|Bdd", "de") == Draft("Mdgdf|Bde", True, (), "done")
    assert click(KICK, "Mdgdf|Bdd", "ai").notation == "Mai"


@pytest.mark.parametrize("square", ["ba", "ca", "da", "ea"])
def test_a_click_behind_the_end_line_is_a_goal(square: str) -> None:
    assert [name for name in click(GOAL, "Mcecc", None).squares if name[1] == "a"] == ["ca", "da"]
    assert click(GOAL, "Mcecc", square) == Draft("Mcecc|G", True, (), "done")
    assert click(GOAL, "Mcecc|Bdc", square).notation == "Mcecc|G"
    assert click(GOAL, "Mcecc|G", "dc").notation == "Mcecc|Bdc"


def test_a_click_behind_the_end_line_is_a_walk_before_the_ball_is_reached() -> None:
    near = SCENES["walk"]._replace(yellow="ck bc bi ff fj", ball="df", die=2, draft="Mbc")
    assert click(position_of(near), "Mbc", "ba") == Draft("Mbcba", True, (), "done")


def test_a_kick_in_front_of_a_net_and_a_step_aside() -> None:
    kicked = click(ASIDE, "Mcick", "bj")
    assert kicked == Draft("Mcick|Bbj", False, ("bk", "cj"), "aside")
    assert click(ASIDE, "Mcick|Bbj", "bk") == Draft("Mcick|Bbj|Rbk", True, (), "done")
    assert click(ASIDE, "Mcick|Bbj|Rbk", "cj").notation == "Mcick|Bbj|Rcj"
    assert click(ASIDE, "Mcick|Bbj|Rbk", "ci").notation == "Mcick|Bci"
    assert click(ASIDE, "Mcick|Bbj", "ci").notation == "Mcick|Bci"
    assert click(ASIDE, "Mcick|Bbj|Rbk", "fg").notation == "Mfg"


def test_a_goal_in_front_of_a_net_has_a_step_aside_unless_it_wins() -> None:
    scene = SCENES["aside"]._replace(yellow="ck cd ci ai fh", ball="cb", die=2)
    longer = position_of(scene._replace(red="db bg fe fd ad"))
    assert click(longer, "Mcdcb", "ca") == Draft("Mcdcb|G", False, ("bb", "cc"), "aside")
    assert click(longer, "Mcdcb|G", "cc").notation == "Mcdcb|G|Rcc"
    golden = longer._replace(variant=Variant.GOLDEN_GOAL)
    assert click(golden, "Mcdcb", "ca") == Draft("Mcdcb|G", True, (), "done")


@pytest.mark.parametrize(
    ("position", "draft", "square", "code"),
    [
        (WALK, "", "cc", "not_own_player"),
        (WALK, "Mah", "ag", "occupied"),
        (WALK, "Mah", "ai", "wrong_distance"),
        (WALK, "Mah", "cl", "net"),
        (KICK, "Mdgdf", "dc", "wrong_distance"),
        (KICK, "Mdgdf", "zf", "off_field"),
        (KICK, "Mdgdf", "dl", "own_goal"),
        (KICK, "Mdgdf", "ca", "wrong_distance"),
        (KICK, "Mdgdf|Bdd|Rdg", None, "aside_needless"),
        (ASIDE, "Mcick|Bbj", "gb", "aside_wrong"),
        (KICK, "Mdgce|Bdd", None, "no_ball"),
        (KICK, "Mcc", None, "not_own_player"),
        (KICK, "Pab", "ac", "wrong_phase"),
        (KICK, "Kab", None, "wrong_phase"),
        (KICK, "Mdgdfdd", None, "unexpected"),
        (KICK, "M" * 100_000, None, "unexpected"),
        (KICK, "-", None, "unexpected"),
        (KICK, "", "zz", "unexpected"),
        (KICK, "", "", "unexpected"),
        (KICKOFF, "", "ca", "kickoff_goal"),
        (RESTART, "", "ck", "keeper_start"),
        (RESTART, "Pdb", "dg", "wrong_distance"),
        (RESTART, "Pdb|Pcb", None, "wrong_phase"),
        (START, "", "cf", "centre_circle"),
        (START, "", "cb", "front_of_net"),
        (START, "", "za", "off_field"),
        (START, "Kag", None, "keeper_start"),
        (START, "Pag|Pah", None, "wrong_count"),
        (START, "Mab", None, "wrong_phase"),
    ],
)
def test_what_leads_nowhere_is_refused(
    position: Position, draft: str, square: str | None, code: str
) -> None:
    assert refusal(position, draft, square) == code


def test_without_a_square_to_step_aside_to_there_is_no_kick() -> None:
    """The vectors' ball on ck, shut in by bk, cj, and the keeper on dk."""
    scene = SCENES["aside"]._replace(yellow="fg dj ai fi fh", red="cb cj bk fe fd", die=2)
    position = position_of(scene)
    assert "ck" not in click(position, "Mdj", None).squares
    assert refusal(position, "Mdj", "ck") == "no_aside"


def test_a_kickoff() -> None:
    first = click(KICKOFF, "", None)
    assert (first.notation, first.ask) == ("", "kick")
    assert click(KICKOFF, "", "df") == Draft("Bdf", True, (), "done")
    assert click(KICKOFF, "Bdf", "dh").notation == "Bdh"


def test_a_restart() -> None:
    assert click(RESTART, "", None) == Draft("", False, ("cb", "db"), "keeper")
    placed = click(RESTART, "", "db")
    assert (placed.notation, placed.ask) == ("Pdb", "kick")
    assert click(RESTART, "Pdb", "dd") == Draft("Pdb|Bdd", True, (), "done")
    assert click(RESTART, "Pdb|Bdd", "de").notation == "Pdb|Bde"
    assert click(RESTART, "Pdb", "cb").notation in ("Pcb", "Pdb|Bcb")


def test_one_player_is_placed_at_a_time() -> None:
    first = click(START, "", None)
    assert (first.ask, len(first.squares)) == ("place", 60 - 2 - 2)
    assert click(START, "", "ck") == Draft("Kck", True, (), "done")
    assert click(START, "", "ag") == Draft("Pag", True, (), "done")
    assert click(START, "Pag", "dk").notation == "Kdk"
    assert click(START, "Pag", "ag").notation == ""
    assert click(START, "K", None).ask == "place"


def test_what_is_asked_when_only_the_keeper_or_only_outfielders_are_left() -> None:
    keeper_last = played(START, *["Pdg", "Pcf", "Pbi", "Pbd", "Pei", "Ped", "Pde", "Pdh"])
    assert click(keeper_last, "", None) == Draft("", False, ("ck", "dk"), "place_keeper")
    keeper_first = played(START, "Kck", "Kdb")
    assert click(keeper_first, "", None).ask == "place_outfielder"


def test_players_are_placed_in_blocks() -> None:
    position = played(BLOCKS, "Pdg")
    first = click(position, "", "db")
    assert (first.notation, first.complete, first.ask) == ("Kdb", False, "place_outfielder")
    assert not {"cb", "db"} & set(first.squares)
    assert click(position, "Kdb", "cf") == Draft("Kdb|Pcf", True, (), "done")
    assert click(position, "Pcf", "db") == Draft("Pcf|Kdb", True, (), "done")
    assert click(position, "Kdb|Pcf", "df").notation == "Kdb|Pdf"
    assert click(position, "Kdb|Pcf", "cf").notation == "Kdb"
    assert click(position, "Kdb", "db").notation == ""
    assert refusal(position, "Kdb", "cb") == "keeper_placed"
    assert refusal(position, "Pcf", "df") == "setup_numbers"


def test_whose_turn_it_is_not() -> None:
    for position, seat, code in (
        (KICK, "red", "wrong_seat"),
        (START, "red", "wrong_seat"),
        (KICK._replace(die=None), "yellow", "draw_owed"),
        (KICK._replace(phase=Phase.OVER), "yellow", "match_over"),
    ):
        with pytest.raises(IllegalMove) as refused:
            game.click(position, seat, "", None)
        assert refused.value.code == code


def clicked_through(position: Position, notation: str) -> Draft:
    """Click the squares of ``notation``, for a goal one of the net; each must be offered."""
    draft = click(position, "", None)
    for name in SQUARE_OR_GOAL.findall(notation):
        net = ("ca", "cl") if name == "G" else (name,)
        [square] = set(net) & set(draft.squares)
        draft = click(position, draft.notation, square)
    return draft


def reached(position: Position) -> set[str]:
    """Return the moves that clicks on offered squares lead to."""
    found: set[str] = set()
    waiting = [click(position, "", None)]
    while waiting:
        draft = waiting.pop()
        for square in draft.squares:
            after = click(position, draft.notation, square)
            if after.complete:
                found.add(after.notation)
            else:
                waiting.append(after)
    return found


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("setup", Placing)
def test_the_clicks_offered_lead_to_the_legal_moves_and_only_there(
    variant: Variant, setup: Placing
) -> None:
    for position, _ in list(course(Random(variant), variant, setup))[:40:6]:
        listed = moves.legal(position) if position.phase is not Phase.OVER else None
        if listed is not None:
            texts = [write(move) for move in listed]
            assert all(clicked_through(position, text).notation == text for text in texts)
            assert reached(position) == set(texts)


def test_clicks_lead_to_every_block_of_two_players() -> None:
    position = played(BLOCKS, "Kck", "Kdb|Pcf", "Pdg|Pbe", "Pbd|Ped", "Pbi|Pde")
    assert position.phase is Phase.SETUP
    two = played(BLOCKS, "Kck", "Pcf|Pbd", "Pdg|Pbe")
    found = reached(two)
    assert {"Kcb|Pei", "Pei|Kcb", "Pei|Pej"} <= found
    for text in found:
        assert write(moves.resolve(two, two.to_move, parse(text))) == text


def test_any_click_on_any_draft_is_answered_or_refused() -> None:
    rng = Random(5)
    names = sorted(ANY_SQUARE)
    for position, _ in list(course(rng, Variant.FIRST_TO_3, Placing.BLOCKS))[:30]:
        if position.phase is Phase.OVER:
            continue
        for _ in range(60):
            squares = "".join(rng.choices([*names, "|B", "|R", "|G", "|P"], k=rng.randint(0, 5)))
            try:
                found = click(position, rng.choice("PMBK") + squares, rng.choice(names))
            except (IllegalMove, NotationError):
                continue
            assert found.squares or found.complete
            if found.complete:
                parse(found.notation)
