"""Whole matches through the REST API, to every kind of ending.

The seed makes the dice known, and both sides choose by a generator of their own, so each match
goes the same way every time. ``shoot`` takes a goal when there is one, ``wander`` never does.
"""

from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from accounts.models import User
from golem import registry
from golem.matches.models import Match
from golem.play import chance
from golem.play.verify import verify
from tests.matches.conftest import begin, client_of

SETUPS = {"yellow": "Pahbied", "red": "Pacbdej"}
GOAL_ROWS = {"yellow": "a", "red": "l"}

# seed (a byte, 32 times), style, plies, score, how, winner, points
MATCHES = [
    (0, "shoot", 52, (11, 3), "normal_time", "yellow", (5, 0)),
    (1, "shoot", 52, (2, 4), "normal_time", "red", (0, 5)),
    (6, "shoot", 56, (1, 2), "sudden_death", "red", (1, 4)),
    (45, "shoot", 57, (3, 2), "sudden_death", "yellow", (4, 1)),
    (147, "shoot", 72, (4, 4), "last_goal", "red", (2, 3)),
    (0, "wander", 72, (0, 0), "scoreless", None, (2, 2)),
]


def choose(legal: list[str], seat: str, style: str, rng: Random) -> str:
    """Return the text of a legal move by one of the two styles."""
    goals = [text for text in legal if "B" in text and text.endswith(GOAL_ROWS[seat])]
    others = [text for text in legal if text not in goals]
    if style == "shoot" and goals:
        return goals[0]
    return rng.choice(others or legal)


def play_to_the_end(match: Match, clients: dict[str, APIClient], style: str, seed: int) -> Any:
    """Play by what the API says, with a dry run of each move first; return the match's end."""
    rng = Random(seed)
    address = f"/api/v1/matches/{match.pk}/"
    state = clients["yellow"].get(address).json()
    while state["status"] == "running":
        [seat] = state["to_move"]
        mine = clients[seat].get(address).json()
        legal = mine["legal"]
        text = SETUPS[seat] if legal is None else choose(legal, seat, style, rng)
        body = {"notation": text, "ply": mine["ply"]}
        trial = clients[seat].post(f"{address}moves/", body | {"dry_run": True}, format="json")
        answer = clients[seat].post(f"{address}moves/", body, format="json")
        assert (trial.status_code, answer.status_code) == (200, 201), answer.content
        state = answer.json()["match"]
        assert trial.json()["score"] == state["score"]
    return state


@pytest.mark.parametrize(("seed", "style", "plies", "score", "how", "winner", "points"), MATCHES)
def test_a_match_to_its_end(
    anna: User,
    boris: User,
    seed: int,
    style: str,
    plies: int,
    score: tuple[int, int],
    how: str,
    winner: str | None,
    points: tuple[int, int],
) -> None:
    match = begin("streetsoccer", anna, boris, bytes([seed] * 32))
    clients = {"yellow": client_of(anna), "red": client_of(boris)}
    end = play_to_the_end(match, clients, style, seed)
    seats = ("yellow", "red")
    assert end["ply"] == plies + 1
    assert end["score"] == dict(zip(seats, score, strict=True))
    assert end["outcome"] == {
        "how": how,
        "winner": winner,
        "points": dict(zip(seats, points, strict=True)),
    }
    assert (end["to_move"], end["legal"]) == ([], [])
    assert end["seed"] == bytes([seed] * 32).hex()
    _check_the_records(match)


def _check_the_records(match: Match) -> None:
    """The export verifies offline, the dice follow from the seed, the projections from the log."""
    export = client_of(None).get(f"/api/v1/matches/{match.pk}/export/json/").json()
    verdict = verify(export, registry.load)
    assert (verdict.problems, verdict.notes) == ((), ())
    used = [die for draw in export["draws"] for die in draw["values"]]
    secret = bytes.fromhex(export["seeds"][0]["seed"])
    assert used == [chance.virtual_die(secret, n) for n in range(1, len(used) + 1)]
    text = client_of(None).get(f"/api/v1/matches/{match.pk}/export/text/").content.decode()
    for move in export["moves"]:
        assert f"{move['ply']}. {move['seat']} {move['notation']}" in text
    out = StringIO()
    call_command("rebuild_matches", str(match.pk), stdout=out)
    assert "0 differ" in out.getvalue()


def test_the_text_tells_numbers_in_the_order_of_the_seats(anna: User, boris: User) -> None:
    match = begin("streetsoccer", anna, boris, bytes(32))
    client_of(anna).post(f"/api/v1/matches/{match.pk}/resign/")
    text = client_of(None).get(f"/api/v1/matches/{match.pk}/export/text/").content.decode()
    assert "Score: yellow 0, red 0\n" in text
    assert "Result: resignation, winner red, points yellow 0, red 5\n" in text


def test_a_resignation_in_the_middle(anna: User, boris: User) -> None:
    match = begin("streetsoccer", anna, boris, bytes(32))
    client_of(anna).post(
        f"/api/v1/matches/{match.pk}/moves/",
        {"notation": SETUPS["yellow"], "ply": 1},
        format="json",
    )
    end = client_of(anna).post(f"/api/v1/matches/{match.pk}/resign/").json()
    points = {"yellow": 0, "red": 5}
    assert end["outcome"] == {"how": "resignation", "winner": "red", "points": points}
    export = client_of(None).get(f"/api/v1/matches/{match.pk}/export/json/").json()
    assert verify(export, registry.load).problems == ()
