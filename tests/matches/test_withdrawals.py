"""Ends from outside a match: players who leave, and organisers who decide."""

from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from accounts.hooks import leaving
from accounts.models import User
from golem import registry
from golem.matches import brake, challenges, hooks, sweep
from golem.matches.annulment import annul
from golem.matches.errors import ClocksBraked, MatchOver, NotAPlayer
from golem.matches.invariants.check import chosen, of_matches
from golem.matches.models import Act, Challenge, Draw, Match, Seat
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.matches.withdrawals import adjudicate, withdraw, withdraw_all
from golem.outbox.models import Notice
from golem.play.endings import can_be_adjudged
from golem.play.verify import verify
from golem.rest.locks import Busy
from golem.rest.refusals import Refused
from tests.matches.conftest import at, begin, client_of, person
from tests.matches.hours import SETUP, beat, h
from tests.matches.reopened import all_right, document, fresh, left, refused, waiting
from tests.racing import race

pytestmark = pytest.mark.django_db

WON, LOST, DRAWN = {"yellow": 5, "red": 0}, {"yellow": 0, "red": 5}, {"yellow": 2, "red": 2}


def result(match: Match) -> tuple[str, str, dict[str, int] | None]:
    found = fresh(match)
    return found.how, found.winner, found.points


def sound(match: Match) -> None:
    """The columns follow from the log, the export verifies, and nothing contradicts itself."""
    all_right(match)
    assert verify(document(match), registry.load).problems == ()
    found = of_matches(chosen([match.pk], None), lambda _: None)
    assert [one.line for one in found if "is to come" not in one.line] == []


# --- withdraw ---


def test_who_leaves_loses(soccer: Match, anna: User) -> None:
    withdraw(soccer.pk, [anna.pk], at(h(5)))
    assert result(soccer) == ("withdrawal", "red", LOST)
    assert fresh(soccer).ended_at == h(5)
    assert left(soccer, 9) == {"yellow": 235, "red": 240}
    assert not Seat.objects.filter(to_move=True).exists()
    sound(soccer)


def test_who_is_not_to_move_may_leave_too(soccer: Match, boris: User) -> None:
    withdraw(soccer.pk, [boris.pk, 10**9], at(h(5)))
    assert result(soccer) == ("withdrawal", "yellow", WON)
    sound(soccer)


def test_both_leave(soccer: Match, anna: User, boris: User) -> None:
    withdraw(soccer.pk, [anna.pk, boris.pk], at(h(5)))
    assert result(soccer) == ("both_withdrew", "", {"yellow": 0, "red": 0})
    sound(soccer)


def test_again_changes_nothing(soccer: Match, anna: User, boris: User) -> None:
    withdraw(soccer.pk, [anna.pk], at(h(5)))
    before = fresh(soccer).changed_at
    assert withdraw(soccer.pk, [boris.pk], at(h(6))).winner == "red"
    assert fresh(soccer).changed_at == before


def test_a_deadline_that_has_passed_comes_first(
    soccer: Match, anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    beat(300)
    withdraw(soccer.pk, [boris.pk], at(h(300)))
    assert result(soccer) == ("timeout", "red", LOST)
    assert fresh(soccer).ended_at == h(240)


def test_only_players_leave(soccer: Match, clara: User) -> None:
    with pytest.raises(NotAPlayer):
        withdraw(soccer.pk, [clara.pk], at(h(5)))
    refused("no_such_match", partial(withdraw, 10**9, [clara.pk], at(h(5))))


def test_a_sealed_move_dies_with_the_match(duel: str, anna: User, boris: User) -> None:
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    withdraw(match.pk, [anna.pk], at(h(5)))
    assert not match.sealed_moves.exists()
    assert fresh(match).how == "withdrawal"
    sound(match)


def test_a_broken_log_keeps_nobody(soccer: Match, anna: User, caplog: Any) -> None:
    Draw.objects.update(values=[99])
    withdraw(soccer.pk, [anna.pk], at(h(5)))
    assert result(soccer) == ("withdrawal", "red", LOST)
    assert "ended without its position" in caplog.text


def test_a_game_that_is_gone_keeps_nobody(soccer: Match, anna: User) -> None:
    Match.objects.update(game="gone")
    withdraw(soccer.pk, [anna.pk], at(h(5)))
    assert result(soccer) == ("withdrawal", "red", {"yellow": 0, "red": 0})


def test_the_brake_keeps_who_is_at_zero(soccer: Match, anna: User, settings: Any) -> None:
    settings.VACATION_DAYS = 0
    beat(300)
    brake.put_on("test", h(250), by_hand=True)
    with pytest.raises(ClocksBraked):
        withdraw(soccer.pk, [anna.pk], at(h(300)))
    assert fresh(soccer).status == "running"


def test_only_who_stays_is_told(soccer: Match, anna: User) -> None:
    Notice.objects.all().delete()
    withdraw(soccer.pk, [anna.pk], at(h(5)))
    assert waiting() == [("match_over", "Boris", 1, 0)]


def test_a_withdrawal_can_be_taken_back(soccer: Match, anna: User) -> None:
    withdraw(soccer.pk, [anna.pk], at(h(5)))
    reopen(soccer.pk, "it was a mistake", None, at(h(9)))
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(10)))
    soccer.refresh_from_db()
    assert (soccer.status, soccer.ply, soccer.how) == (Match.Status.RUNNING, 2, "")
    sound(soccer)


# --- all of a user's ---


def test_whoever_deletes_an_account_loses_what_runs(anna: User, boris: User, clara: User) -> None:
    theirs = [begin("streetsoccer", anna, boris), begin("streetsoccer", clara, anna)]
    over, others = begin("streetsoccer", anna, boris), begin("streetsoccer", boris, clara)
    resign(over.pk, boris, at(h(1)))
    assert withdraw_all(anna, at(h(5))) == 2
    assert [result(match)[:2] for match in theirs] == [
        ("withdrawal", "red"),
        ("withdrawal", "yellow"),
    ]
    assert fresh(over).how == "resignation"
    assert fresh(others).status == "running"
    assert withdraw_all(anna, at(h(6))) == 0


def test_one_match_in_use_does_not_keep_the_others(
    anna: User, boris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (begin("streetsoccer", anna, boris) for _ in range(2))

    def busy(match_id: int, *args: Any) -> Match:
        if match_id == first.pk:
            raise Busy
        return withdraw(match_id, *args)

    monkeypatch.setattr("golem.matches.withdrawals.withdraw", busy)
    with pytest.raises(Busy):
        withdraw_all(anna, at(h(5)))
    assert fresh(second).how == "withdrawal"
    monkeypatch.undo()
    assert withdraw_all(anna, at(h(6))) == 1
    assert fresh(first).how == "withdrawal"


def test_a_deleted_account_has_nothing_open(anna: User, boris: User, clara: User) -> None:
    made = challenges.create(anna, boris, challenges.Terms("streetsoccer"))
    got = challenges.create(clara, anna, challenges.Terms("streetsoccer"))
    match = begin("streetsoccer", anna, boris)
    for hear in leaving:
        hear(anna, timezone.now)
    assert Challenge.objects.get(pk=made.pk).status == "cancelled"
    assert Challenge.objects.get(pk=got.pk).status == "declined"
    assert fresh(match).how == "withdrawal"


# --- adjudicate ---


def test_an_organiser_decides(soccer: Match, clara: User, anna: User) -> None:
    adjudicate(soccer.pk, "yellow", {"yellow": 4, "red": 1}, "Boris is ill", clara, at(h(5)))
    assert result(soccer) == ("adjudicated", "yellow", {"yellow": 4, "red": 1})
    act = Act.objects.get()
    assert (act.kind, act.seat, act.reason, act.by) == (
        "adjudicate",
        "yellow",
        "Boris is ill",
        clara,
    )
    sound(soccer)
    seen = client_of(anna).get(f"/api/v1/matches/{soccer.pk}/").json()
    assert seen["outcome"] == {
        "how": "adjudicated",
        "winner": "yellow",
        "points": {"yellow": 4, "red": 1},
    }
    assert [(row["kind"], row["seat"], row["reason"]) for row in seen["acts"]] == [
        ("adjudicate", "yellow", "Boris is ill")
    ]
    assert clara.username not in str(seen)


def test_nobody_may_be_decided_to_win(soccer: Match) -> None:
    adjudicate(soccer.pk, None, DRAWN, "both are right", None, at(h(5)))
    assert result(soccer) == ("adjudicated", "", DRAWN)
    sound(soccer)


@pytest.mark.parametrize(
    ("winner", "points", "fair"),
    [
        ("yellow", {"yellow": 5, "red": 0}, True),
        ("yellow", {"yellow": 3, "red": 2}, True),
        ("", {"yellow": 2, "red": 2}, True),
        ("", {"yellow": 0, "red": 0}, True),
        ("", {"yellow": 2, "red": 1}, False),
        ("red", {"yellow": 2, "red": 2}, False),
        ("red", {"yellow": 3, "red": 2}, False),
        ("blue", {"yellow": 0, "red": 0}, False),
        ("yellow", {"yellow": 6, "red": 0}, False),
        ("yellow", {"yellow": 1, "red": -1}, False),
        ("yellow", {"yellow": 5}, False),
        ("yellow", {"yellow": 5, "red": 0, "blue": 0}, False),
        ("yellow", {"yellow": True, "red": 0}, False),
        ("yellow", {"yellow": "5", "red": 0}, False),
    ],
)
def test_what_can_be_decided(winner: str, points: Any, fair: bool, soccer: Match) -> None:
    assert can_be_adjudged(registry.load("streetsoccer").info, winner, points) == fair
    if not fair:
        refused(
            "bad_decision", partial(adjudicate, soccer.pk, winner, points, "so", None, at(h(5)))
        )
        assert fresh(soccer).status == "running"


def test_what_cannot_be_adjudicated(soccer: Match, anna: User) -> None:
    refused("bad_reason", partial(adjudicate, soccer.pk, "red", LOST, " ", None, at(h(5))))
    resign(soccer.pk, anna, at(h(5)))
    with pytest.raises(MatchOver):
        adjudicate(soccer.pk, "yellow", WON, "no", None, at(h(6)))
    assert not Act.objects.exists()


def test_a_stated_decision_that_nobody_can_take_does_not_verify(soccer: Match) -> None:
    adjudicate(soccer.pk, "yellow", WON, "so", None, at(h(5)))
    stated = document(soccer)
    stated["outcome"]["points"] = {"yellow": 9, "red": 0}
    assert [one.code for one in verify(stated, registry.load).problems] == ["wrong_outcome"]


def test_a_result_that_is_not_the_one_decided_is_found(soccer: Match) -> None:
    adjudicate(soccer.pk, "yellow", WON, "so", None, at(h(5)))
    Match.objects.update(winner="red")
    lines = [one.line for one in of_matches(chosen([soccer.pk], None), lambda _: None)]
    assert any("adjudicated" in line for line in lines)


def test_both_are_told_a_decision_and_why(soccer: Match, anna: User, boris: User) -> None:
    from golem.outbox.tasks import send_due

    Notice.objects.all().delete()
    adjudicate(soccer.pk, "yellow", WON, "Boris is ill", None, at(timezone.now()))
    assert [one[:2] for one in waiting()] == [("match_over", "Anna"), ("match_over", "Boris")]
    send_due()
    assert ["Boris is ill" in str(one.body) for one in mail.outbox] == [True, True]
    assert "organisers" in str(mail.outbox[0].body)


def test_the_page_tells_it(client: Any, soccer: Match, anna: User) -> None:
    adjudicate(soccer.pk, None, DRAWN, "both are right", None, at(h(5)))
    page = client.get(f"/matches/{soccer.pk}/").content.decode()
    assert "By decision of the organisers" in page
    assert "decided: nobody wins" in page
    other = begin("streetsoccer", anna, person("Dora"))
    withdraw(other.pk, [anna.pk], at(h(5)))
    assert "By withdrawal" in client.get(f"/matches/{other.pk}/").content.decode()


# --- what rooms above hear ---


def test_each_result_is_told_in_its_transaction(
    soccer: Match, anna: User, boris: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    heard: list[tuple[int, str, bool, int, Any]] = []

    def hear(results: hooks.Results) -> None:
        for match, now in results:
            stored = Match.objects.get(pk=match.pk)
            annulled = stored.annulled_at is not None
            heard.append((match.pk, stored.how, annulled, stored.reopened, now))

    monkeypatch.setattr(hooks, "on_result", [hear])
    late = begin("streetsoccer", anna, boris)
    submit_move(late.pk, anna, 1, SETUP, clock=at(h(1)))
    resign(soccer.pk, boris, at(h(2)))
    reopen(soccer.pk, "no", None, at(h(3)))
    withdraw(soccer.pk, [boris.pk], at(h(4)))
    annul(soccer.pk, "so", None, at(h(5)))
    beat(300)
    sweep.run(at(h(300)))
    assert heard == [
        (soccer.pk, "resignation", False, 0, h(2)),
        (soccer.pk, "", False, 1, h(3)),
        (soccer.pk, "withdrawal", False, 1, h(4)),
        (soccer.pk, "withdrawal", True, 1, h(5)),
        (late.pk, "timeout", False, 0, h(241)),
    ]


# --- at the same moment ---


def _strange(error: Exception) -> bool:
    return not isinstance(error, Refused | Busy)


@pytest.mark.django_db(transaction=True)
def test_a_withdrawal_meets_everything(anna: User, boris: User, settings: Any) -> None:
    settings.VACATION_DAYS = 0
    for round_ in range(8):
        match = begin("streetsoccer", anna, boris)
        beat(240)
        due = at(h(240 if round_ % 2 else 239))
        results = race(
            partial(withdraw, match.pk, [anna.pk], due),
            partial(submit_move, match.pk, anna, 1, SETUP, clock=due),
            partial(resign, match.pk, boris, due),
            partial(withdraw, match.pk, [anna.pk, boris.pk], due),
            partial(sweep.run, due),
        )
        assert not [
            one for one in results if isinstance(one, Exception) and not hasattr(one, "code")
        ]
        found = fresh(match)
        expected = {"timeout"} if round_ % 2 else {"withdrawal", "both_withdrew", "resignation"}
        assert found.how in expected
        sound(match)
        assert Notice.objects.filter(kind="match_over", subject=match.pk).count() <= 2
