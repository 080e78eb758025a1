"""The offline check of exported matches, and the command around it."""

import json
import re
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from golem import registry
from golem.play import chance
from golem.play.errors import Refusal
from golem.play.protocol import AnyGame
from golem.play.verify import Verdict, verify
from tests.play.countdown import game as countdown

# A seed whose first virtual dice are known to suit the match below.
SEED = next(
    seed
    for seed in (bytes([number]) * 32 for number in range(200))
    if list(islice(chance.dice(seed), 2)) == [1, 5]
)


def load(key: str, revision: int | None) -> AnyGame:
    if (key, revision) != ("countdown", 1):
        raise LookupError(key)
    return countdown


def export(**changes: Any) -> dict[str, Any]:
    """Return the export of a finished match of Countdown."""
    seeds = [{"commitment": chance.commitment(SEED), "seed": SEED.hex(), "first_draw": 1}]
    texts = [("first", "T2"), ("second", "T2"), ("first", "T1")]
    moves = [{"ply": n, "seat": s, "notation": t} for n, (s, t) in enumerate(texts, 1)]
    return {
        "format": "golem-match-1",
        "game": "countdown",
        "revision": 1,
        "options": {"most": 2},
        "seeds": seeds,
        "draws": [{"number": 1, "ply": 1, "label": "table", "values": [1, 5]}],
        "moves": moves,
        "score": None,
        "outcome": {"how": "last", "winner": "first", "points": {"first": 1, "second": 0}},
    } | changes


def seed_entry(**changes: Any) -> list[dict[str, Any]]:
    return [export()["seeds"][0] | changes]


def check(**changes: Any) -> Verdict:
    return verify(json.loads(json.dumps(export(**changes))), load)


def test_a_match_that_checks_out() -> None:
    assert check() == Verdict((), (), 3, 1)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seeds": seed_entry(commitment="0" * 64)}, "wrong_commitment"),
        ({"seeds": seed_entry(seed="00" * 32)}, "wrong_commitment"),
        ({"draws": [{"number": 1, "ply": 1, "values": [1, 4]}]}, "wrong_dice"),
        ({"draws": [{"number": 1, "ply": 1, "values": [5]}]}, "wrong_dice"),
        ({"draws": [{"number": 1, "ply": 2, "values": [1, 5]}]}, "wrong_draw_ply"),
        ({"draws": [], "seeds": seed_entry()}, "illegal"),
        ({"moves": export()["moves"][:2]}, "wrong_outcome"),
        ({"seeds": seed_entry(seed=None)}, "seed_missing"),
        ({"status": "running"}, "wrong_status"),
        ({"outcome": None}, "wrong_outcome"),
        (
            {"outcome": {"how": "last", "winner": "second", "points": {"first": 0, "second": 1}}},
            "wrong_outcome",
        ),
        ({"score": {"first": 1}}, "wrong_score"),
    ],
)
def test_what_is_wrong_is_found(changes: dict[str, Any], code: str) -> None:
    assert code in [problem.code for problem in check(**changes).problems]


def test_an_illegal_move_is_named() -> None:
    moves = export()["moves"]
    moves[1] = {**moves[1], "notation": "T3"}
    (problem,) = check(moves=moves).problems
    assert (problem.code, problem.data) == ("illegal", {"ply": 2, "reason": "too_many"})


def test_a_draw_that_was_not_called_for() -> None:
    more = [*export()["draws"], {"number": 2, "ply": 4, "values": list(dice_after(SEED, 2))}]
    assert "surplus_draw" in [problem.code for problem in check(draws=more).problems]


def dice_after(seed: bytes, used: int) -> list[int]:
    return list(islice(chance.dice(seed, used), 1))


def test_a_running_match_keeps_its_seed() -> None:
    running = {"seeds": seed_entry(seed=None), "moves": export()["moves"][:1], "outcome": None}
    verdict = check(**running)
    assert verdict.problems == ()
    assert [note.code for note in verdict.notes] == ["seed_secret"]
    assert (verdict.plies, verdict.draws) == (1, 1)


def test_a_match_decided_off_the_board() -> None:
    outcome = {"how": "resignation", "winner": "second", "points": {"first": 0, "second": 1}}
    verdict = check(moves=export()["moves"][:1], outcome=outcome)
    assert verdict.problems == ()
    assert [(note.code, note.data) for note in verdict.notes] == [
        ("off_the_board", {"how": "resignation"})
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"how": "last"},
        {"how": ["resignation"]},
        {"winner": "third"},
        {"winner": None},
        {"winner": []},
        {"points": {"first": 1, "second": 0}},
        {"points": {"first": 0, "second": 9}},
        {"points": None},
    ],
)
def test_an_end_off_the_board_must_make_sense(changes: dict[str, Any]) -> None:
    outcome = {"how": "resignation", "winner": "second", "points": {"first": 0, "second": 1}}
    verdict = check(moves=export()["moves"][:1], outcome=outcome | changes)
    assert [problem.code for problem in verdict.problems] == ["wrong_outcome"]


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "golem-match-2"},
        {"game": "chess"},
        {"game": None},
        {"revision": 2},
        {"revision": True},
        {"options": {"most": 4}},
        {"options": {"fast": True}},
        {"options": []},
        {"seeds": []},
        {"seeds": None},
        {"seeds": ["x"]},
        {"seeds": seed_entry(seed="00")},
        {"seeds": seed_entry(seed=SEED.hex().upper() + "x")},
        {"seeds": seed_entry(commitment=None)},
        {"seeds": seed_entry(first_draw=2)},
        {"seeds": seed_entry() + seed_entry(first_draw=2) + seed_entry()},
        {"seeds": seed_entry() + seed_entry(first_draw=9)},
        {"draws": [{"number": 2, "ply": 1, "values": [1, 5]}]},
        {"draws": [{"number": 1, "ply": 1, "values": ["1", 5]}]},
        {"draws": [{"number": 1, "ply": 1, "values": None}]},
        {"draws": [{"number": 1, "ply": None, "values": [1, 5]}]},
        {"moves": [{"ply": 2, "seat": "first", "notation": "T2"}]},
        {"moves": [{"ply": 1, "seat": "first", "notation": None}]},
        {"moves": [export()["moves"][0]] * 2},
        {"moves": {}},
        {"outcome": "won"},
    ],
)
def test_what_is_no_export_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        check(**changes)
    assert refused.value.code == "bad_export"


@pytest.mark.parametrize("value", [None, [], "x", 7])
def test_what_is_no_document(value: object) -> None:
    with pytest.raises(Refusal):
        verify(value, load)


# --- real games: a seed of their own, and one more after the match was opened again ---------


def played(seeds: list[tuple[bytes, int]], plies: int) -> dict[str, Any]:
    """Return the export of a StreetSoccer match of ``plies`` plies, always the first move."""
    game = registry.load("streetsoccer")
    state, source = game.start({}), iter([0])
    draws: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    setups = iter(["Pabacad", "Pajahag"])
    first = {number: seed for seed, number in seeds}
    while True:
        want = game.wants(state)
        if want is not None:
            if len(draws) + 1 in first:
                source = chance.dice(first[len(draws) + 1])
            values = chance.draw(want.kind, source)
            entry = {"number": len(draws) + 1, "ply": len(moves) + 1, "label": want.label}
            draws.append({**entry, "values": list(values)})
            state = game.supply(state, values)
        if len(moves) == plies or not game.to_move(state):
            break
        (seat,) = game.to_move(state)
        listed = game.legal(state, seat)  # type: ignore[attr-defined]
        if listed is None:
            move = game.resolve(state, seat, game.parse(next(setups)))
        else:
            move = listed[-1] if listed else game.forced(state)[seat]
        moves.append({"ply": len(moves) + 1, "seat": seat, "notation": game.write(move)})
        state = game.play(state, {seat: move})
    outcome = game.outcome(state)
    ended = outcome and {
        "how": outcome.how,
        "winner": outcome.winner,
        "points": dict(outcome.points),
    }
    return {
        "format": "golem-match-1",
        "game": "streetsoccer",
        "revision": 1,
        "options": {},
        "seeds": [
            {"commitment": chance.commitment(seed), "seed": seed.hex(), "first_draw": number}
            for seed, number in seeds
        ],
        "draws": draws,
        "moves": moves,
        "score": game.describe(state).score,
        "outcome": ended,
    }


ONE_SEED = [(b"\x01" * 32, 1)]
TWO_SEEDS = [(b"\x01" * 32, 1), (b"\x02" * 32, 11)]


@pytest.mark.parametrize("seeds", [ONE_SEED, TWO_SEEDS])
@pytest.mark.parametrize("plies", [0, 3, 30, 100])
def test_matches_of_a_real_game(seeds: list[tuple[bytes, int]], plies: int) -> None:
    seeds = seeds if plies > 20 else seeds[:1]
    verdict = verify(played(seeds, plies), registry.load)
    assert (verdict.problems, verdict.notes) == ((), ())
    assert verdict.plies == plies or 52 <= verdict.plies <= 72


def test_any_changed_die_of_a_real_match_is_found() -> None:
    whole = played(ONE_SEED, 100)
    for number in range(len(whole["draws"])):
        changed = json.loads(json.dumps(whole))
        values = changed["draws"][number]["values"]
        values[-1] = values[-1] % 6 + 1
        problems = verify(changed, registry.load).problems
        assert ("wrong_dice", number + 1) in [(p.code, p.data.get("draw")) for p in problems]


def test_the_lines_of_python_in_the_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What ``docs/dice.md`` tells people to run does run, and notices a changed die."""
    page = (Path(__file__).parents[2] / "docs" / "dice.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    whole = played(ONE_SEED, 100)
    Path("match.json").write_text(json.dumps(whole))
    exec(code, {})
    assert capsys.readouterr().out.endswith("dice are right\n")
    whole["draws"][7]["values"][0] = whole["draws"][7]["values"][0] % 6 + 1
    Path("match.json").write_text(json.dumps(whole))
    with pytest.raises(AssertionError):
        exec(code, {})


def command(path: Path) -> str:
    out = StringIO()
    call_command("verify_match", str(path), stdout=out)
    return out.getvalue()


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(played(ONE_SEED, 100)))
    assert command(file).endswith("Everything that can be checked is right.\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", "is no export of a known game: field format."),
        ("x", "is not JSON."),
        ("[" * 100_000, "is not JSON."),
        ("\udcff", "is not JSON."),
    ],
)
def test_the_command_and_a_bad_file(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(CommandError, match=sentence):
        command(file)
    with pytest.raises(CommandError, match="cannot be read"):
        command(tmp_path / "none.json")


def test_the_command_fails_for_a_wrong_match(tmp_path: Path) -> None:
    whole = played(ONE_SEED, 100)
    whole["outcome"]["how"] = "scoreless"
    whole["seeds"][0]["commitment"] = "0" * 64
    file = tmp_path / "match.json"
    file.write_text(json.dumps(whole))
    out = StringIO()
    with pytest.raises(CommandError, match="does not check out"):
        call_command("verify_match", str(file), stdout=out)
    assert "is not the one that was committed to" in out.getvalue()
