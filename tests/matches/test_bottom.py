"""Whose side lies at the bottom of the board: the reader's own, unless they turned it away."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from golem import registry
from golem.matches.log import game_of, present_state
from golem.matches.models import Match
from golem.play.protocol import Drawing
from tests.matches.conftest import begin

each_game = pytest.mark.parametrize("key", registry.game_keys())


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def below(client: Client, match: Match, query: str = "") -> str:
    """Return the name of the player at the bottom; the drawing and the strips must agree."""
    shown = client.get(f"/matches/{match.pk}/{query}").context
    [strip] = shown["seats_below"]
    assert [one["name"] for one in shown["seats_above"]] == [
        seat.name for seat in match.seats.all() if seat.name != strip["name"]
    ]
    assert places(shown["drawing"]) == places(
        game_of(match).draw(present_state(match), strip["name"])
    )
    return str(strip["user"].username)


def places(drawing: Drawing) -> dict[str, tuple[float, float]]:
    return {cell.name: (cell.x, cell.y) for cell in drawing.cells}


@each_game
def test_each_player_sees_the_own_side_below_and_others_the_first(
    key: str, anna: User, boris: User, clara: User
) -> None:
    match = begin(key, anna, boris)
    seen = {user: below(signed_in(user), match) for user in (anna, boris, clara, None)}
    assert seen == {anna: "Anna", boris: "Boris", clara: "Anna", None: "Anna"}
    turned = {user: below(signed_in(user), match, "?turn=1") for user in seen}
    assert turned == {anna: "Boris", boris: "Anna", clara: "Boris", None: "Boris"}


def test_a_players_wish_is_kept_and_means_the_own_side_on_either_side(
    anna: User, boris: User, clara: User
) -> None:
    first, second = begin("streetsoccer", anna, boris), begin("goal", boris, anna)
    watched = begin("streetsoccer", boris, clara)
    client = signed_in(anna)
    assert [below(client, one) for one in (first, second, watched)] == ["Anna", "Anna", "Boris"]
    assert below(client, second, "?turn=1") == "Boris"
    assert [below(client, one) for one in (first, second, watched)] == ["Boris"] * 3
    assert below(client, first, "?turn=0") == "Anna"
    assert [below(client, one) for one in (first, second, watched)] == ["Anna", "Anna", "Boris"]


def test_an_onlookers_wish_turns_none_of_their_own_boards(
    anna: User, boris: User, clara: User
) -> None:
    own, watched = begin("streetsoccer", anna, clara), begin("streetsoccer", anna, boris)
    client = signed_in(clara)
    assert below(client, watched, "?turn=1") == "Boris"
    assert not client.cookies.get("away")
    assert [below(client, one) for one in (own, watched)] == ["Clara", "Anna"]


def test_a_preview_lies_as_the_board_does(anna: User, boris: User) -> None:
    match = begin("goal", anna, boris)
    client, body = signed_in(boris), {"notation": "C7", "ply": 1}
    for query in ("", "?turn=1", "?turn=0"):
        before: Any = client.get(f"/matches/{match.pk}/{query}").context["drawing"]
        after = client.post(f"/matches/{match.pk}/preview/", body).context["drawing"]
        assert places(after) == places(before)


@each_game
def test_small_boards_of_own_matches_lie_the_same_way(
    key: str, anna: User, boris: User, clara: User
) -> None:
    match = begin(key, anna, boris)
    game, state = game_of(match), present_state(match)
    for user, number in ((anna, 0), (boris, 1), (clara, 0), (None, 0)):
        for address in ("/", "/watch/"):
            [tile] = signed_in(user).get(address).context["tiles"]
            assert tile["drawing"] == game.draw(state, game.info.seats[number])


@each_game
def test_what_programs_read_is_never_turned(key: str, anna: User, boris: User) -> None:
    match = begin(key, anna, boris)
    address = f"/api/v1/matches/{match.pk}/"
    first, second = (signed_in(user).get(address).json() for user in (anna, boris))
    assert (first["position"], first["text"]) == (second["position"], second["text"])
    exports = [signed_in(user).get(f"{address}export/text/") for user in (anna, boris)]
    assert [answer.status_code for answer in exports] == [200, 200]
    assert exports[0].content == exports[1].content
