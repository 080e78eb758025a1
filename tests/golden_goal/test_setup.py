"""The setup: which players may be placed where, and who places how many."""

import pytest

from golem.games.golden_goal import moves, placing, rules
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import Setup, parse, write
from golem.games.golden_goal.placing import completable
from golem.games.golden_goal.position import Phase, Position
from golem.play.errors import IllegalMove


def begun(*texts: str, setup: str = "single") -> Position:
    """Return the position after the hand-overs ``texts``, yellow's first."""
    position = rules.start({"variant": "golden_goal", "setup": setup})
    for text in texts:
        move = moves.resolve(position, position.to_move, parse(text))
        position = rules.play(position, move)
    return position


def alternately(yellow: str, red: str = "Kdb Pdf Pfc Pfd Pfi") -> list[str]:
    """Return hand-overs of both sides, one player at a time."""
    pairs = zip(yellow.split(), red.split(), strict=False)
    return [text for pair in pairs for text in pair]


def refused(position: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as illegal:
        moves.resolve(position, position.to_move, parse(text))
    return illegal.value.code


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        ("", "Kck", None),
        ("", "Kdk", None),
        ("", "Kcj", "keeper_start"),
        ("", "Kcb", "keeper_start"),
        ("Kck", "Kdk", "keeper_placed"),
        ("", "Pck", "front_of_net"),
        ("", "Pcb", "front_of_net"),
        ("", "Pbl", "off_field"),
        ("", "Pzh", "off_field"),
        ("", "Pca", "net"),
        ("", "Pdl", "net"),
        ("Kck Pcg", "Pcl", "net"),
        ("", "Kcl", "keeper_start"),
        ("", "Pcf", "centre_circle"),
        ("", "Pdf", "centre_circle"),
        ("", "Pcg", None),
        ("Pcg", "Pdg", "setup_numbers"),
        ("Pai Pbi", "Pci", "setup_numbers"),
        ("Pai Pbi", "Pcg", None),
        ("Pai Pbi", "Pab", None),
        ("Pai Pbi Pab", "Pbc", "setup_numbers"),
        ("Pai Pbi Pab", "Pcg", None),
        ("Pab Pbc", "Pac", "setup_numbers"),
        ("Pab Pbc Pai", "Pbi", "setup_numbers"),
        ("Pab Pbc Pai", "Pdg", None),
        ("Pcg Pab Pbc", "Pai", None),
        ("Pcg Pai Pbi", "Pah", "setup_numbers"),
        ("Pcj", "Pdj", "box_limit"),
        ("Pcj", "Pbk", "box_limit"),
        ("Pcj", "Paj", None),
        ("Pcg Pab Pbc Pai", "Pbi", "outfielders_placed"),
        ("Pcg Pab Pbc Pai", "Kck", None),
        ("Pcg", "Pcg", "occupied"),
        ("Pac", "Pdf", "occupied"),
    ],
)
def test_what_yellow_may_place(before: str, text: str, code: str | None) -> None:
    reds = "Pdf Kdb" if code == "occupied" else "Kdb Pdf Pfc Pfi"
    position = begun(*alternately(before, reds))
    if code is None:
        assert moves.resolve(position, "yellow", parse(text)) == parse(text)
        assert parse(text) in (moves.legal(position) or ())
    else:
        assert refused(position, text) == code
        assert parse(text) not in (moves.legal(position) or ())


def test_red_sets_up_the_other_way_round() -> None:
    position = begun("Kck")
    assert refused(position, "Kdk") == "keeper_start"
    assert refused(position, "Pcg") == "centre_circle"
    for text in ("Kcb", "Kdb", "Pcf", "Pdf", "Pai", "Pab"):
        assert moves.resolve(position, "red", parse(text)) == parse(text)
    assert refused(begun("Kck", "Pbb", "Pai"), "Pec") == "box_limit"


def test_a_setup_of_single_players_alternates_and_ends_with_the_kickoff_dice() -> None:
    texts = alternately("Kck Pcg Pab Pbi Pai")
    for played in range(10):
        position = begun(*texts[:played])
        assert position.phase is Phase.SETUP
        assert game.to_move(position) == (("yellow", "red")[played % 2],)
        assert game.wants(position) is None
    end = begun(*texts)
    assert (end.phase, end.ply, end.die) == (Phase.KICKOFF, 11, None)
    assert game.to_move(end) == ()


def test_a_setup_in_blocks_has_six_handovers() -> None:
    texts = ["Pcg", "Kdb|Pdf", "Kck|Pab", "Pfc|Pfi", "Pai|Pbi", "Pfd"]
    position = begun(setup="blocks")
    for text, seat, count in zip(texts, ("yellow", "red") * 3, (1, 2, 2, 2, 2, 1), strict=True):
        assert position.to_move == seat
        assert placing.due(position) == count
        assert (moves.legal(position) is None) == (count > 1)
        position = rules.play(position, moves.resolve(position, seat, parse(text)))
    assert (position.phase, position.ply) == (Phase.KICKOFF, 7)
    assert write(parse(texts[1])) == texts[1]


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        ([], "Kck|Pcg", "wrong_count"),
        (["Kck"], "Kdb", "wrong_count"),
        (["Kck"], "Pab|Kdb", None),
        (["Kck"], "Pdf|Pdf", "occupied"),
        (["Kck"], "Pab|Pab", "occupied"),
        (["Kck"], "Pdf|Pcf", "setup_numbers"),
        (["Kck"], "Pbb|Pec", "box_limit"),
        (["Kck"], "Pdf|Kcb", None),
        (["Kck"], "Pdf|Kck", "keeper_start"),
    ],
)
def test_blocks(before: list[str], text: str, code: str | None) -> None:
    position = begun(*before, setup="blocks")
    if code is None:
        assert isinstance(moves.resolve(position, position.to_move, parse(text)), Setup)
    else:
        assert refused(position, text) == code


def test_one_player_at_a_time_means_one() -> None:
    assert refused(begun(), "Kck|Pcg") == "wrong_count"
    assert refused(begun(), "Bcg") == "wrong_phase"
    assert refused(begun(), "Pck|Bcg") == "wrong_phase"


def test_who_can_still_complete_a_setup() -> None:
    """All counts of players in the circle, the rest of the own half, and the other half."""
    whole = {(1, 1, 2), (1, 2, 1)}
    for circle in range(3):
        for own in range(5):
            for theirs in range(5):
                counts = {"circle": circle, "own": own, "theirs": theirs}
                fits = any(circle <= c and own <= o and theirs <= t for c, o, t in whole)
                assert completable(counts) == fits, counts
