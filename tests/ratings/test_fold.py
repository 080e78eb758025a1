"""From finished matches to ratings: in order, once, and as if what is taken out had never been."""

from random import Random
from typing import Any

import pytest

from accounts.models import Strength, User
from accounts.strengths import rating_of, ratings_of
from golem.matches.annulment import annul
from golem.matches.models import Match, Seat
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.outbox.models import Notice
from golem.play import rating
from golem.play.rated import Unrated
from golem.ratings import checks, fold
from golem.ratings.models import Change, Due, Refold
from golem.ratings.selectors import changes_of, verdict_of
from tests.matches.conftest import at
from tests.matches.hours import h
from tests.ratings.conftest import GAME, ended, fold_at, running

pytestmark = pytest.mark.django_db


def ratings() -> dict[str, str]:
    rows = Strength.objects.select_related("user").order_by("user")
    return {row.user.username: rating.shown(row.rating) for row in rows}


def state() -> list[Any]:
    """Return all that is stored of ratings, but for the numbers of rows."""
    changes = Change.objects.order_by("at", "match", "player")
    columns = [f.attname for f in Change._meta.concrete_fields if f.name != "id"]
    strengths = [f.attname for f in Strength._meta.concrete_fields if f.name != "id"]
    return [
        list(changes.values_list(*columns)),
        list(Strength.objects.order_by("game", "user").values_list(*strengths)),
    ]


def right() -> None:
    assert list(checks.differences(GAME)) == []


def test_a_first_win_is_thirty_points(people: list[User]) -> None:
    match = ended(people[0], people[1], 1)
    assert fold_at(2) == fold.Folded(seen=1, matches=1)
    assert ratings() == {"player0": "1530.0", "player1": "1470.0"}
    winner, loser = changes_of(match)
    assert (winner.player, winner.k, winner.result, winner.number) == (people[0], 60, 2, 1)
    assert (loser.before, loser.after, loser.opponent) == (15000000, 14700000, people[0])
    assert (winner.rank, loser.rank, loser.peak) == (1, 0, 15000000)
    assert rating_of(people[0], GAME) == 15300000
    assert ratings_of([people[1].pk, people[2].pk], GAME) == {
        people[1].pk: 14700000,
        people[2].pk: rating.START,
    }
    right()


def test_folding_again_changes_nothing(people: list[User]) -> None:
    ended(people[0], people[1], 1)
    fold_at(2)
    before = state()
    assert fold_at(3) == fold.Folded()
    assert fold.recompute(GAME, h(3)).matches == 1
    assert state() == before
    assert not Notice.objects.exists()


def test_the_order_is_that_of_the_ends(people: list[User]) -> None:
    late, early = ended(people[0], people[1], 5), ended(people[1], people[2], 3)
    same = ended(people[2], people[0], 5)
    fold_at(6)
    keys = list(Change.objects.order_by("pk").values_list("match", flat=True))
    assert keys == [early.pk] * 2 + [late.pk] * 2 + [same.pk] * 2
    right()


def test_what_ends_after_an_open_deadline_waits(people: list[User]) -> None:
    open_one = running(people[0], people[1], zero_hour=10)
    before, after = ended(people[2], people[3], 9), ended(people[2], people[3], 10)
    fold_at(11)
    assert Change.objects.filter(match=before).count() == 2
    assert not changes_of(after)
    verdict = verdict_of(after)
    assert verdict is not None
    assert verdict.follows
    Seat.objects.filter(match=open_one).update(zero_at=h(20))
    fold_at(12)
    verdict = verdict_of(after)
    assert verdict is not None
    assert not verdict.follows
    assert verdict_of(open_one) is None
    assert not Due.objects.exists()


def test_a_deadline_of_another_game_delays_nothing(people: list[User]) -> None:
    Match.objects.filter(pk=running(people[0], people[1], 10).pk).update(game="other")
    match = ended(people[2], people[3], 10)
    fold_at(11)
    assert changes_of(match)


def test_what_comes_late_goes_where_it_belongs(people: list[User]) -> None:
    ended(people[0], people[1], 1)
    ended(people[0], people[2], 5)
    ended(people[3], people[4], 6)
    fold_at(7)
    ended(people[1], people[2], 3)
    fold_at(8)
    got = state()
    Change.objects.all().delete()
    Strength.objects.all().delete()
    fold.recompute(GAME, h(9))
    assert state() == got
    # Whose changes were worked out anew and came out differently: not 3 and 4, and not 1.
    told = Notice.objects.values_list("user__username", flat=True).order_by("user")
    assert list(told) == ["player0", "player2"]
    right()


def thirty(people: list[User]) -> list[Match]:
    """Thirty matches an hour apart, between players and with results by lot."""
    rng, found = Random(47), []
    for hour in range(1, 31):
        first, second = rng.sample(people, 2)
        winner = rng.choice(["yellow", "red", "red", ""])
        found.append(ended(first, second, hour, winner))
    return found


def test_the_tenth_newest_of_thirty_is_taken_out(people: list[User]) -> None:
    """Fault 47."""
    matches = thirty(people)
    fold_at(31)
    before = dict(Strength.objects.values_list("user", "rating"))
    annul(matches[-10].pk, "a wrong score", None, at(h(31)))
    Notice.objects.all().delete()  # that it was annulled
    meanwhile = ended(people[0], people[1], 32)
    fold_at(33)
    got = state()
    assert Change.objects.filter(match=meanwhile).count() == 2
    assert not Change.objects.filter(match=matches[-10]).exists()
    right()
    fold_at(34)
    assert state() == got
    changed = set(Notice.objects.values_list("user", flat=True))
    assert Notice.objects.filter(kind="rating_changed").count() == len(changed) > 1
    Change.objects.all().delete()
    Strength.objects.all().delete()
    fold.recompute(GAME, h(35))
    assert state() == got  # a fresh fold without it: ratings, peaks, ranks and every change
    assert Refold.objects.count() == 1
    assert set(matches[-10].seats.values_list("user", flat=True)) <= changed
    assert before.keys() >= changed


def test_a_reopened_match_counts_no_more_until_it_ends_again(people: list[User]) -> None:
    first, second = people[:2]
    match = running(first, second, 240)

    submit_move(match.pk, first, 1, "Pahbied", clock=at(h(1)))
    submit_move(match.pk, second, 2, "Pacbdej", clock=at(h(2)))
    resign(match.pk, first, at(h(3)))
    fold_at(4)
    assert ratings() == {"player0": "1470.0", "player1": "1530.0"}
    reopen(match.pk, "not meant", None, at(h(5)))
    fold_at(6)
    assert ratings() == {}
    assert not Change.objects.exists()
    assert set(Notice.objects.filter(kind="rating_changed").values_list("user", flat=True)) == {
        first.pk,
        second.pk,
    }
    resign(match.pk, second, at(h(7)))
    fold_at(8)
    assert ratings() == {"player0": "1530.0", "player1": "1470.0"}
    right()


def test_reopened_ended_and_folded_once(people: list[User]) -> None:
    """The fold comes late: it sees a match that ended at another time than it has stored."""

    match = running(people[0], people[1], 240)
    submit_move(match.pk, people[0], 1, "Pahbied", clock=at(h(1)))
    submit_move(match.pk, people[1], 2, "Pacbdej", clock=at(h(2)))
    resign(match.pk, people[0], at(h(3)))
    fold_at(4)
    reopen(match.pk, "not meant", None, at(h(5)))
    resign(match.pk, people[1], at(h(7)))
    blocker = running(people[2], people[3], 6)
    fold_at(8)
    assert not Change.objects.exists()
    assert Due.objects.exists()
    Seat.objects.filter(match=blocker).update(zero_at=h(20))
    fold_at(9)
    assert ratings() == {"player0": "1530.0", "player1": "1470.0"}
    right()


@pytest.mark.parametrize(
    ("how", "winner", "moved", "reason"),
    [
        ("timeout", "yellow", ("yellow",), Unrated.NO_MOVE),
        ("resignation", "red", (), Unrated.NO_MOVE),
        ("timeout", "yellow", ("red",), None),
        ("both_timed_out", "", ("yellow", "red"), Unrated.BOTH_TIMED_OUT),
        ("both_withdrew", "", ("yellow", "red"), Unrated.DOUBLE_FORFEIT),
        ("goals", "", ("yellow", "red"), None),
    ],
)
def test_which_are_rated(
    people: list[User], how: str, winner: str, moved: tuple[str, ...], reason: Unrated | None
) -> None:
    """Fault 45."""
    match = ended(people[0], people[1], 1, winner, how, moved=moved)
    fold_at(2)
    verdict = verdict_of(match)
    assert verdict is not None
    assert verdict.reason == reason
    assert len(verdict.changes) == Change.objects.count() == (0 if reason else 2)
    right()


def test_a_forced_ply_is_not_a_move_of_ones_own(people: list[User]) -> None:
    match = ended(people[0], people[1], 1, "yellow", "timeout")
    match.moves.filter(seat="red").update(forced=True)
    fold_at(2)
    verdict = verdict_of(match)
    assert verdict is not None
    assert verdict.reason is Unrated.NO_MOVE


def test_many_matches_in_few_queries(
    people: list[User], django_assert_max_num_queries: Any
) -> None:
    thirty(people)
    with django_assert_max_num_queries(25):
        fold_at(31)
    thirty(people)
    thirty(people)
    with django_assert_max_num_queries(25):
        fold_at(32)
    right()


def test_the_steps_of_a_long_backlog(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "AT_ONCE", 7)
    monkeypatch.setattr("golem.ratings.facts.CHUNK", 3)
    monkeypatch.setattr("golem.ratings.store.CHUNK", 3)
    thirty(people)
    assert fold_at(31).matches == 30
    got = state()
    right()
    fold.recompute(GAME, h(32))
    assert state() == got


def test_a_check_finds_what_is_wrong(people: list[User]) -> None:
    matches = thirty(people)
    fold_at(31)
    Strength.objects.filter(user=people[0]).update(rating=1)
    Change.objects.filter(match=matches[4]).update(k=7)
    said = "\n".join(checks.differences(GAME))
    assert f"player {people[0].pk}: the strength is not" in said
    assert f"by match {matches[4].pk}: k differ" in said
    Change.objects.filter(match=matches[9]).delete()
    assert "is stored" in "\n".join(checks.differences(GAME))
    fold.recompute(GAME, h(32))
    right()


def test_a_match_that_changed_hands_is_not_rated(people: list[User]) -> None:
    match = ended(people[0], people[1], 2)
    match.takeovers.create(
        seat="red", ply=2, old=people[2], new=people[1], at=h(1), reason="moved away"
    )
    Match.objects.update(rated=False)
    fold_at(3)
    verdict = verdict_of(match)
    assert verdict is not None
    assert verdict.reason is Unrated.REPLACED
    assert not Change.objects.exists()
