"""Swiss rounds: the published first round, and what must hold of every other."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.making import seeded
from tournaments.errors import CannotPair, PairingError
from tournaments.pairing import swiss
from tournaments.pairing.pairs import Pairing, Pairs
from tournaments.pairing.sides import with_sides
from tournaments.pairing.swiss import pair_round
from tournaments.scoring import DOUBLE_FORFEIT, FORFEIT, GRADED, possible_points
from tournaments.standings.scores import Kind, Score, bye, score_of

Rounds = list[list[Score]]


def played(pairings: Sequence[Pairing], rng: Random, forfeits: bool = False) -> list[Score]:
    """Return results of a round: any points, some matches forfeited if wanted."""
    scores = []
    for p in pairings:
        if p.second is None:
            scores.append(bye(p.first, GRADED, p.round))
        elif forfeits and rng.random() < 0.1:
            winner = rng.choice([p.first, p.second, None])
            how = DOUBLE_FORFEIT if winner is None else FORFEIT
            scores.append(score_of(p, GRADED, how, winner))
        else:
            points = rng.choice([pair for pair in possible_points(GRADED) if any(pair)])
            scores.append(Score(p.first, p.second, points, round=p.round))
    return scores


def check(rounds: Rounds, present: Sequence[Sequence[int]]) -> None:
    """Assert that nobody met twice, had two byes, or was left out of a round."""
    met = Counter(frozenset(s.competitors) for scores in rounds for s in scores if s.second)
    assert set(met.values()) <= {1}
    byes = Counter(s.first for scores in rounds for s in scores if s.kind is Kind.BYE)
    assert set(byes.values()) <= {1}
    for scores, there in zip(rounds, present, strict=True):
        assert sorted(one for s in scores for one in s.competitors) == sorted(there)
        assert sum(s.kind is Kind.BYE for s in scores) == len(there) % 2


def sides(rounds: Rounds, one: int) -> list[int]:
    """Return a player's sides in what was played: 1 first, -1 second."""
    mine = [s for scores in rounds for s in scores if one in s.competitors and s.second]
    return [1 if s.first == one else -1 for s in mine if s.kind is Kind.PLAYED]


def test_the_first_round_of_the_dutch_system() -> None:
    """C.04.3: the upper half meets the lower half in order, the sides in turn."""
    assert pair_round(range(1, 9), range(1, 9), []) == (
        *(Pairing(1, 5), Pairing(6, 2), Pairing(3, 7), Pairing(8, 4)),
    )
    assert pair_round(range(1, 8), range(1, 8), [])[-1] == Pairing(7, None)


def test_winners_meet_winners_in_the_second_round() -> None:
    """Within a score the upper half meets the lower, as far as the sides that are due allow."""
    first = pair_round(range(1, 9), range(1, 9), [])
    favourites = [
        Score(p.first, p.second, (5, 0) if p.first < (p.second or 0) else (0, 5)) for p in first
    ]
    second = pair_round(range(1, 9), range(1, 9), [favourites])
    assert second == (*(Pairing(4, 1, 2), Pairing(2, 3, 2), Pairing(5, 8, 2), Pairing(7, 6, 2)),)


def as_far_as_it_goes(size: int, number: int, rng: Random) -> Rounds:
    """Play a Swiss event of all players until its end, or until no round is possible."""
    players, rounds = range(1, size + 1), list[list[Score]]()
    while len(rounds) < number:
        try:
            rounds.append(played(pair_round(players, players, rounds), rng))
        except CannotPair:
            break
    return rounds


@pytest.mark.parametrize("seed", range(20))
def test_seven_players_and_six_rounds(seed: int) -> None:
    """Fault 38: at most one bye each, the lowest score first."""
    rounds = as_far_as_it_goes(7, 6, Random(seed))
    assert len(rounds) >= swiss.rounds_assured(7) == 4
    check(rounds, [range(1, 8)] * len(rounds))
    for number in range(2):  # later rematches and sides may rule the lowest score out
        points = Counter(dict.fromkeys(range(1, 8), 0))
        for scores in rounds[:number]:
            points.update({s.first: s.points[0] for s in scores})
            points.update({s.second: s.points[1] for s in scores if s.second})
        could = [one for one in points if one not in swiss.had_bye(rounds[:number])]
        free = next(s.first for s in rounds[number] if s.kind is Kind.BYE)
        assert points[free] == min(points[one] for one in could)


def test_no_points_for_leaving_and_coming_back() -> None:
    """Fault 38: who is away in each odd round has only what the even rounds gave."""
    rng, rounds, there = Random(1), list[list[Score]](), list[Sequence[int]]()
    for number in range(6):
        present = range(1, 9) if number % 2 else range(1, 8)
        there.append(present)
        rounds.append(played(pair_round(range(1, 9), present, rounds), rng))
    check(rounds, there)
    assert [any(8 in s.competitors for s in scores) for scores in rounds] == [False, True] * 3


def test_who_won_by_forfeit_gets_no_bye() -> None:
    first = [
        Score(1, 2, (5, 0), round=1),
        Score(3, 4, (5, 0), round=1),
        Score(5, None, (2, 0), kind=Kind.BYE, round=1),
    ]
    second = [
        Score(2, 4, (5, 0), kind=Kind.FORFEIT, round=2),
        Score(1, 3, (5, 0), round=2),
    ]
    third = pair_round(range(1, 6), range(1, 6), [first, second])
    assert third[-1].is_bye
    assert third[-1].first in (3, 4, 1)
    assert {2, 4} not in [{p.first, p.second} for p in third]


def test_all_have_met() -> None:
    rng, rounds = Random(3), list[list[Score]]()
    for _ in range(3):
        rounds.append(played(pair_round(range(1, 5), range(1, 5), rounds), rng))
    with pytest.raises(CannotPair, match="all_have_met") as refusal:
        pair_round(range(1, 5), range(1, 5), rounds)
    assert refusal.value.data == {"round": 4}


def test_sides_give_way_before_the_round_does(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up: list[int] = []

    def watched(pairs: Pairs, players: Sequence[int], rounds: Rounds) -> Pairs:
        given_up.append(len(rounds) + 1)
        return with_sides(pairs, players, rounds)

    monkeypatch.setattr(swiss, "with_sides", watched)
    for seed in range(15):
        rounds = as_far_as_it_goes(8, 7, Random(seed))
        check(rounds, [range(1, 9)] * len(rounds))
    assert given_up
    assert min(given_up) > swiss.rounds_assured(8)


def test_sides_by_what_is_owed() -> None:
    rounds = [[Score(1, 2, (5, 0)), Score(3, 4, (5, 0))], [Score(1, 4, (5, 0))]]
    assert with_sides(((1, 3), (2, 5), (6, None)), range(1, 7), rounds) == (
        *((3, 1), (2, 5), (6, None)),
    )


def possible(present: Sequence[int], rounds: Rounds) -> bool:
    """Say by trying everything whether a round without rematch and second bye exists."""
    met = {frozenset(s.competitors) for scores in rounds for s in scores}
    no_bye = swiss.had_bye(rounds)

    def rest(left: tuple[int, ...], bye_free: bool) -> bool:
        if not left:
            return True
        one, *others = left
        if bye_free and one not in no_bye and rest(tuple(others), False):
            return True
        return any(
            rest(tuple(x for x in others if x != other), bye_free)
            for other in others
            if frozenset((one, other)) not in met
        )

    return rest(tuple(present), len(present) % 2 == 1)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 10), seeded)
def test_a_round_is_refused_only_if_there_is_none(size: int, rng: Random) -> None:
    players, rounds, there = range(1, size + 1), list[list[Score]](), list[Sequence[int]]()
    for _ in range(12):
        present = [one for one in players if rng.random() < 0.9] or [1]
        try:
            pairings = pair_round(players, present, rounds)
        except CannotPair:
            assert len(present) < 2 or not possible(present, rounds)
            continue
        assert pairings == pair_round(players, present, rounds)
        there.append(present)
        rounds.append(played(pairings, rng, forfeits=True))
    check(rounds, there)


@pytest.mark.parametrize("size", [2, 3, 15, 40, 200])
def test_sides_stay_balanced(size: int) -> None:
    rng, rounds = Random(size), list[list[Score]]()
    number = min(1 if size > 100 else 6, swiss.rounds_assured(size))
    for _ in range(number):
        rounds.append(played(pair_round(range(1, size + 1), range(1, size + 1), rounds), rng))
    check(rounds, [range(1, size + 1)] * number)
    for one in range(1, size + 1):
        own = sides(rounds, one)
        assert abs(sum(own)) <= 2
        assert all(len({*three}) > 1 for three in zip(own, own[1:], own[2:], strict=False))


def test_late_entrants_come_in_with_nothing() -> None:
    first = played(pair_round(range(1, 7), range(1, 7), []), Random(1))
    second = pair_round(range(1, 9), range(1, 9), [first])
    assert {one for p in second for one in (p.first, p.second)} == set(range(1, 9))


def test_refusals() -> None:
    with pytest.raises(PairingError, match="too_few"):
        pair_round([1], [1], [])
    with pytest.raises(PairingError, match="too_many"):
        pair_round(range(201), range(201), [])
    with pytest.raises(PairingError, match="twice_entered"):
        pair_round([1, 1], [1], [])
    with pytest.raises(CannotPair, match="too_few_present"):
        pair_round([1, 2], [2], [])
    assert (swiss.rounds_possible(8), swiss.rounds_possible(7)) == (7, 7)
    assert (swiss.rounds_assured(8), swiss.rounds_assured(7)) == (4, 4)


def test_a_machine_without_the_library_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "available", lambda: False)
    with pytest.raises(PairingError, match="swiss_unavailable"):
        pair_round([1, 2], [1, 2], [])
