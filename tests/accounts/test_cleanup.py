"""What is deleted in time: sessions that have expired, sign-ups that nobody confirmed."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts import cleanup, hooks
from accounts.models import Session, User
from accounts.tasks import forget_sessions, forget_unproven
from golem.jobs.models import LastRun
from tests.accounts.conftest import account, signed_in
from tests.matches.conftest import begin

pytestmark = pytest.mark.django_db
NOW = timezone.now()
OLD = NOW - timedelta(days=31)


@pytest.fixture(autouse=True)
def _proof_is_required(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def left() -> set[str]:
    """Return the names of the accounts that are left, without the house's."""
    return set(User.objects.filter(is_house=False).values_list("username", flat=True))


def test_sign_ups_of_long_ago_that_nobody_confirmed_go() -> None:
    account("Gone", proven=False, date_joined=OLD)
    account("Proven", date_joined=OLD)
    account("Fresh", proven=False, date_joined=NOW - timedelta(days=29))
    account("Seen", proven=False, date_joined=OLD, last_seen=OLD)
    account("LoggedIn", proven=False, date_joined=OLD, last_login=OLD)
    account("Boss", proven=False, date_joined=OLD, is_staff=True)
    User.objects.create_user("ByHand", "hand@example.org", date_joined=OLD)
    both = account("Both", proven=False, date_joined=OLD)
    EmailAddress.objects.create(user=both, email="other@example.org", verified=True)
    assert cleanup.forget_unproven(NOW) == 1
    assert left() == {"Proven", "Fresh", "Seen", "LoggedIn", "Boss", "ByHand", "Both"}
    assert not EmailAddress.objects.filter(email="gone@example.org").exists()
    assert cleanup.forget_unproven(NOW) == 0


def test_whoever_has_a_match_stays() -> None:
    anna, boris = (account(name, proven=False, date_joined=OLD) for name in ("Anna", "Boris"))
    begin("streetsoccer", anna, boris)
    assert cleanup.forget_unproven(NOW) == 0
    assert left() == {"Anna", "Boris"}


def test_something_that_hangs_on_an_account_keeps_it_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna, boris = (account(name, proven=False, date_joined=OLD) for name in ("Anna", "Boris"))
    account("Gone", proven=False, date_joined=OLD)
    begin("streetsoccer", anna, boris)
    monkeypatch.setattr(hooks, "has_played", [])  # as a room would be that forgot to answer
    assert cleanup.forget_unproven(NOW) == 1
    assert left() == {"Anna", "Boris"}
    assert "something hangs on it" in caplog.text


def test_where_nothing_must_be_confirmed_nobody_goes(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    account("Anna", proven=False, date_joined=OLD)
    assert cleanup.forget_unproven(NOW) == 0


def test_sessions_that_have_expired_go() -> None:
    signed_in(account("Anna"))
    signed_in(account("Boris"))
    first = Session.objects.order_by("pk")[0]
    Session.objects.filter(pk=first.pk).update(expire_date=OLD)
    forget_sessions()
    assert Session.objects.count() == 1
    assert not Session.objects.filter(pk=first.pk).exists()


def test_both_are_jobs() -> None:
    forget_sessions()
    forget_unproven()
    assert set(LastRun.objects.values_list("job", flat=True)) == {"sessions", "sign-ups"}
