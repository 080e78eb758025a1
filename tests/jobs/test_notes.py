"""When a job was last done, whoever did it."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from golem.jobs.models import LastRun
from golem.jobs.notes import note, noted
from golem.matches import tasks
from golem.outbox.tasks import send_due

pytestmark = pytest.mark.django_db


def test_a_good_run_is_noted() -> None:
    before = timezone.now()
    assert noted("sweep")(lambda: 7)() == 7
    run = LastRun.objects.get()
    assert (run.job, run.failed, run.runs, run.failures) == ("sweep", False, 1, 0)
    assert run.at == run.good_at
    assert run.at >= before
    assert run.took_seconds >= 0


def test_a_failed_run_is_noted_and_its_error_seen() -> None:
    def fail() -> None:
        raise LookupError

    noted("sweep")(lambda: None)()
    good_at = LastRun.objects.get().good_at
    with pytest.raises(LookupError):
        noted("sweep")(fail)()
    run = LastRun.objects.get()
    assert (run.failed, run.runs, run.failures, run.good_at) == (True, 2, 1, good_at)
    assert run.good_at is not None
    assert run.at > run.good_at


def test_a_job_that_never_succeeded_has_no_good_run() -> None:
    note("mail", timezone.now(), 1.5, failed=True)
    run = LastRun.objects.get()
    assert (run.good_at, run.took_seconds) == (None, 1.5)


def test_a_database_that_takes_no_writes_does_not_hide_the_jobs_own_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from django.db import DatabaseError

    def away(*args: Any, **kwargs: Any) -> None:
        raise DatabaseError

    monkeypatch.setattr(LastRun.objects, "bulk_create", away)
    with pytest.raises(LookupError):
        noted("sweep")(lambda: {}["x"])()  # type: ignore[index]
    assert "the end of a run of sweep was not noted" in caplog.text


@pytest.mark.parametrize(
    ("act", "job"),
    [
        (tasks.sweep_clocks, "sweep"),
        (tasks.sweep_house, "house"),
        (tasks.remind, "reminders"),
        (send_due, "mail"),
        (lambda: call_command("clocks", "sweep"), "sweep"),
        (lambda: call_command("send_mail"), "mail"),
        (lambda: call_command("remind"), "reminders"),
    ],
)
def test_tasks_and_commands_note_their_runs(act: Any, job: str) -> None:
    act()
    run = LastRun.objects.get(pk=job)
    assert timezone.now() - run.at < timedelta(minutes=1)
    assert run.good_at == run.at
