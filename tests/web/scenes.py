"""A server with everything on it that a page can show."""

from dataclasses import dataclass
from random import Random

from django.utils import timezone

from accounts.models import User
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.log import game_of, present_state
from golem.matches.models import Challenge, Match
from golem.matches.services import resign, submit_move
from golem.play.protocol import Legal
from golem.ratings import fold
from tests.matches.conftest import begin, person
from tests.web.driving import play_on

NOTE = "Well played & good luck <3"
OPENING = ("Pahbied", "Pacbdej", "Bec")  # with the seed of 32 zero bytes
GOAL = (*OPENING, "Mejcj", "Medec|Bba")


@dataclass(frozen=True)
class Scene:
    """People, matches and challenges, seen by Anna.

    ``placing``: she is to place her players. ``turn``: she is to move as red. ``scored``: she
    scored and Boris has the restart. ``over``: fought to the end. ``given_up``: Boris resigned,
    she has offered a rematch. Two matches of hers are rated, so there are plots.
    ``open_offer``, ``to_anna`` and ``from_anna`` are challenges.
    """

    anna: User
    boris: User
    placing: Match
    turn: Match
    scored: Match
    over: Match
    given_up: Match
    open_offer: Challenge
    to_anna: Challenge
    from_anna: Challenge


def everything(short: tuple[str, ...] = ()) -> Scene:
    """Return a scene, newly made. ``short``: these moves and a resignation instead of a match
    that is fought to the end."""
    anna, boris, clara = person("Anna"), person("Boris"), person("Clara_with_a_long_20")
    seed = bytes(32)
    turn, scored = (
        begin("streetsoccer", boris, anna, seed),
        begin("streetsoccer", anna, clara, seed),
    )
    play_on(turn, *OPENING)
    play_on(scored, *GOAL[:-1])
    submit_move(scored.pk, anna, 5, GOAL[-1], note=NOTE)
    given_up = begin("streetsoccer", anna, boris, seed, rated=False)
    resign(given_up.pk, boris)
    challenges.rematch(given_up.pk, anna)
    over = begin("streetsoccer", boris, anna, seed)
    if short:
        play_on(over, *short)
        resign(over.pk, boris)
    else:
        play_to_the_end(over)
    rated = begin("streetsoccer", anna, boris, seed)
    play_on(rated, *OPENING)
    resign(rated.pk, anna)
    fold.fold("streetsoccer", timezone.now())
    return Scene(
        anna=anna,
        boris=boris,
        placing=begin("streetsoccer", anna, boris, seed),
        turn=turn,
        scored=scored,
        over=over,
        given_up=given_up,
        open_offer=challenges.create(clara, None, Terms("streetsoccer", seat="red")),
        to_anna=challenges.create(boris, anna, Terms("streetsoccer", rated=False)),
        from_anna=challenges.create(anna, None, Terms("streetsoccer", control="brisk")),
    )


def play_to_the_end(match: Match) -> None:
    """Play a whole match of moves at random, the same ones every time."""
    rng, game = Random(147), game_of(match)
    assert isinstance(game, Legal)
    play_on(match, *OPENING[:2])
    while match.status == Match.Status.RUNNING:
        state = present_state(match)
        [seat] = game.to_move(state)
        play_on(match, game.write(rng.choice(game.legal(state, seat) or ())))
