"""Moves, turns and ends of a match, through the services."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches.errors import MatchOver, NotAPlayer, NotYourTurn, StalePly
from golem.matches.log import present
from golem.matches.models import Draw, Match, Move, Seat
from golem.matches.services import resign, submit_move, try_move
from golem.play.errors import IllegalMove, NotationError
from golem.play.movers import at_random
from golem.rest.refusals import Missing
from tests.matches.conftest import NOON, SEED, at, begin


def row(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def moving(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.filter(to_move=True)]


def test_a_new_match_has_its_first_draw_and_yellow_to_move(soccer: Match) -> None:
    draw = Draw.objects.get(match=soccer)
    assert (draw.number, draw.ply, draw.label) == (1, 1, "kickoff")
    assert (soccer.ply, moving(soccer), soccer.score) == (1, ["yellow"], {"yellow": 0, "red": 0})


def test_moves_alternate_and_each_begins_the_next_turn(
    soccer: Match, anna: User, boris: User
) -> None:
    submit_move(soccer.pk, anna, 1, "Pahbied", clock=at(NOON))
    assert moving(soccer) == ["red"]
    submit_move(soccer.pk, boris, 2, "Pacbdej", clock=at(NOON))
    assert (row(soccer).ply, moving(soccer)) == (3, ["yellow"])


def test_the_canonical_text_is_stored_with_its_instant(soccer: Match, anna: User) -> None:
    submit_move(soccer.pk, anna, 1, "Pahbied", "Good luck!", clock=at(NOON))
    move = Move.objects.get(match=soccer)
    assert (move.ply, move.seat, move.notation, move.note, move.at) == (
        *(1, "yellow", "Pahbied", "Good luck!"),
        NOON,
    )
    assert not move.forced


@pytest.mark.parametrize(
    ("text", "refusal", "code"),
    [
        ("Pahbi", NotationError, None),
        ("Bdh", IllegalMove, "wrong_phase"),
        ("Paebicg", IllegalMove, "centre_circle"),
    ],
)
def test_a_refused_move_changes_nothing(
    soccer: Match, anna: User, text: str, refusal: type[Exception], code: str | None
) -> None:
    before = (row(soccer).__dict__ | {"_state": None}, list(Draw.objects.values()))
    with pytest.raises(refusal) as caught:
        submit_move(soccer.pk, anna, 1, text)
    assert code is None or caught.value.code == code  # type: ignore[attr-defined]
    assert (row(soccer).__dict__ | {"_state": None}, list(Draw.objects.values())) == before
    assert not Move.objects.exists()


def test_who_may_not_move(soccer: Match, anna: User, boris: User, clara: User) -> None:
    with pytest.raises(NotAPlayer):
        submit_move(soccer.pk, clara, 1, "Pahbied")
    with pytest.raises(NotYourTurn):
        submit_move(soccer.pk, boris, 1, "Pahbied")
    with pytest.raises(Missing):
        submit_move(soccer.pk + 1, anna, 1, "Pahbied")


@pytest.mark.parametrize("ply", [0, 2, 3, 10**9])
def test_a_move_answers_the_ply_it_names(soccer: Match, anna: User, ply: int) -> None:
    with pytest.raises(StalePly) as caught:
        submit_move(soccer.pk, anna, ply, "Pahbied")
    assert caught.value.data == {"ply": 1}


def test_resigning_is_the_full_win_of_the_other_at_any_ply(
    soccer: Match, anna: User, boris: User
) -> None:
    resign(soccer.pk, boris, clock=at(NOON))
    match = row(soccer)
    assert (match.status, match.how, match.winner) == ("finished", "resignation", "yellow")
    assert (match.points, match.ended_at) == ({"yellow": 5, "red": 0}, NOON)
    assert moving(soccer) == []
    for late in (lambda: resign(soccer.pk, anna), lambda: submit_move(soccer.pk, anna, 1, "-")):
        with pytest.raises(MatchOver):
            late()


def test_a_dry_run_tells_the_position_and_changes_nothing(soccer: Match, anna: User) -> None:
    trial = try_move(soccer.pk, anna, 1, "Pahbied")
    assert trial.notation == "Pahbied"
    assert (row(soccer).ply, Move.objects.count()) == (1, 0)
    with pytest.raises(IllegalMove):
        try_move(soccer.pk, anna, 1, "Paebicg")


def test_the_server_alone_writes_a_forced_ply(soccer: Match, anna: User) -> None:
    with pytest.raises(NotationError):
        submit_move(soccer.pk, anna, 1, "-")


def test_the_same_seed_gives_the_same_dice(anna: User, boris: User) -> None:
    first, second = (begin("streetsoccer", anna, boris, SEED) for _ in range(2))
    values = [Draw.objects.get(match=match).values for match in (first, second)]
    assert values[0] == values[1]


def test_a_person_sits_at_one_seat_only(anna: User, boris: User, soccer: Match) -> None:
    assert [seat.user for seat in Seat.objects.filter(match=soccer)] == [anna, boris]


def test_a_move_asks_as_much_late_in_a_long_match_of_a_busy_player(
    soccer: Match, anna: User, boris: User
) -> None:
    by_name = {"yellow": anna, "red": boris}
    rng, asked = Random(5), []
    for ply in range(1, 40):
        if ply == 20:
            for _ in range(30):
                begin("streetsoccer", anna, boris)
        match = Match.objects.get(pk=soccer.pk)
        where = present(match)
        (seat,) = where.game.to_move(where.state)
        text = where.game.write(at_random(where.game, where.state, seat, rng))
        with CaptureQueriesContext(connection) as captured:
            submit_move(match.pk, by_name[seat], match.ply, text)
        asked.append(len(captured))
    assert set(asked[2:]) == {asked[2]}
    assert asked[2] <= 15
