"""A player's account is deleted in the middle of matches: opponents keep all, nothing goes on."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.leaving import carry_out, carry_out_all, leave
from accounts.models import User
from golem.matches import boundaries, brake, challenges, sweep
from golem.matches.calendar import make_link
from golem.matches.challenges import Terms
from golem.matches.invariants.check import of_all, of_matches
from golem.matches.locks import lock_players
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
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.matches.transactions import in_transaction
from golem.outbox.models import Message, Notice
from golem.play.controls import DEFAULT, PRESETS
from golem.rest.refusals import Conflict, Missing, Refused
from tests.matches.conftest import begin, client_of, person
from tests.matches.hours import SETUP
from tests.racing import race

pytestmark = pytest.mark.django_db
GAME = "streetsoccer"
NOW = timezone.now()


def gone(user: User) -> User:
    """Delete the account with all that follows; return its row."""
    leave(user.pk, NOW)
    assert carry_out_all(NOW) == 0
    return User.objects.get(pk=user.pk)


def contradictions() -> list[str]:
    """Return what ``check_invariants`` finds."""
    lines = [*of_matches(Match.objects.all(), lambda number: None), *of_all(NOW)]
    return [finding.line for finding in lines if not finding.warning]


@pytest.fixture
def walter(db: None) -> User:
    return person("Walter")


def fought(walter: User, other: User) -> list[Match]:
    """Return three finished and two running matches of the two, with notes."""
    matches = [begin(GAME, walter, other) for _ in range(5)]
    for match in matches:
        submit_move(match.pk, walter, 1, SETUP, note="Good luck to you")
    for match in matches[:3]:
        resign(match.pk, other)
    return matches


def overdue(one: User, two: User) -> Match:
    """Return a match that ``one``, who was to move, lost on time a day ago; nothing settled it."""
    users = {"yellow": one, "red": two}
    agreement = Agreement(GAME, users, PRESETS[DEFAULT], {}, True)
    return in_transaction(partial(start_match, agreement, NOW - timedelta(days=11)))


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


def _still_running(user: User) -> list[int]:
    running = Match.objects.filter(status="running", seats__user=user)
    return list(running.values_list("pk", flat=True))


def _deletion(user: User) -> Callable[[], object]:
    def go() -> None:
        leave(user.pk, timezone.now())
        carry_out_all(timezone.now())

    return go


def _whole(user: User) -> None:
    """What was busy in the race is done by the next run of the job; nothing may be left then."""
    assert carry_out_all(timezone.now()) == 0
    assert _still_running(user) == []
    assert contradictions() == []


@pytest.mark.django_db(transaction=True)
def test_a_deletion_races_moves_of_both() -> None:
    for number in range(4):
        one, two = person(f"One-{number}"), person(f"Two-{number}")
        matches = [begin(GAME, one, two) for _ in range(3)]
        for match in matches[1:]:
            submit_move(match.pk, one, 1, SETUP)

        def play(match: Match, user: User, ply: int, text: str) -> Callable[[], object]:
            return lambda: submit_move(match.pk, user, ply, text)

        answers = race(
            _deletion(one),
            play(matches[0], one, 1, SETUP),
            play(matches[1], two, 2, "Pacbdej"),
            play(matches[2], two, 2, "Pacbdej"),
        )
        assert answers[0] is None
        strange = [a for a in answers if isinstance(a, Exception) and not isinstance(a, Refused)]
        assert strange == []
        _whole(one)
        ends = Match.objects.filter(seats__user=one).values_list("how", flat=True).distinct()
        assert list(ends) == ["withdrawal"]


@pytest.mark.django_db(transaction=True)
def test_a_deletion_races_sweeps(settings: Any) -> None:
    settings.VACATION_DAYS = 0
    for number in range(4):
        one, two = person(f"One-{number}"), person(f"Two-{number}")
        for _ in range(3):
            overdue(one, two)
        answers = race(_deletion(one), sweep.run, sweep.run)
        assert [a for a in answers if isinstance(a, Exception)] == []
        _whole(one)
        assert set(Match.objects.values_list("how", flat=True)) == {"timeout"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["challenger", "taker", "bot"])
def test_a_deletion_races_a_challenge_that_is_taken(role: str) -> None:
    for number in range(8):
        one = person(f"One-{number}")
        two = person(f"Two-{number}", is_bot=role == "bot")
        offer = challenges.create(one, two if role == "bot" else None, Terms(GAME, rated=False))
        leaver = one if role == "challenger" else two
        answers = race(
            _deletion(leaver),
            partial(challenges.accept, offer.pk, two),
            partial(challenges.create, one, two, Terms(GAME)),
        )
        strange = [a for a in answers if isinstance(a, Exception) and not isinstance(a, Refused)]
        assert strange == []
        _whole(leaver)
        mine = Challenge.objects.filter(status="open")
        assert not mine.filter(challenger=leaver).exists()
        assert role == "bot" or not mine.filter(opponent=leaver).exists()


@pytest.mark.django_db(transaction=True)
def test_a_deletion_races_a_match_with_the_house_and_a_reopening(computer: User) -> None:
    for number in range(6):
        one = person(f"One-{number}")
        match = begin(GAME, one, computer, rated=False)
        resign(match.pk, one)
        answers = race(
            _deletion(one),
            partial(challenges.create, one, computer, Terms(GAME, rated=False)),
            partial(reopen, match.pk, "a mistake", None),
        )
        strange = [a for a in answers if isinstance(a, Exception) and not isinstance(a, Refused)]
        assert strange == []
        _whole(one)


@pytest.mark.django_db(transaction=True)
def test_two_who_play_each_other_leave_at_once() -> None:
    for number in range(4):
        one, two = person(f"One-{number}"), person(f"Two-{number}")
        matches = [begin(GAME, one, two) for _ in range(3)]
        race(_deletion(one), _deletion(two))
        _whole(one)
        _whole(two)
        assert {Match.objects.get(pk=match.pk).how for match in matches} <= {
            "withdrawal",
            "both_withdrew",
        }


@pytest.mark.django_db(transaction=True)
def test_a_match_in_use_is_left_for_later_and_the_others_end() -> None:
    one, two = person("One"), person("Two")
    begin(GAME, one, two)
    free = begin(GAME, one, person("Three"))
    leave(one.pk, NOW)

    def hold() -> None:
        lock_players([two.pk])
        (answer,) = race(lambda: carry_out(one.pk, NOW))
        assert isinstance(answer, Refused)

    in_transaction(hold)
    assert User.objects.get(pk=one.pk).left_whole_at is None
    _whole(one)
    assert Match.objects.get(pk=free.pk).how == "withdrawal"
