"""Several at once, in real threads on PostgreSQL."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.db import connection, transaction

from accounts.models import Strength, User
from golem.matches.annulment import annul
from golem.matches.models import Match
from golem.matches.services import resign, submit_move
from golem.outbox.models import Notice
from golem.ratings import checks, fold
from golem.ratings.models import Change, Due
from golem.ratings.tasks import fold_ratings
from golem.rest.locks import Busy
from tests.matches.conftest import at, begin, person
from tests.matches.hours import h
from tests.racing import race
from tests.ratings.conftest import GAME, ended, fold_at
from tests.ratings.test_fold import state, thirty

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(transactional_db: None) -> list[User]:
    """Six people, committed."""
    return [person(f"player{number}") for number in range(6)]


@pytest.fixture(autouse=True)
def _all_is_right(transactional_db: None) -> Iterator[None]:
    """At the end nothing waits, nothing is lost, and a fresh fold comes to the same."""
    yield
    fold_at(1000)
    assert not Due.objects.exists()
    assert list(checks.differences(GAME)) == []
    got = state()
    fold.recompute(GAME, h(1000))
    assert state() == got


def test_these_tests_run_on_a_database_with_advisory_locks() -> None:
    assert connection.vendor == "postgresql"


def fought(first: User, second: User) -> Match:
    """Return a running match in which both have moved."""
    match = begin(GAME, first, second)
    submit_move(match.pk, first, 1, "Pahbied", clock=at(h(1)))
    submit_move(match.pk, second, 2, "Pacbdej", clock=at(h(2)))
    return match


def test_two_matches_of_one_player_end_together(people: list[User]) -> None:
    for turn in range(5):
        one, two = fought(people[0], people[1]), fought(people[0], people[2])
        clock = at(h(10 + turn))
        done = race(
            partial(resign, one.pk, people[0], clock),
            partial(resign, two.pk, people[2], clock),
            partial(fold_at, 10 + turn),
            partial(fold_at, 10 + turn),
        )
        assert not [one for one in done if isinstance(one, Exception)]
        fold_at(11 + turn)
        assert Strength.objects.get(user=people[0]).matches == 2 * (turn + 1)


def test_many_folders_at_once_apply_each_match_once(people: list[User]) -> None:
    thirty(people)
    done = race(*[partial(fold_at, 31)] * 6)
    assert sum(one.matches for one in done) == 30
    assert Change.objects.count() == 60


def test_who_may_not_wait_leaves_it_to_the_other(people: list[User]) -> None:
    thirty(people)
    other = partial(race, partial(fold.fold, GAME, h(31), wait=False))
    with transaction.atomic():
        fold_at(31)
        [refused] = other()
        assert isinstance(refused, Busy)
    [done] = other()
    assert done == fold.Folded()


def test_a_fold_meets_annulled_matches(people: list[User]) -> None:
    for turn in range(5):
        matches = thirty(people)
        fold_at(31)
        late = [ended(people[0], people[1], 40), ended(people[1], people[2], 41)]
        chosen = matches[3 * turn : 3 * turn + 3] + late[:1]
        done = race(
            *[partial(annul, match.pk, "wrong", None, at(h(42))) for match in chosen],
            *[partial(fold_at, 42)] * 3,
        )
        assert not [one for one in done if isinstance(one, Exception)]
        fold_at(43)
        assert not Change.objects.filter(match__annulled_at__isnull=False).exists()


def test_a_folder_that_dies_leaves_all_or_nothing(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it stops, what it did is undone; the next one does it, and tells once."""
    matches = thirty(people)
    fold_at(31)
    before = state()
    annul(matches[20].pk, "wrong", None, at(h(31)))
    Notice.objects.all().delete()

    def die(*_args: object, **_more: object) -> None:
        raise KeyboardInterrupt

    for place in ("store.take_back", "store.add", "store.project", "messages.changed"):
        with monkeypatch.context() as patch:
            patch.setattr(f"golem.ratings.fold.{place}", die)
            with pytest.raises(KeyboardInterrupt):
                fold_at(32)
        assert state() == before
        assert not Notice.objects.exists()
    fold_ratings()
    assert state() != before
    told = Notice.objects.filter(kind="rating_changed").count()
    fold_ratings()
    assert Notice.objects.filter(kind="rating_changed").count() == told > 1
