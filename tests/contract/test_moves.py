"""Moves: what is written is read again, the list and the judge agree, clicks lead to the list."""

from random import Random
from typing import Any, Final

import pytest

from golem.play.errors import AmbiguousMove, IllegalMove, NotationError, Refusal
from golem.play.protocol import AnyGame, Clicks, Plays, Seat
from golem.play.replay import read_move, replay, steps
from tests.contract.cases import Case, Match, cases, listed, match_of, seen, some

each_case = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
CLICKED: Final = [case for case in cases() if isinstance(case.game, Clicks)]
each_clicked = pytest.mark.parametrize("case", CLICKED, ids=lambda case: case.name)
LONGEST_TEXT: Final = 200
STATES, MOVES, OTHERS, DRAFTS = 6, 60, 150, 1500
"""How many are looked at of each match, list, state, and board."""
HOSTILE: Final = (
    *(
        "",
        " ",
        "\n",
        "\x00",
        "a\x00b",
        "null",
        "[]",
        "{}",
        "0",
        "-1",
        "1e9",
        "٣",
        "\uff21\uff11",
        "\ud800",
    ),
    *("\u202eabc", "a b", "a\tb", "é", "👍", "'; DROP TABLE", "<script>", "%s%s%n", "../../etc"),
    *("a" * 201, "(" * 10_000, "1" * 100_000, "|" * 5_000, "P" * 300),
)


def moved(case: Case) -> list[tuple[Any, Seat, Any]]:
    """Return state, seat and move of every choice of a random match."""
    return [
        (step.state, seat, move)
        for step in match_of(case).steps
        if not step.forced
        for seat, move in step.moves.items()
    ]


def sampled(case: Case) -> list[tuple[Any, Seat]]:
    """Return states in which a seat has a choice, from all over a match."""
    return some([(state, seat) for state, seat, _ in moved(case)], STATES)


@each_case
def test_what_is_written_is_the_move_again(case: Case) -> None:
    game = case.game
    for state, seat, move in moved(case):
        text = game.write(move)
        assert 0 < len(text) <= LONGEST_TEXT
        assert text.isprintable()
        assert game.resolve(state, seat, game.parse(text)) == move
        assert game.write(game.resolve(state, seat, game.parse(text))) == text


@each_case
def test_every_listed_move_is_legal_and_the_list_is_in_order(case: Case) -> None:
    for state, seat in sampled(case):
        moves = listed(case.game, state, seat)
        if moves is None:
            continue
        texts = [case.game.write(move) for move in moves]
        assert texts
        assert texts == sorted(set(texts))
        for move, text in some(list(zip(moves, texts, strict=True)), MOVES):
            assert case.game.resolve(state, seat, case.game.parse(text)) == move


@each_case
def test_no_other_text_is_legal(case: Case) -> None:
    """Texts that are moves elsewhere, and texts with a letter changed: what is taken is listed."""
    rng, game = Random(case.name), case.game
    pool = sorted({game.write(move) for _, _, move in moved(case)})
    for state, seat in sampled(case):
        moves = listed(game, state, seat)
        if moves is None:
            continue
        own = {game.write(move) for move in moves}
        texts = some(sorted({*pool, *own}), OTHERS)
        for text in [*texts, *(_changed(rng, one, texts) for one in texts)]:
            taken = _taken(game, state, seat, text)
            assert taken is None or taken in own, text


def _changed(rng: Random, text: str, letters: list[str]) -> str:
    """Return the text with one letter taken out, doubled, or replaced by one of other texts."""
    at, other = rng.randrange(len(text)), rng.choice(rng.choice(letters))
    return text[:at] + rng.choice(["", text[at] * 2, other]) + text[at + 1 :]


def _taken(game: AnyGame, state: Any, seat: Seat, text: str) -> str | None:
    """Return the text of the move that ``text`` is taken for; ``None`` if it is refused."""
    try:
        return game.write(game.resolve(state, seat, game.parse(text)))
    except (NotationError, IllegalMove, AmbiguousMove):
        return None


@each_case
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_hostile_text_is_read_or_refused(case: Case, text: str) -> None:
    state, seat = sampled(case)[0]
    refused = _refusal(case.game, state, seat, text)
    assert refused is not None or len(text) <= LONGEST_TEXT
    if isinstance(refused, NotationError):
        assert refused.column >= 1
    assert refused is None or refused.code.isidentifier()


def _refusal(game: AnyGame, state: Any, seat: Seat, text: str) -> Refusal | None:
    """Return how the text is refused, in one of the three ways; ``None`` if it is a move."""
    try:
        intent = game.parse(text)
    except NotationError as refusal:
        return refusal
    try:
        game.resolve(state, seat, intent)
    except (IllegalMove, AmbiguousMove) as refusal:
        return refusal
    return None


@each_case
def test_forced_moves_are_for_every_seat_to_move_and_replay(case: Case) -> None:
    for step in match_of(case).steps:
        forced = case.game.forced(step.state)
        assert set(forced) in (set(), set(case.game.to_move(step.state)))
        assert bool(forced) == step.forced
        for seat, move in forced.items():
            assert read_move(case.game, step.state, seat, case.game.write(move)) == move


@each_case
def test_the_replay_is_the_match_step_by_step(case: Case) -> None:
    match, game = match_of(case), case.game
    log = _log(game, match)
    whole = replay(game, case.options, log, match.draws)
    assert (whole.failure, whole.state, whole.plies) == (None, match.last, len(log))
    found = list(steps(game, case.options, log, match.draws))
    assert [one.state for one in found] == match.states()
    assert {one.failure for one in found} == {None}
    half = found[len(found) // 2]
    assert replay(game, case.options, log, match.draws, half) == whole


def _log(game: AnyGame, match: Match) -> list[dict[Seat, str]]:
    return [{seat: game.write(move) for seat, move in step.moves.items()} for step in match.steps]


@each_case
def test_a_broken_log_says_where(case: Case) -> None:
    match, game = match_of(case), case.game
    log = _log(game, match)
    broken = [*log[:-1], dict.fromkeys(log[-1], "no move of any game")]
    failure = replay(game, case.options, broken, match.draws).failure
    assert failure is not None
    assert failure.ply == len(log)


# --- clicks --------------------------------------------------------------------------------


@each_clicked
def test_clicks_lead_to_the_listed_moves_and_only_there(case: Case) -> None:
    game, looked = case.game, 0
    assert isinstance(game, Clicks)
    for state, seat in sampled(case):
        moves = listed(game, state, seat)
        found, whole = _clicked(game, state, seat)
        for text in found:
            move = game.resolve(state, seat, game.parse(text))
            assert game.write(move) == text
            assert moves is None or move in moves
        if whole and moves is not None:
            looked += 1
            assert found == {game.write(move) for move in moves}
    assert looked or all(listed(game, *one) is None for one in sampled(case))


def _clicked(game: Any, state: Any, seat: Seat) -> tuple[set[str], bool]:
    """Return the notations of complete drafts that clicks lead to, and whether those are all."""
    first = game.click(seen(game, state, seat), seat, "", None)
    open_ones, known, found = [first], {first.notation}, set[str]()
    while open_ones and len(known) < DRAFTS:
        draft = open_ones.pop()
        if draft.complete:
            found.add(draft.notation)
        for square in draft.squares:
            after = game.click(state, seat, draft.notation, square)
            if after.notation not in known:
                known.add(after.notation)
                open_ones.append(after)
    return found, not open_ones


@each_clicked
def test_what_may_be_clicked_is_on_the_board(case: Case) -> None:
    game = case.game
    assert isinstance(game, Clicks)
    for state, seat in sampled(case):
        cells = {cell.name for cell in game.draw(seen(game, state, seat), seat).cells}
        draft = game.click(state, seat, "", None)
        assert draft.squares
        for square in draft.squares:
            assert square in cells
            after = game.click(state, seat, draft.notation, square)
            assert set(after.squares) <= cells
            assert after.complete or after.squares
        for square in ("", "nowhere", "\x00", "🂱"):
            with pytest.raises(Refusal):
                game.click(state, seat, draft.notation, square)


@each_clicked
@pytest.mark.parametrize("text", HOSTILE[1:], ids=lambda text: repr(text[:12]))
def test_a_hostile_draft_is_refused(case: Case, text: str) -> None:
    assert isinstance(case.game, Clicks)
    state, seat = sampled(case)[-1]
    try:
        draft = case.game.click(state, seat, text, None)
    except (NotationError, IllegalMove):
        return
    assert len(draft.notation) <= LONGEST_TEXT


# --- the computer player -------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", [one for one in cases() if isinstance(one.game, Plays)], ids=lambda case: case.name
)
def test_the_computer_player_moves_legally_in_every_phase(case: Case) -> None:
    game = case.game
    assert isinstance(game, Plays)
    for state, seat in sampled(case):
        move = game.bot(seen(game, state, seat), seat, Random(1), 0.02)
        assert game.resolve(state, seat, game.parse(game.write(move))) == move
