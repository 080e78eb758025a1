"""Dice: made as documented, fair, and checked."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.play import chance
from golem.play.errors import BadDraw
from golem.play.protocol import DrawKind

SEED = bytes(range(32))
KNOWN = [2, 6, 5, 6, 3, 1, 4, 4, 3, 4, 3, 3, 5, 2, 5, 4, 6, 6, 5, 4]
ROLLS = 60_000
# Chi-square at p = 0.001, by degrees of freedom.
LIMIT = {4: 18.47, 5: 20.52, 25: 52.62}


def by_hand(seed: bytes, n: int) -> int:
    """Make virtual die ``n`` from SHA-256 alone: HMAC spelled out (RFC 2104)."""
    key = seed.ljust(64, b"\0")
    inner, outer = bytes(b ^ 0x36 for b in key), bytes(b ^ 0x5C for b in key)
    k = 0
    while True:
        message = b"die:" + str(n).encode() + b":" + str(k).encode()
        digest = hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()
        if digest[0] < 252:
            return digest[0] % 6 + 1
        k += 1


def test_the_hmac_by_hand_is_the_published_one() -> None:
    # RFC 4231, test case 1, checks the arithmetic that by_hand() spells out.
    key, message = b"\x0b" * 20, b"Hi There"
    padded = key.ljust(64, b"\0")
    inner, outer = bytes(b ^ 0x36 for b in padded), bytes(b ^ 0x5C for b in padded)
    digest = hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).hexdigest()
    assert digest == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    assert digest == hmac.new(key, message, "sha256").hexdigest()


def test_virtual_dice_are_the_documented_ones() -> None:
    for seed in (SEED, b"\xff" * 32, hashlib.sha256(b"another").digest()):
        assert [chance.virtual_die(seed, n) for n in range(1, 301)] == [
            by_hand(seed, n) for n in range(1, 301)
        ]


def test_known_dice() -> None:
    # Written down once from the openssl command line (see docs/dice.md); they never change.
    assert list(islice(chance.dice(SEED), 20)) == KNOWN
    assert list(islice(chance.dice(SEED, 5), 15)) == KNOWN[5:]


def test_a_biased_byte_is_passed_over() -> None:
    seed, n = next(
        (seed, n)
        for seed in (bytes([number]) * 32 for number in range(10))
        for n in range(1, 200)
        if hmac.digest(seed, f"die:{n}:0".encode(), "sha256")[0] >= 252
    )
    second = hmac.digest(seed, f"die:{n}:1".encode(), "sha256")[0]
    assert second < 252
    assert chance.virtual_die(seed, n) == second % 6 + 1


def test_the_commitment_is_sha256_of_the_seed() -> None:
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert chance.commitment(SEED) == expected


def chi_square(counts: Counter[int], weights: dict[int, int]) -> float:
    total, whole = sum(counts.values()), sum(weights.values())
    assert set(counts) <= set(weights)
    expected = {value: total * weight / whole for value, weight in weights.items()}
    return sum((counts[value] - want) ** 2 / want for value, want in expected.items())


@pytest.fixture(scope="module")
def rolls() -> list[int]:
    """Return 60,000 dice of twelve fixed seeds."""
    seeds = [hashlib.sha256(f"fair {number}".encode()).digest() for number in range(12)]
    return [die for seed in seeds for die in islice(chance.dice(seed), ROLLS // 12)]


def test_the_dice_are_fair(rolls: list[int]) -> None:
    even = dict.fromkeys(range(1, 7), 1)
    assert len(rolls) == ROLLS
    assert chi_square(Counter(rolls), even) < LIMIT[5]
    assert chi_square(Counter(rolls[::2]), even) < LIMIT[5]
    assert chi_square(Counter(rolls[1::2]), even) < LIMIT[5]


def test_a_die_tells_nothing_of_the_next(rolls: list[int]) -> None:
    pairs = Counter(6 * (a - 1) + b - 1 for a, b in pairwise(rolls))
    rows, columns = Counter(rolls[:-1]), Counter(rolls[1:])
    total = len(rolls) - 1
    square = sum(
        (pairs[6 * (a - 1) + b - 1] - (want := rows[a] * columns[b] / total)) ** 2 / want
        for a in range(1, 7)
        for b in range(1, 7)
    )
    assert square < LIMIT[25]


def test_dice_from_two_are_even(rolls: list[int]) -> None:
    source = iter(rolls)
    draws = [chance.draw(DrawKind.DIE_FROM_TWO, source)[-1] for _ in range(ROLLS * 3 // 4)]
    assert chi_square(Counter(draws), dict.fromkeys(range(2, 7), 1)) < LIMIT[4]


def test_unequal_pairs_have_the_weights_of_their_definition(rolls: list[int]) -> None:
    source = iter(rolls)
    pairs = [chance.draw(DrawKind.UNEQUAL_PAIR, source)[-2:] for _ in range(ROLLS * 2 // 5)]
    differences = Counter(abs(a - b) for a, b in pairs)
    assert chi_square(differences, {1: 10, 2: 8, 3: 6, 4: 4, 5: 2}) < LIMIT[4]


@pytest.mark.parametrize(
    ("kind", "source", "values"),
    [
        (DrawKind.DIE, [1, 5], (1,)),
        (DrawKind.DIE_FROM_TWO, [1, 1, 2, 6], (1, 1, 2)),
        (DrawKind.DIE_FROM_TWO, [6, 1], (6,)),
        (DrawKind.UNEQUAL_PAIR, [3, 3, 6, 6, 2, 5, 1], (3, 3, 6, 6, 2, 5)),
        (DrawKind.UNEQUAL_PAIR, [3, 4, 4], (3, 4)),
    ],
)
def test_rejected_dice_are_used_up(
    kind: DrawKind, source: list[int], values: tuple[int, ...]
) -> None:
    dice = iter(source)
    assert chance.draw(kind, dice) == values
    assert list(dice) == source[len(values) :]


@given(st.sampled_from(DrawKind), st.randoms(use_true_random=False))
def test_what_was_drawn_passes_the_check(kind: DrawKind, rng: Random) -> None:
    values = chance.draw(kind, iter(lambda: rng.randint(1, 6), 0))
    last = chance.check(kind, values)
    assert tuple(values[-len(last) :]) == last
    with pytest.raises(BadDraw):
        chance.check(kind, (*values, *last))


@given(st.sampled_from(DrawKind), st.lists(st.integers(-1, 8), max_size=6))
def test_what_passes_the_check_could_have_been_drawn(kind: DrawKind, values: list[int]) -> None:
    try:
        chance.check(kind, values)
        passed = True
    except BadDraw:
        passed = False
    assert passed == (drawn(kind, values) == tuple(values) != ())


def drawn(kind: DrawKind, values: Sequence[int]) -> tuple[int, ...] | None:
    """Return what a draw takes from ``values``, ``None`` if they are no dice or run out."""
    if not all(1 <= value <= 6 for value in values):
        return None
    source = iter(values)
    try:
        return chance.draw(kind, source)
    except StopIteration:
        return None


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1]])
def test_only_whole_numbers_are_dice(value: object) -> None:
    with pytest.raises(BadDraw):
        chance.check(DrawKind.DIE, [value])  # type: ignore[list-item]


def test_no_stream_of_a_guessable_generator_is_like_the_dice() -> None:
    """What is public about a match does not seed a generator that rolls the same dice."""
    rolled = list(islice(chance.dice(SEED), 30))
    started = 1_767_225_600
    guesses: list[int | str | bytes] = [
        *range(2_000),
        *range(started - 500, started + 500),
        *(1_000 * second for second in range(started - 500, started + 500)),
        "yellow",
        "alice",
        chance.commitment(SEED),
        bytes.fromhex(chance.commitment(SEED)),
    ]
    for guess in guesses:
        rng = Random(guess)
        assert [rng.randint(1, 6) for _ in rolled] != rolled
        for n in (1, 2):
            assert [chance.virtual_die(str(guess).encode(), n + at) for at in range(30)] != rolled
