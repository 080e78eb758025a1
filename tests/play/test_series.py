"""Series of matches, and the movers that know no game."""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import pytest

from golem import registry
from golem.play import movers
from golem.play.movers import Mover, NoMover
from golem.play.protocol import AnyGame, Seat
from golem.play.series import FIRST, SECOND, Effort, Result, Table, interval, play_match
from streetsoccer import rules
from tests.games.duel import Duel
from tests.play.countdown import Countdown, State
from tests.streetsoccer.playing import random_game

SOCCER = registry.load("streetsoccer")


class Listed(Countdown):
    """The countdown with a list of its legal moves."""

    def legal(self, state: State, seat: Seat) -> list[int]:
        return [taken for taken in (1, 2) if taken <= (state.left or 0)]


def perfect(game: AnyGame, state: State, seat: Seat, rng: Random) -> int:
    """Take what leaves a multiple of three, if that can be done."""
    assert state.left is not None
    return state.left % 3 or 1


def still() -> float:
    return 0.0


def play(first: Mover, second: Mover, games: int, seed: int = 1) -> list[Result]:
    return [play_match(Listed(), (first, second), n, seed, still) for n in range(games)]


def test_the_better_player_wins_more() -> None:
    """Who starts at 2, 4 or 5 can win, at 3 and 6 the other: so much is luck."""
    wins = Counter(result.winner for result in play(perfect, movers.at_random, 100))
    assert wins[FIRST] > 75
    starter_won = [result.winner == result.number % 2 for result in play(perfect, perfect, 100)]
    assert 45 < sum(starter_won) < 75


def test_the_movers_take_turns_at_the_first_seat() -> None:
    seen: list[tuple[str, Seat]] = []

    def note(name: str) -> Mover:
        def move(game: AnyGame, state: State, seat: Seat, rng: Random) -> int:
            seen.append((name, seat))
            return 1

        return move

    for number, seat in ((0, "first"), (1, "second"), (2, "first")):
        seen.clear()
        play_match(Listed(), (note("A"), note("B")), number, 1, still)
        assert {("A", seat)} == {entry for entry in seen if entry[0] == "A"}


def test_the_same_series_comes_out_the_same() -> None:
    once, again = (play(movers.at_random, movers.at_random, 20) for _ in range(2))
    assert once == again
    assert once != play(movers.at_random, movers.at_random, 20, seed=2)
    backwards = [
        play_match(Listed(), (movers.at_random,) * 2, number, 1, still)
        for number in reversed(range(20))
    ]
    assert once == backwards[::-1]


def test_the_generators_of_the_players_and_of_the_dice_are_apart() -> None:
    """A player that uses its generator up in another way meets the same dice."""

    def wasteful(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:
        rng.random()
        return perfect(game, state, seat, rng)

    plain, wasted = play(perfect, perfect, 20), play(wasteful, perfect, 20)
    assert [r.plies for r in plain] == [r.plies for r in wasted]


def test_time_is_counted_by_the_meter_for_each_mover() -> None:
    ticks = count()
    result = play_match(Listed(), (perfect, perfect), 0, 1, lambda: float(next(ticks)))
    first, second = result.efforts
    assert 0 <= first.moves - second.moves <= 1
    assert (first.seconds, first.longest) == (first.moves, 1.0)


def test_forced_plies_are_the_servers() -> None:
    for result in play(perfect, perfect, 30):
        moved = sum(effort.moves for effort in result.efforts)
        assert result.plies - moved in (0, 1)


def test_a_step_of_several_seats_asks_each_of_them() -> None:
    def least(game: AnyGame, state: Any, seat: Seat, rng: Random) -> int:
        return min({1, 2, 3} - set(getattr(state, seat)))

    def most(game: AnyGame, state: Any, seat: Seat, rng: Random) -> int:
        return max({1, 2, 3} - set(getattr(state, seat)))

    result = play_match(Duel(), (most, least), 1, 1, still)  # 3 : 1, 2 : 2, 1 : 3
    assert (result.winner, result.how, result.plies, result.goals) == (None, "level", 3, (1, 1))


def test_the_table_counts_for_the_first_mover() -> None:
    table = Table()
    one, two = Effort(10, 5.0, 1.0), Effort(11, 2.0, 0.5)
    table.count(Result(0, FIRST, "normal_time", 60, (3, 1), (one, two)))
    table.count(Result(1, SECOND, "normal_time", 60, (0, 2), (one, two)))
    table.count(Result(2, None, "scoreless", 72, (0, 0), (one, two)))
    assert (table.wins, table.unwon, table.losses, table.games) == (1, 1, 1, 3)
    assert table.goals == [3, 3]
    assert table.endings == {"normal_time": 2, "scoreless": 1}
    assert table.efforts == (Effort(30, 15.0, 1.0), Effort(33, 6.0, 0.5))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.278),
        (10, 10, 0.722, 1.0),
        (5, 10, 0.237, 0.763),
        (81, 263, 0.255, 0.366),
        (200, 200, 0.981, 1.0),
    ],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=0.0006)


# --- movers ----------------------------------------------------------------------------------


def test_the_random_mover_plays_whole_matches_of_every_game() -> None:
    for key in registry.game_keys():
        game = registry.load(key)
        for number in range(3):
            pair = movers.at_random, movers.greedy
            assert play_match(game, pair, number, 1, still).plies > 0


def test_random_setups_are_put_together_by_clicks() -> None:
    state = SOCCER.supply(SOCCER.start({}), (2, 5))
    texts = {
        SOCCER.write(movers.at_random(SOCCER, state, "yellow", Random(seed))) for seed in range(40)
    }
    assert len(texts) > 35
    for text in texts:
        SOCCER.resolve(state, "yellow", SOCCER.parse(text))


def test_the_greedy_mover_scores_when_it_can() -> None:
    chances = 0
    for seed in range(3):
        for state, _ in random_game(Random(seed)):
            listed = SOCCER.legal(state, state.to_move) if state.die else []  # type: ignore[attr-defined]
            goals = [m for m in listed or () if rules.play(state, m).last_scorer == state.to_move]
            goals = [m for m in goals if rules.play(state, m).ball is None]
            if goals:
                chances += 1
                assert movers.greedy(SOCCER, state, state.to_move, Random(1)) in goals
    assert chances > 20


def test_what_a_game_lacks_is_said() -> None:
    game = Countdown()
    state = game.supply(game.start({}), (5,))
    with pytest.raises(NoMover, match="countdown has no computer player"):
        movers.house(0)(game, state, "first", Random(1))
    with pytest.raises(NoMover, match="neither list its moves nor take clicks"):
        movers.at_random(game, state, "first", Random(1))


def test_a_mover_gets_the_view_of_its_seat_only() -> None:
    seen: list[Any] = []

    class Hiding(Listed):
        def view(self, state: State, seat: Seat | None) -> Any:
            return ("view", seat, state)

        def bot(self, view: Any, seat: Seat, rng: Random, seconds: float) -> int:
            seen.append((view[:2], seconds))
            return 1

    game = Hiding()
    movers.named(0.5)["house"](game, State(left=4), "first", Random(1))
    assert seen == [(("view", "first"), 0.5)]
