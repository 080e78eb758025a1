"""Taking a result out for good, and letting a match run again as if it had never ended."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from golem import registry
from golem.matches import clock_columns, clocks, export, forecast, house, projections, settle, sweep
from golem.matches.annulment import annul
from golem.matches.calendar import feed
from golem.matches.errors import ClocksBraked, MatchOver
from golem.matches.models import (
    Act,
    Draw,
    Heartbeat,
    Match,
    Reopening,
    Seat,
    Seed,
    VacationDay,
)
from golem.matches.reopening import GUARDS, reopen
from golem.matches.selectors import record_of
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.matches.transactions import in_transaction
from golem.outbox.models import Notice
from golem.play import chance, clock
from golem.play.controls import DEFAULT, PRESETS
from golem.play.verify import verify
from golem.rest.refusals import Conflict, Refused
from tests.matches.conftest import NOON, SEED, at, begin, client_of
from tests.matches.hours import RED_SETUP, SETUP, h
from tests.racing import race

pytestmark = pytest.mark.django_db


def hours(span: timedelta) -> float:
    return span / timedelta(hours=1)


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def left(match: Match, now: float) -> dict[str, float]:
    """Return the hours on each clock of the match at this hour, as its ledger says."""
    found = clocks.facts_of(fresh(match))
    shown = [clock.clock_of(facts, clocks.pauses(NOON, NOON)) for facts in found]
    return {one.seat: round(hours(one.read(h(now), ())), 6) for one in shown}


def all_right(match: Match) -> None:
    """Made anew from the log, every column is what is stored."""
    assert projections.differences(fresh(match)) == {}
    assert clock_columns.differences(fresh(match)) == {}


def play_on(match: Match, plies: int, hour: float) -> None:
    """Play so many plies, as the house would."""
    for _ in range(plies):
        now = fresh(match)
        (seat,) = [seat for seat in now.seats.all() if seat.to_move]
        submit_move(now.pk, seat.user, now.ply, house.choose(now, seat.name), clock=at(h(hour)))


def settle_at(player: User, hour: float) -> None:
    in_transaction(lambda: settle.settle([player.pk], h(hour)))


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(Refused) as error:
        act()
    assert error.value.code == code


def waiting() -> list[tuple[str, str, int, int]]:
    """Return what there is to tell: kind, whom, ply, run."""
    rows = Notice.objects.order_by("pk")
    return list(rows.values_list("kind", "user__username", "ply", "run"))


@pytest.fixture
def lost(anna: User, boris: User, settings: Any) -> Match:
    """Boris, red, has moved no ply: Anna moved at 10 h, and he lost on time at 250 h."""
    settings.VACATION_DAYS = 0
    match = begin("streetsoccer", anna, boris)
    submit_move(match.pk, anna, 1, SETUP, clock=at(h(10)))
    settle_at(boris, 300)
    found = fresh(match)
    assert (found.how, found.winner, found.ended_at) == ("timeout", "yellow", h(250))
    return found


# --- annul ---


def test_a_finished_match_keeps_what_happened_and_counts_nowhere(lost: Match, anna: User) -> None:
    assert lost.counts
    assert record_of(anna)[0]["won"] == 1
    annul(lost.pk, "played by a cat", None, at(h(400)))
    found = fresh(lost)
    assert (found.how, found.winner, found.points) == (lost.how, lost.winner, lost.points)
    assert (found.annulled_at, found.ended_at) == (h(400), h(250))
    assert not found.counts
    assert not Match.objects.counting().exists()
    assert record_of(anna) == []
    all_right(lost)


def test_a_running_match_ends_as_nobodys(soccer: Match, anna: User) -> None:
    annul(soccer.pk, "wrong options", None, at(h(5)))
    found = fresh(soccer)
    assert (found.status, found.how, found.winner) == ("finished", "annulled", "")
    assert (found.points, found.ended_at) == ({"yellow": 0, "red": 0}, h(5))
    assert not found.counts
    assert not Seat.objects.filter(to_move=True).exists()
    with pytest.raises(MatchOver):
        submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(6)))
    all_right(soccer)
    assert left(soccer, 9) == {"yellow": 235, "red": 240}
    assert verify(document(soccer), registry.load).problems == ()


def test_annulled_is_for_good(soccer: Match, lost: Match) -> None:
    for match in (soccer, lost):
        annul(match.pk, "once", None, at(h(400)))
        refused("match_annulled", partial(annul, match.pk, "again", None, at(h(401))))
        refused("match_annulled", partial(reopen, match.pk, "no", None, at(h(402))))
    assert Act.objects.count() == 2


def test_a_match_that_cannot_be_replayed_can_be_annulled(soccer: Match) -> None:
    Draw.objects.update(values=[99])
    annul(soccer.pk, "its log is broken", None, at(h(5)))
    found = fresh(soccer)
    assert (found.how, found.points) == ("annulled", {"yellow": 0, "red": 0})
    assert not Seat.objects.filter(zero_at__isnull=False).exists()


def test_the_brake_keeps_nobody_from_annulling(soccer: Match) -> None:
    call_command("clocks", "brake")
    annul(soccer.pk, "a wrong clock", None, at(h(999)))
    assert fresh(soccer).how == "annulled"
    all_right(soccer)


@pytest.mark.parametrize("reason", ["", "  \n ", "x" * 201, "nul\0", "turned \u202e round"])
@pytest.mark.parametrize("act", [annul, reopen])
def test_an_act_needs_a_reason(lost: Match, act: Callable[..., Match], reason: str) -> None:
    refused("bad_reason", lambda: act(lost.pk, reason, None, at(h(400))))


# --- reopen: clocks ---


def test_as_if_it_had_never_ended(anna: User, boris: User) -> None:
    """Fault 16: the same match, once ended by mistake and reopened, once not."""
    match, other = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    for one in (match, other):
        submit_move(one.pk, anna, 1, SETUP, clock=at(h(10)))
        submit_move(one.pk, boris, 2, RED_SETUP, clock=at(h(40)))
    before = fresh(match)
    resign(match.pk, anna, at(h(50)))
    reopen(match.pk, "not meant", None, at(h(200)))
    found = fresh(match)
    for column in ("status", "ply", "how", "winner", "points", "score", "position", "ended_at"):
        assert getattr(found, column) == getattr(before, column), column
    assert left(match, 200) == left(other, 50)
    assert left(match, 207) == left(other, 57)
    (running,) = [seat for seat in found.seats.all() if seat.to_move]
    assert (running.runs_since, running.zero_at) == (h(200), h(200 + 230))
    all_right(match)


def test_who_lost_on_time_gets_a_day(lost: Match, boris: User) -> None:
    reopen(lost.pk, "the mail was down", None, at(h(300)))
    assert left(lost, 300) == {"yellow": 240, "red": 24}
    all_right(lost)
    submit_move(lost.pk, boris, 2, RED_SETUP, clock=at(h(310)))
    assert left(lost, 310) == {"yellow": 240, "red": 50}
    all_right(lost)


def test_both_get_it_if_both_lost(duel: str, anna: User, boris: User, settings: Any) -> None:
    settings.VACATION_DAYS = 0
    match = begin(duel, anna, boris)
    settle_at(anna, 240)
    assert fresh(match).how == "both_timed_out"
    reopen(match.pk, "an outage", None, at(h(300)))
    assert set(left(match, 300).values()) == {24}
    all_right(match)


def test_a_seal_that_died_leaves_nobody_below_zero(
    duel: str, anna: User, boris: User, settings: Any
) -> None:
    """Anna seals with 1 h left; Boris loses a hundred hours later, and her seal is gone."""
    settings.VACATION_DAYS = 0
    match = begin(duel, anna, boris)
    sweep.give(match.pk, match.seats.get(user=anna).name, -200 * 3600, "less", h(1))
    submit_move(match.pk, anna, 1, "N3", clock=at(h(39)))
    settle_at(boris, 241)
    reopen(match.pk, "an outage", None, at(h(300)))
    assert set(left(match, 300).values()) == {24}
    all_right(match)


def test_days_of_the_time_between_do_not_count(anna: User, boris: User, settings: Any) -> None:
    """The first match is over from 5 h to 500 h; in the second a day is spent at 240 h."""
    settings.VACATION_DAYS = 2
    match, other = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    resign(match.pk, boris, at(h(5)))
    settle_at(anna, 250)
    assert [day.at for day in VacationDay.objects.all()] == [h(240)]
    submit_move(other.pk, anna, 1, SETUP, clock=at(h(250)))
    reopen(match.pk, "not meant", None, at(h(500)))
    assert left(match, 500) == {"yellow": 235, "red": 240}
    all_right(match)
    settle_at(anna, 736)
    assert VacationDay.objects.filter(player=anna).last().at == h(735)  # type: ignore[union-attr]
    assert left(match, 735) == {"yellow": 24, "red": left(match, 735)["red"]}
    for one in (match, other):
        all_right(one)


def test_a_day_settled_late_is_not_for_a_match_that_did_not_run_then(
    anna: User, boris: User, settings: Any
) -> None:
    """With the brake on nothing is settled: days at 240 h and 264 h lie before the third match."""
    settings.VACATION_DAYS = 2
    match, other = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    resign(match.pk, boris, at(h(5)))
    call_command("clocks", "brake")
    with pytest.raises(ClocksBraked):
        reopen(match.pk, "not yet", None, at(h(300)))
    terms = Agreement("streetsoccer", {"yellow": anna, "red": boris}, PRESETS[DEFAULT], {}, True)
    late = in_transaction(lambda: start_match(terms, h(250)))
    call_command("clocks", "release")
    settle_at(anna, 300)
    assert [day.at for day in VacationDay.objects.all()] == [h(240), h(264)]
    assert fresh(other).ended_at == h(288)
    assert left(late, 250) == {"yellow": 264, "red": 240}
    for one in (match, other, late):
        all_right(one)


def test_ended_and_reopened_again_and_again(
    lost: Match, anna: User, boris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    reopen(lost.pk, "one", None, at(h(300)))
    resign(lost.pk, anna, at(h(301)))
    reopen(lost.pk, "two", None, at(h(400)))
    settle_at(boris, 500)
    found = fresh(lost)
    assert (found.how, found.ended_at) == ("timeout", h(400 + 23))
    reopen(lost.pk, "three", None, at(h(600)))
    rows = Reopening.objects.all()
    assert [(r.number, r.ended_at, r.at, r.how, r.given) for r in rows] == [
        (1, h(250), h(300), "timeout", {"red": 24 * 3600}),
        (2, h(301), h(400), "resignation", {}),
        (3, h(423), h(600), "timeout", {"red": 24 * 3600}),
    ]
    submit_move(lost.pk, boris, 2, RED_SETUP, clock=at(h(601)))
    assert left(lost, 601) == {"yellow": 240, "red": 59}
    all_right(lost)
    annul(lost.pk, "after all", None, at(h(602)))
    call_command("rebuild_matches")
    monkeypatch.setattr("django.utils.timezone.now", at(h(603)))
    call_command("check_invariants")


def test_a_freeze_goes_on_for_it_too(lost: Match, boris: User) -> None:
    sweep.freeze("checking", h(290))
    reopen(lost.pk, "again", None, at(h(300)))
    assert fresh(lost).seats.get(name="red").zero_at is None
    sweep.thaw(h(310))
    assert fresh(lost).seats.get(name="red").zero_at == h(334)
    all_right(lost)


def test_it_is_settled_again_and_foreseen_again(lost: Match, boris: User) -> None:
    reopen(lost.pk, "again", None, at(h(300)))
    assert forecast.lost_at(boris, fresh(lost)) == h(324)
    calendar = feed(boris, lambda match: f"/matches/{match.pk}/", "example.org", h(301))
    assert f"DTSTART:{h(324):%Y%m%dT%H%M%SZ}".encode() in calendar
    Heartbeat.objects.create(pk=1, at=h(330))
    sweep.run(at(h(330)))
    assert fresh(lost).ended_at == h(324)
    all_right(lost)


# --- reopen: what is refused ---


def test_moves_are_not_taken_back(anna: User, boris: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A countdown that the last move ended."""
    monkeypatch.setitem(registry.GAMES, "countdown", {1: "tests.play.countdown:game"})
    match = begin("countdown", anna, boris)
    while fresh(match).status == "running":
        mover = Seat.objects.get(match=match, to_move=True).user
        submit_move(match.pk, mover, fresh(match).ply, "T1", clock=at(h(1)))
    refused("ended_on_board", lambda: reopen(match.pk, "no", None, at(h(2))))
    assert not Reopening.objects.exists()


def test_what_is_not_reopened(lost: Match, boris: User) -> None:
    reopen(lost.pk, "once", None, at(h(400)))
    refused("match_running", lambda: reopen(lost.pk, "no", None, at(h(401))))
    resign(lost.pk, boris, at(h(402)))
    refused("no_such_match", lambda: reopen(10**9, "no", None, at(h(400))))
    boris.is_active = False
    boris.save()
    refused("player_gone", lambda: reopen(lost.pk, "no", None, at(h(400))))


def test_a_room_above_may_forbid_it(lost: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def guard(match: Match) -> None:
        asked.append(match.pk)
        raise Conflict("later_stage")

    monkeypatch.setattr("golem.matches.reopening.GUARDS", [*GUARDS, guard])
    refused("later_stage", lambda: reopen(lost.pk, "no", None, at(h(400))))
    assert asked == [lost.pk]
    assert fresh(lost).status == "finished"


# --- reopen: dice ---


def document(match: Match) -> Any:
    from rest_framework.renderers import JSONRenderer

    return json.loads(JSONRenderer().render(export.document(fresh(match), None)))


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
