"""Reopened matches: their dice, what is told of them, who plays on, and races."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from golem import registry
from golem.matches import house, sweep
from golem.matches.annulment import annul
from golem.matches.models import (
    Act,
    Draw,
    Heartbeat,
    Match,
    Reopening,
    Seed,
)
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.outbox.models import Notice
from golem.play import chance
from golem.play.verify import verify
from golem.rest.refusals import Refused
from tests.matches.conftest import SEED, at, begin, client_of
from tests.matches.hours import RED_SETUP, SETUP, h
from tests.matches.reopened import (
    all_right,
    document,
    fresh,
    play_on,
    settle_at,
    waiting,
)
from tests.racing import race

pytestmark = pytest.mark.django_db


# --- reopen: dice ---


def test_the_die_stays_and_later_ones_come_from_a_new_seed(lost: Match, boris: User) -> None:
    """Fault 25: nobody throws again by a reopening, and nobody knows what comes."""
    before = list(Draw.objects.order_by("number").values_list("ply", "label", "values"))
    reopen(lost.pk, "again", None, at(h(300)))
    assert list(Draw.objects.order_by("number").values_list("ply", "label", "values")) == before
    play_on(lost, 4, 301)
    drawn = list(Draw.objects.order_by("number"))
    assert len(drawn) == len(before) + 3
    new = Seed.objects.get(run=1)
    assert new.first_draw == len(before) + 1
    source = chance.dice(bytes(new.secret))
    for draw in drawn[len(before) :]:
        assert draw.values == [next(source) for _ in draw.values]


def test_the_first_seed_is_known_and_the_second_a_secret(
    lost: Match, boris: User, tmp_path: Path
) -> None:
    reopen(lost.pk, "again", None, at(h(300)))
    play_on(lost, 4, 301)
    new = Seed.objects.get(run=1)
    secret = bytes(new.secret).hex()
    found = document(lost)
    assert [seed["seed"] for seed in found["seeds"]] == [SEED.hex(), None]
    verdict = verify(found, registry.load)
    assert verdict.problems == ()
    assert [note.code for note in verdict.notes] == ["seed_secret"]
    for path in ("", "clocks/", "moves/", "export/json/", "export/text/"):
        body = client_of(boris).get(f"/api/v1/matches/{lost.pk}/{path}").content.decode()
        assert secret not in body, path
    page = client_of(None).get(f"/matches/{lost.pk}/").content.decode()
    assert secret not in page
    assert new.commitment in page
    assert SEED.hex() in page

    resign(lost.pk, boris, at(h(302)))
    found = document(lost)
    assert [seed["seed"] for seed in found["seeds"]] == [SEED.hex(), secret]
    verdict = verify(found, registry.load)
    assert (verdict.problems, [n.code for n in verdict.notes]) == ((), ["off_the_board"])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(found))
    call_command("verify_match", str(file))
    found["draws"][-1]["values"] = [1 + found["draws"][-1]["values"][0] % 6]
    assert next(p.code for p in verify(found, registry.load).problems) == "wrong_dice"


def test_a_seed_that_was_never_used_stays_in_the_log(lost: Match, anna: User) -> None:
    reopen(lost.pk, "one", None, at(h(300)))
    resign(lost.pk, anna, at(h(301)))
    reopen(lost.pk, "two", None, at(h(302)))
    rows = list(Seed.objects.values_list("run", "first_draw"))
    assert rows == [(0, 1), (1, rows[1][1]), (2, rows[1][1])]
    resign(lost.pk, anna, at(h(303)))
    assert verify(document(lost), registry.load).problems == ()


def test_hidden_first_seed_of_a_reopened_match_is_found(lost: Match) -> None:
    reopen(lost.pk, "one", None, at(h(300)))
    found = document(lost)
    found["seeds"][0]["seed"] = None
    assert [p.code for p in verify(found, registry.load).problems] == ["seed_missing"]


# --- messages, the house, the API ---


def test_everybody_is_told_once_and_again_after_each_run(lost: Match, boris: User) -> None:
    Notice.objects.all().delete()
    reopen(lost.pk, "again", None, at(h(300)))
    assert waiting() == [
        ("match_reopened", "Anna", 2, 1),
        ("match_reopened", "Boris", 2, 1),
        ("your_turn", "Boris", 2, 1),
    ]
    Notice.objects.all().delete()
    settle_at(boris, 400)
    assert waiting() == [("match_over", "Anna", 2, 1), ("match_over", "Boris", 2, 1)]
    Notice.objects.all().delete()
    annul(lost.pk, "enough", None, at(h(500)))
    assert waiting() == [("match_annulled", "Anna", 2, 1), ("match_annulled", "Boris", 2, 1)]


def test_the_house_moves_again(anna: User) -> None:
    home = User.objects.get(is_house=True)
    match = begin("streetsoccer", home, anna, rated=False)
    resign(match.pk, anna, at(h(1)))
    assert not house.due(h(2)).exists()
    reopen(match.pk, "not meant", None, at(h(2)))
    (seat,) = house.due(h(2))
    assert house.move(seat.pk, at(h(2)))
    assert fresh(match).ply == 2
    all_right(match)


def test_the_api_tells_it(lost: Match) -> None:
    reopen(lost.pk, "the mail was down", None, at(h(300)))
    annul(lost.pk, "after all not", None, at(h(301)))
    client = client_of(None)
    found = client.get(f"/api/v1/matches/{lost.pk}/").json()
    assert (found["reopened"], found["counts"], found["rated"]) == (1, False, False)
    told = [(act["kind"], act["reason"]) for act in found["acts"]]
    assert told == [("reopen", "the mail was down"), ("annul", "after all not")]
    (row,) = [r for r in client.get("/api/v1/matches/").json()["results"] if r["id"] == lost.pk]
    assert row["annulled_at"] is not None
    ledger = client.get(f"/api/v1/matches/{lost.pk}/clocks/").json()
    assert [line["reason"] for line in ledger["seats"]["red"]] == [
        "start",
        "used",
        "reopened",
        "used",
    ]
    assert ledger["seats"]["red"][2]["change"] == 24 * 3600
    assert [row["how"] for row in ledger["reopenings"]] == ["timeout"]
    assert [act["kind"] for act in ledger["acts"]] == ["reopen", "annul"]


def test_the_pages_tell_it(lost: Match, anna: User, clara: User) -> None:
    reopen(lost.pk, "the mail was down", clara, at(h(300)))
    client = client_of(anna)
    page = client.get(f"/matches/{lost.pk}/").content.decode()
    assert "the mail was down" in page
    assert "reopened" in page
    assert "Clara" not in page
    annul(lost.pk, "after all <not>", clara, at(h(301)))
    page = client.get(f"/matches/{lost.pk}/").content.decode()
    assert "after all &lt;not&gt;" in page
    assert "Annulled" in page


def test_the_commands_do_it_and_say_why_not(lost: Match, capsys: Any) -> None:
    call_command("matches", "reopen", str(lost.pk), "again")
    call_command("matches", "annul", str(lost.pk), "enough")
    assert capsys.readouterr().out.split("\n")[:2] == [
        f"Match {lost.pk} runs again, at ply 2.",
        f"Match {lost.pk} is annulled.",
    ]
    with pytest.raises(CommandError, match="for good"):
        call_command("matches", "reopen", str(lost.pk), "again")
    assert [(act.kind, act.by) for act in Act.objects.order_by("pk")] == [
        ("reopen", None),
        ("annul", None),
    ]


# --- races ---


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(5))
def test_reopen_against_everything(lost: Match, boris: User, anna: User, round_: int) -> None:
    """Two reopenings, a move, a resignation, sweeps and a second match's move at once."""
    other = begin("streetsoccer", anna, boris)
    Heartbeat.objects.create(pk=1, at=h(300))
    found = race(
        lambda: reopen(lost.pk, "one", None, at(h(300))),
        lambda: reopen(lost.pk, "two", None, at(h(300))),
        lambda: submit_move(lost.pk, boris, 2, RED_SETUP, clock=at(h(300))),
        lambda: resign(lost.pk, boris, at(h(300))),
        lambda: sweep.run(at(h(300))),
        lambda: submit_move(other.pk, anna, 1, SETUP, clock=at(h(200))),
    )
    reopened = [one for one in found[:2] if isinstance(one, Match)]
    assert 1 <= len(reopened) <= 2
    for one in found:
        assert not isinstance(one, Exception) or isinstance(one, Refused), one
    assert Reopening.objects.count() == fresh(lost).reopened == len(reopened)
    assert Seed.objects.filter(match=lost).count() == len(reopened) + 1
    for match in (lost, other):
        all_right(match)


@pytest.mark.django_db(transaction=True)
def test_two_annul_at_once_and_one_does(lost: Match) -> None:
    found = race(*[lambda: annul(lost.pk, "one", None, at(h(300)))] * 4)
    assert sum(isinstance(one, Match) for one in found) == 1
    assert Act.objects.count() == 1


# --- what nobody may do ---


def test_no_request_of_a_player_reopens_or_annuls(lost: Match, anna: User) -> None:
    client = client_of(anna)
    for act in ("annul", "reopen", "give"):
        assert client.post(f"/api/v1/matches/{lost.pk}/{act}/").status_code == 404
        assert client.post(f"/admin/matches/match/{lost.pk}/do/{act}/").status_code in (302, 403)
    assert not Act.objects.exists()
