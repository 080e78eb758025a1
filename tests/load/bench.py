"""The benchmark of the rules: ``python -m tests.load.bench`` prints two tables.

Each figure is the median of several rounds, in processor time. Our rounds and python-chess's
take turns, so that a busy machine hits both. Every round starts from fresh positions, so
nothing that a former one has worked out can help.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import chess

from golem.games.golden_goal.fields import from_fields as golden_goal_fields
from golem.games.golden_goal.game import game as golden_goal
from golem.play.protocol import Legal
from golem.play.replay import replay
from streetsoccer.fields import from_fields
from streetsoccer.game import game

VECTORS = Path(__file__).parents[1] / "vectors"
ROUNDS = 31
PLIES = 72

# Middle games: openings just left, open and closed centres, attacks on the king.
MIDDLE_GAMES = (
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 w - - 2 14",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 1 7",
    "r1bqr1k1/pp1n1pbp/2pp1np1/4p3/2PPP3/2N2N1P/PPQ1BPP1/R1B2RK1 w - - 1 11",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 4 11",
    "r2qkb1r/1p1n1ppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/R3KB1R b KQkq - 2 9",
    "r1b2rk1/2q1bppp/p1nppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 13",
    "r3k2r/pp1bbppp/1qn1pn2/3p4/3P4/P1N1BN2/1P2BPPP/R2Q1RK1 b kq - 4 11",
    "r4rk1/1bq1bppp/pp1ppn2/8/2PQP3/1PN3P1/PB3PBP/R4RK1 b - - 3 14",
    "2r2rk1/1bqn1ppp/pb2pn2/1p6/3B4/P1NBP3/1PQ2PPP/2R1NRK1 w - - 2 18",
    "r1b1r1k1/pp1nqppp/2pb1n2/3p4/3P1B2/2NBPN2/PPQ2PPP/R4RK1 w - - 7 12",
    "3r1rk1/pbq2ppp/1pn1pn2/2p5/2P5/P1PBPN2/1B2QPPP/3R1RK1 w - - 3 15",
)


def lines(name: str, key: str = "streetsoccer") -> list[dict[str, Any]]:
    """Return the vectors in a file of the game ``key``."""
    return [json.loads(line) for line in (VECTORS / key / name).read_text().splitlines()]


def timed(work: Callable[[], int]) -> float:
    """Return the processor time of each of the things that ``work`` counts, in microseconds."""
    started = process_time()
    count = work()
    return (process_time() - started) / count * 1e6


def turns_of(key: str) -> list[dict[str, Any]]:
    """Return the vectors of the game ``key`` that are turns, not kick-offs or restarts."""
    return [vector for vector in lines("positions.jsonl", key) if vector["phase"] == "turn"]


def our_lists(vectors: Sequence[dict[str, Any]]) -> float:
    """Return the time per legal move of full legal lists of StreetSoccer."""
    return lists_of(game, [from_fields(vector) for vector in vectors])


def golden_goal_lists(vectors: Sequence[dict[str, Any]]) -> float:
    """Return the same of Golden Goal."""
    return lists_of(golden_goal, [golden_goal_fields(vector) for vector in vectors])


def lists_of(game: object, positions: Sequence[Any]) -> float:
    """Return the time per legal move of full legal lists of ``game``."""
    assert isinstance(game, Legal)
    legal = game.legal
    return timed(lambda: sum(len(legal(p, p.to_move) or ()) for p in positions))


def chess_lists() -> float:
    """Return the time per legal move of full legal lists of chess."""
    boards = [chess.Board(fen) for fen in MIDDLE_GAMES for _ in range(20)]
    return timed(lambda: sum(len(list(board.legal_moves)) for board in boards))


def chess_texts(rng: Random) -> list[str]:
    """Return a chess game of 72 plies as UCI text, from random legal moves."""
    while True:
        board = chess.Board()
        while len(board.move_stack) < PLIES and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if len(board.move_stack) == PLIES:
            return [move.uci() for move in board.move_stack]


def chess_replays(games: Sequence[list[str]]) -> float:
    """Return the time of one checked replay of 72 plies of chess from UCI text."""

    def work() -> int:
        for texts in games:
            board = chess.Board()
            for text in texts:
                board.push_uci(text)
        return len(games)

    return timed(work)


def our_replays(vectors: Sequence[dict[str, Any]]) -> float:
    """Return the time of one checked replay of 72 plies of StreetSoccer by the house's fold."""
    logs = [log_of(vector) for vector in vectors]

    def work() -> int:
        for plies, draws in logs:
            result = replay(game, {}, plies, draws)
            assert result.failure is None
            assert result.plies == PLIES
        return len(logs)

    return timed(work)


def log_of(vector: dict[str, Any]) -> tuple[list[dict[str, str]], list[list[int]]]:
    """Return a game of the vectors as a log: texts by seat of each ply, and the draws."""
    seats = game.info.seats
    plies = [{seats[at % 2]: text} for at, text in enumerate(vector["moves"])]
    return plies, [vector["virtual_dice"], *([die] for die in vector["dice"][1:])]


def main() -> None:
    """Measure and print the table."""
    turns, golden = turns_of("streetsoccer"), turns_of("golden_goal")
    long_games = [vector for vector in lines("games.jsonl") if len(vector["moves"]) == PLIES]
    rng = Random(1)
    chess_games = [chess_texts(rng) for _ in long_games]
    lists, replays, siblings = [], [], []
    for _ in range(ROUNDS):
        lists.append((our_lists(turns), chess_lists()))
        siblings.append((golden_goal_lists(golden), our_lists(turns)))
        replays.append((our_replays(long_games), chess_replays(chess_games)))
    print(f"{_size(turns)}, {len(long_games)} games, {ROUNDS} rounds")
    _head("ours", "chess")
    _row("time per legal move, full list (us)", lists, 1.0)
    _row("checked replay of 72 plies (us)", replays, 3.0)
    print(f"\nGolden Goal, {_size(golden)}, beside StreetSoccer")
    _head("golden", "street")
    _row("time per legal move, full list (us)", siblings, 2.0)


def _size(vectors: Sequence[dict[str, Any]]) -> str:
    return f"{len(vectors)} positions with {sum(len(v['legal']) for v in vectors)} moves"


def _head(ours: str, theirs: str) -> None:
    print(f"| {'median':34} | {ours:>9} | {theirs:>9} | {'ratio':>5} | {'goal':>5} |")
    print(f"| {'-' * 34} | {'-' * 8}: | {'-' * 8}: | {'-' * 4}: | {'-' * 4}: |")


def _row(name: str, pairs: Sequence[tuple[float, float]], goal: float) -> None:
    ours, theirs = (median(side) for side in zip(*pairs, strict=True))
    print(f"| {name:34} | {ours:9.2f} | {theirs:9.2f} | {ours / theirs:5.2f} | {goal:5.1f} |")


if __name__ == "__main__":
    main()
