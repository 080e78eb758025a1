"""A player's account is deleted in the middle of matches: opponents keep all, nothing goes on."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.leaving import carry_out_all, leave
from accounts.models import User
from golem.matches import boundaries, brake, challenges
from golem.matches.calendar import make_link
from golem.matches.challenges import Terms
from golem.matches.models import (
    Boundary,
    CalendarLink,
    Challenge,
    Match,
    Seed,
    StoredAnswer,
    VacationDay,
)
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.outbox.models import Message, Notice
from golem.rest.refusals import Conflict, Missing
from tests.matches.conftest import begin, client_of, person
from tests.matches.hours import SETUP
from tests.matches.leavers import GAME, NOW, contradictions, fought, gone, overdue

pytestmark = pytest.mark.django_db


@pytest.fixture
def walter(db: None) -> User:
    return person("Walter")


def views(reader: User, matches: list[Match]) -> list[Any]:
    """Return what a reader gets of matches by the API, with the players' names left out."""
    client, found = client_of(reader), []
    for match in matches:
        for path in ("", "moves/", "clocks/", "export/json/"):
            body = client.get(f"/api/v1/matches/{match.pk}/{path}").json()
            body.pop("seats", None)
            found.append(body)
    return found


def pages(reader: User, matches: list[Match], left: User) -> str:
    """Return the text of every page, list and export on which the one who left could stand."""
    browser = Client()
    browser.force_login(reader)
    addresses = [f"/matches/{match.pk}/" for match in matches]
    for match in matches:
        addresses += [f"/api/v1/matches/{match.pk}/{part}" for part in ("", "moves/", "clocks/")]
        addresses += [f"/api/v1/matches/{match.pk}/export/{kind}/" for kind in ("json", "text")]
    addresses += [f"/players/{name}/" for name in (left.username, reader.username)]
    addresses += ["/", "/matches/", "/watch/", "/challenges/", "/account/mails/"]
    addresses += ["/api/v1/matches/", "/api/v1/matches/?mine=true", "/api/v1/challenges/?mine=true"]
    addresses += [f"/players/{left.username}/dice/", "/account/export/"]
    texts = []
    for address in addresses:
        answer: Any = browser.get(address)
        assert answer.status_code == 200, address
        texts.append(b"".join(answer.streaming_content) if answer.streaming else answer.content)
    link = make_link(reader, NOW)
    texts.append(browser.get(f"/calendar/{link}.ics").content)
    return b"\n".join(texts).decode()


def test_opponents_keep_everything_but_the_name(walter: User, anna: User) -> None:
    matches = fought(walter, anna)
    before = views(anna, matches[:3])
    record = client_of(anna).get("/api/v1/matches/?mine=true").json()
    left = gone(walter)
    assert views(anna, matches[:3]) == before
    after = client_of(anna).get("/api/v1/matches/?mine=true").json()
    assert len(after["results"]) == len(record["results"]) == 5
    for match in matches[3:]:
        match.refresh_from_db()
        assert (match.status, match.how, match.winner) == ("finished", "withdrawal", "red")
        assert match.points == {"yellow": 0, "red": 5}
    shown = pages(anna, matches, left)
    assert "walter" not in shown.lower()
    assert left.username in shown
    assert "Good luck to you" in shown
    assert contradictions() == []


def test_the_mail_about_it_names_nobody_who_is_gone(walter: User, anna: User) -> None:
    fought(walter, anna)
    gone(walter)
    assert Notice.objects.filter(user=anna, kind="match_over").count() == 2
    assert not Notice.objects.filter(user=walter).exists()
    words = Message.objects.exclude(kind="account_deleted").values_list("subject", "text", "html")
    assert "walter" not in str(list(words)).lower()


def test_challenges_end_and_none_can_be_made(walter: User, anna: User, boris: User) -> None:
    to_all = challenges.create(walter, None, Terms(GAME))
    to_anna = challenges.create(walter, anna, Terms(GAME))
    from_anna = challenges.create(anna, walter, Terms(GAME))
    bystander = challenges.create(boris, None, Terms(GAME))
    left = gone(walter)
    status = dict(Challenge.objects.values_list("pk", "status"))
    assert [status[row.pk] for row in (to_all, to_anna, from_anna, bystander)] == [
        "cancelled",
        "cancelled",
        "declined",
        "open",
    ]
    with pytest.raises(Missing):
        challenges.create(anna, left, Terms(GAME))
    with pytest.raises(Missing):
        challenges.create(walter, None, Terms(GAME))  # a request that was under way
    with pytest.raises(Conflict, match="player_gone"):
        challenges.accept(bystander.pk, walter)
    answer = client_of(anna).post(
        "/api/v1/challenges/", {"game": GAME, "opponent": left.username}, format="json"
    )
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_player")
    assert not Match.objects.exists()


def test_no_rematch_and_no_reopening(walter: User, anna: User) -> None:
    match = begin(GAME, walter, anna)
    resign(match.pk, anna)
    gone(walter)
    with pytest.raises(Missing):
        challenges.rematch(match.pk, anna)
    with pytest.raises(Conflict, match="player_gone"):
        reopen(match.pk, "a mistake", None)


def test_what_was_ones_own_goes_and_what_is_others_stays(walter: User, anna: User) -> None:
    match = begin(GAME, walter, anna)
    make_link(walter, NOW)
    boundaries.put_up(walter, anna, Boundary.Kind.BLOCK, NOW)
    boundaries.put_up(anna, walter, Boundary.Kind.MUTE, NOW)
    VacationDay.objects.create(player=walter, year=NOW.year, number=1, at=NOW, match=match)
    gone(walter)
    assert not CalendarLink.objects.filter(user=walter).exists()
    assert list(Boundary.objects.values_list("holder", flat=True)) == [anna.pk]
    assert VacationDay.objects.filter(player=walter).count() == 1


def test_kept_answers_repeat_without_the_name(walter: User, anna: User) -> None:
    def post(client: APIClient, path: str, key: str, **body: Any) -> Any:
        headers = {"Idempotency-Key": key}
        return client.post(f"/api/v1/{path}", body, format="json", headers=headers)

    hers, his = client_of(anna), client_of(walter)
    match = begin(GAME, walter, anna)
    post(his, f"matches/{match.pk}/moves/", "own", ply=1, notation=SETUP)
    move = {"ply": 2, "notation": "Pacbdej"}
    asks: list[tuple[str, str, dict[str, Any]]] = [
        (f"matches/{match.pk}/moves/", "move", move),
        ("challenges/", "invite", {"game": GAME, "opponent": "Walter"}),
        (f"matches/{match.pk}/resign/", "resign", {}),
        (f"matches/{match.pk}/rematch/", "rematch", {}),
    ]
    first = [post(hers, path, key, **body) for path, key, body in asks]
    assert [answer.status_code for answer in first] == [201, 201, 200, 201]
    assert all(b"Walter" in answer.content for answer in first)
    left = gone(walter)
    again = [post(hers, path, key, **body) for path, key, body in asks]
    for before, after in zip(first, again, strict=True):
        assert after.status_code == before.status_code
        assert after.content.decode() == before.content.decode().replace("Walter", left.username)
    assert not StoredAnswer.objects.filter(user=walter).exists()


def test_the_export_holds_ones_own_matches_and_nothing_hidden(
    duel: str, walter: User, anna: User
) -> None:
    match = begin(GAME, walter, anna)
    submit_move(match.pk, walter, 1, SETUP, note="Hello")
    sealed = begin(duel, walter, anna)
    submit_move(sealed.pk, walter, 1, "N1", note="mine")
    other = begin(duel, anna, walter)
    submit_move(other.pk, anna, 1, "N3", note="hers")
    begin(GAME, anna, person("Dora"))
    boundaries.put_up(walter, anna, Boundary.Kind.BLOCK, NOW)
    challenges.create(walter, None, Terms(GAME))
    browser = Client()
    browser.force_login(walter)
    answer: Any = browser.get("/account/export/")
    text = b"".join(answer.streaming_content).decode()
    held = json.loads(text)
    assert [row["id"] for row in held["matches"]] == [match.pk, sealed.pk, other.pk]
    assert held["matches"][0]["notes"] == [{"ply": 1, "seat": "yellow", "note": "Hello"}]
    assert [row["your_sealed_move"] for row in held["matches"]] == [None, "N1", None]
    assert "N3" not in text
    assert "hers" not in text
    assert [row["player"] for row in held["boundaries"]] == ["Anna"]
    assert [row["status"] for row in held["challenges"]] == ["open"]
    assert (held["vacation_days"], held["calendar"]) == ([], {"made_at": None})
    seeds = [bytes(secret).hex() for secret in Seed.objects.values_list("secret", flat=True)]
    assert [seed for seed in seeds if seed in text] == []


def test_a_bots_matches_are_lost_too(walter: User, anna: User) -> None:
    bot = person("Robby", is_bot=True)
    match = begin(GAME, bot, anna, rated=False)
    gone(bot)
    match.refresh_from_db()
    assert (match.how, match.winner) == ("withdrawal", "red")
    with pytest.raises(Conflict, match="player_gone"):
        begin(GAME, bot, anna, rated=False)


def test_under_the_brake_it_waits_for_what_must_be_settled_first(
    walter: User, anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    match, other = overdue(walter, anna), begin(GAME, boris, walter)
    brake.put_on("for a test", NOW)
    leave(walter.pk, NOW)
    assert carry_out_all(NOW) == 1
    row = User.objects.get(pk=walter.pk)
    assert (row.username, row.left_whole_at) == (f"gone-{row.pk}", None)
    assert Match.objects.get(pk=other.pk).how == "withdrawal"
    brake.release()
    assert carry_out_all(NOW) == 0
    assert Match.objects.get(pk=match.pk).how == "timeout"


def test_the_check_names_who_is_gone_and_plays_on(walter: User, anna: User) -> None:
    match = begin(GAME, walter, anna)
    offer = challenges.create(walter, None, Terms(GAME))
    gone(walter)
    assert contradictions() == []
    Match.objects.filter(pk=match.pk).update(status="running", ended_at=None, how="")
    Challenge.objects.filter(pk=offer.pk).update(status="open", expires_at=NOW + timedelta(days=1))
    found = "\n".join(contradictions())
    assert f"player {walter.pk}: is gone, and has a seat in match {match.pk}" in found
    assert f"player {walter.pk}: is gone, and challenge {offer.pk}" in found


# --- in real threads ---
