"""The die of a ply: drawn once, with the ply, from the match's secret; never known earlier."""

import json
from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.core import serializers as dump
from django.db import IntegrityError, OperationalError, transaction
from django.test import Client

from accounts.models import User
from golem.matches.dice_counts import dice_counts
from golem.matches.models import Draw, Match, Move, Seed
from golem.matches.replacing import replace_player
from golem.matches.services import resign, submit_move, try_move
from golem.play import chance
from golem.play.errors import Refusal
from tests.matches.conftest import NOON, SEED, begin, client_of

SETUP, RED_SETUP = "Pahbied", "Pacbdej"


def stored(match: Match) -> list[tuple[int, list[int]]]:
    return list(Draw.objects.filter(match=match).values_list("ply", "values"))


def to_ply_4(match: Match, anna: User, boris: User) -> None:
    """Play setups and kick-off."""
    submit_move(match.pk, anna, 1, SETUP)
    submit_move(match.pk, boris, 2, RED_SETUP)
    legal = client_of(anna).get(f"/api/v1/matches/{match.pk}/").json()["legal"]
    submit_move(match.pk, anna, 3, legal[0])


def test_draws_are_the_virtual_dice_in_order(soccer: Match, anna: User, boris: User) -> None:
    to_ply_4(soccer, anna, boris)
    used = [die for _, values in stored(soccer) for die in values]
    assert [ply for ply, _ in stored(soccer)] == [1, 4]
    assert used == [chance.virtual_die(SEED, n) for n in range(1, len(used) + 1)]


def test_nothing_that_a_player_does_draws_again(
    soccer: Match, anna: User, boris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_ply_4(soccer, anna, boris)
    before = stored(soccer)
    client = client_of(boris)
    for _ in range(10):
        client.get(f"/api/v1/matches/{soccer.pk}/")
        for text in ("Maabb", "nonsense", "Bdg"):
            with pytest.raises(Refusal):
                submit_move(soccer.pk, boris, 4, text)
    legal = client.get(f"/api/v1/matches/{soccer.pk}/").json()["legal"]
    for text in legal[:5]:
        try_move(soccer.pk, boris, 4, text)
    with monkeypatch.context() as patch:
        patch.setattr("golem.matches.services.nudges.after_change", _fail)
        for _ in range(3):
            with pytest.raises(OperationalError), transaction.atomic():
                submit_move(soccer.pk, boris, 4, legal[0])
    assert stored(soccer) == before
    submit_move(soccer.pk, boris, 4, legal[0])
    assert stored(soccer)[:-1] == before


def _fail(*_: object) -> None:
    """Fail where the change is complete but not committed."""
    raise OperationalError("the connection is gone")


def test_one_draw_for_a_ply_and_a_number(soccer: Match) -> None:
    for number, ply in ((1, 9), (9, 1)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Draw.objects.create(
                match=soccer, number=number, ply=ply, label="kickoff", values=[1, 2], at=NOON
            )


def test_the_seed_is_nowhere_until_the_end(soccer: Match, anna: User, boris: User) -> None:
    to_ply_4(soccer, anna, boris)
    secret = SEED.hex()
    for user in (anna, boris, None):
        client = client_of(user)
        for route in ("", "moves/", "export/json/", "export/text/"):
            answer = client.get(f"/api/v1/matches/{soccer.pk}/{route}")
            assert answer.status_code == 200
            assert secret not in answer.content.decode()
    assert secret not in repr(Seed.objects.get())
    resign(soccer.pk, anna)
    open_now = client_of(None).get(f"/api/v1/matches/{soccer.pk}/").json()
    assert open_now["seed"] == secret
    assert chance.commitment(bytes.fromhex(open_now["seed"])) == open_now["commitment"]


def test_every_match_has_a_secret_of_its_own(anna: User, boris: User) -> None:
    for _ in range(20):
        match = begin("streetsoccer", anna, boris, seed=None)  # type: ignore[arg-type]
        assert len(bytes(match.seeds.get().secret)) == chance.SEED_BYTES
    assert Seed.objects.values("secret").distinct().count() == 20


def test_no_guessable_generator_gives_the_dice(anna: User, boris: User) -> None:
    match = begin("streetsoccer", anna, boris, seed=None)  # type: ignore[arg-type]
    secret = bytes(match.seeds.get().secret)
    real = [chance.virtual_die(secret, n) for n in range(1, 31)]
    started = match.started_at.timestamp()
    for guess in (match.pk, 1, match.pk + 1, int(started), int(started * 1000), "Anna", "Boris"):
        generator = Random(guess)
        assert [generator.randint(1, 6) for _ in real] != real


def test_a_fixture_dump_of_seeds_is_the_only_place_with_the_secret(soccer: Match) -> None:
    rows = [soccer, *soccer.draws.all(), *soccer.seats.all(), *soccer.moves.all()]
    assert SEED.hex() not in json.dumps(dump.serialize("json", rows))


def counted(user: User) -> dict[int, int]:
    """Return the faces that came up for ``user``, with how often."""
    return {row.face: row.count for row in dice_counts(user) if row.count}


def test_the_counts_of_a_player_are_those_of_the_plies_they_played(
    soccer: Match, anna: User, boris: User
) -> None:
    assert (counted(anna), counted(boris)) == ({}, {})
    to_ply_4(soccer, anna, boris)
    kickoff, turn = (values for _, values in stored(soccer))
    assert len(kickoff) >= 2
    assert counted(anna) == Counter(kickoff[0::2])
    assert counted(boris) == Counter(kickoff[1::2])
    legal = client_of(boris).get(f"/api/v1/matches/{soccer.pk}/").json()["legal"]
    submit_move(soccer.pk, boris, 4, legal[0])
    assert counted(boris) == Counter(kickoff[1::2] + turn)
    page = Client().get("/players/boris/dice/").content.decode()
    for count in Counter(kickoff[1::2] + turn).values():
        assert f"{count / (len(kickoff) // 2 + 1):.1%}".replace("%", " %") in page


@pytest.mark.parametrize("game", ["streetsoccer", "golden_goal"])
def test_each_side_throws_its_own_die_of_the_kick_off(game: str, anna: User, boris: User) -> None:
    """Pairs that are thrown again count as well, and a third person has none of them."""
    match, ply = begin(game, anna, boris), 5
    Draw.objects.filter(match=match).delete()
    for number, (label, values) in enumerate([("kickoff", [3, 3, 5, 2]), ("turn", [6])], 1):
        Draw.objects.create(
            match=match, number=number, ply=ply, label=label, values=values, at=NOON
        )
    assert (counted(anna), counted(boris)) == ({}, {})
    Move.objects.create(match=match, ply=ply, seat="red", notation="x", at=NOON)
    assert counted(anna) == {3: 1, 5: 1}
    assert counted(boris) == {3: 1, 2: 1, 6: 1}


def test_kick_off_dice_stay_with_who_sat_there(anna: User, boris: User, clara: User) -> None:
    match = begin("streetsoccer", anna, boris)
    [(_, kickoff)] = stored(match)
    submit_move(match.pk, anna, 1, SETUP, clock=lambda: NOON + timedelta(hours=1))
    replace_player(match.pk, boris, clara, "ill", None, lambda: NOON + timedelta(hours=2))
    assert counted(boris) == Counter(kickoff[1::2])
    assert counted(clara) == {}
    assert counted(anna) == Counter(kickoff[0::2])
