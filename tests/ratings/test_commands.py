"""The command, the tasks, the check of everything, and what players are told."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Strength, User
from golem.jobs.models import LastRun
from golem.matches.invariants.check import of_all
from golem.matches.services import resign, submit_move
from golem.outbox.kinds import KINDS, Asked
from golem.outbox.models import Notice
from golem.outbox.readers import readers_of
from golem.ratings import due, fold, messages, tasks
from golem.ratings.models import Change, Due, Refold
from tests.matches.conftest import at, begin
from tests.matches.hours import h
from tests.ratings.conftest import GAME, ended, fold_at
from tests.ratings.test_fold import ratings, thirty

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = StringIO()
    call_command("ratings", *words, stdout=out, stderr=out)
    return out.getvalue()


def test_fold_and_recompute(people: list[User]) -> None:
    thirty(people)
    assert f"{GAME}: 30 matches folded, 0 players told." in run("fold")
    assert LastRun.objects.get(pk="ratings").good_at is not None
    assert f"{GAME}: 30 matches folded, 0 players told." in run("recompute", "--game", GAME)
    Strength.objects.filter(user=people[0]).update(rating=20_000_000)
    assert "1 players told." in run("recompute")
    assert "No difference." in run("recompute", "--check")


def test_a_check_changes_nothing_and_fails(people: list[User]) -> None:
    thirty(people)
    assert "fold first" not in run("fold", "--check")  # nothing folded yet, so nothing is behind
    run("fold")
    Strength.objects.filter(user=people[0]).update(rating=20_000_000)
    before = ratings()
    with pytest.raises(CommandError, match="1 differences") as error:
        run("recompute", "--check")
    assert error.value.returncode == 1
    assert ratings() == before
    ended(people[0], people[1], 2)
    assert "fold first" in run("recompute", "--check")


def test_a_game_that_is_not_here() -> None:
    with pytest.raises(CommandError, match="no game 'chess'"):
        run("fold", "--game", "chess")


def test_the_check_of_everything_looks_at_ratings(people: list[User]) -> None:
    thirty(people)
    fold_at(31)

    def found() -> list[str]:
        return [one.line for one in of_all(h(31)) if GAME in one.line or "rating" in one.line]

    assert found() == []
    Change.objects.filter(number=1).update(peak=1)
    assert any("peak differ" in line for line in found())
    match = ended(people[0], people[1], 30.5)
    Due.objects.update(noted_at=h(20))
    assert f"match {match.pk}: it ended long ago, and its rating was not looked at" in found()


def test_the_task_goes_on_past_a_game_that_fails(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended(people[0], people[1], -1)
    bad = ended(people[0], people[1], -2)
    Due.objects.filter(match=bad).update(game="a broken one")
    real = fold.fold

    def folding(game: str, *args: Any, **more: Any) -> fold.Folded:
        if game != GAME:
            raise ValueError("broken")
        return real(game, *args, **more)

    monkeypatch.setattr(fold, "fold", folding)
    with pytest.raises(RuntimeError, match="a broken one"):
        tasks.fold_ratings()
    assert ratings()["player0"] != "1500.0"
    assert LastRun.objects.get(pk="ratings").failed


def test_the_workers_are_told_when_a_player_ends_a_match(
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    told: list[object] = []
    monkeypatch.setattr(due, "publish", lambda task, game: told.append((task.name, game)))
    one, two = people[:2]
    rated, unrated = begin(GAME, one, two), begin(GAME, one, two, rated=False)
    with django_capture_on_commit_callbacks(execute=True):
        submit_move(rated.pk, people[0], 1, "Pahbied", clock=at(h(1)))
    assert told == []
    with django_capture_on_commit_callbacks(execute=True):
        resign(rated.pk, people[1], at(h(2)))
        resign(unrated.pk, people[1], at(h(2)))
    assert told == [("golem.ratings.tasks.fold_game", GAME)]
    assert list(Due.objects.values_list("match", flat=True)) == [rated.pk]


def test_what_a_player_is_told(people: list[User]) -> None:
    ended(people[0], people[1], 1)
    fold_at(2)
    refold = Refold.objects.create(game=GAME, at=h(3), told=2)
    messages.changed(refold, [people[0].pk, people[2].pk], h(3))
    messages.changed(refold, [people[0].pk], h(4))
    notices = list(Notice.objects.order_by("user"))
    assert len(notices) == 2
    readers = readers_of({people[0].pk, people[2].pk})
    asked = [Asked(notice, readers[notice.user_id]) for notice in notices]
    first, second = KINDS["rating_changed"].tell(asked, h(3)).values()
    assert first.subject == "Your rating at StreetSoccer has changed"
    assert "It is 1530.0 now, and your rank 19 kyu." in first.lines
    assert first.path == f"/players/player0/ratings/{GAME}/"
    assert "None of your matches is rated any more." in second.lines
    assert KINDS["rating_changed"].count(2) == "2 ratings have changed"
