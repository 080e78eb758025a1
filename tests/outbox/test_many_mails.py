"""What a sender does when much waits: it calls another, and writes no more than it can send."""

from collections.abc import Callable
from datetime import datetime

import pytest

from deploy.production import programs
from golem.outbox import sender, tasks
from golem.outbox.batch import FRESH_SECONDS
from golem.outbox.sender import LEAST, next_size, send_due
from golem.outbox.services import post
from golem.outbox.store import BATCH
from tests.outbox.conftest import NOON
from tests.outbox.post_office import PostOffice

pytestmark = pytest.mark.django_db
Clock = Callable[[datetime], None]


def write(count: int) -> None:
    """Let so many mails wait."""
    for number in range(count):
        post("test", f"{number}@example.org", "s", "t\n", "<p>t</p>\n", NOON)


@pytest.mark.usefixtures("clock", "office")
@pytest.mark.parametrize(("waiting", "calls"), [(0, 0), (3, 0), (BATCH, 0), (BATCH + 1, 1)])
def test_another_process_is_called_once_if_much_waits(waiting: int, calls: int) -> None:
    called: list[int] = []
    write(waiting)
    assert send_due(call=lambda: called.append(1)) == waiting
    assert len(called) == calls


@pytest.mark.usefixtures("clock", "office")
def test_the_task_calls_its_like(monkeypatch: pytest.MonkeyPatch) -> None:
    hints: list[object] = []
    monkeypatch.setattr(tasks, "publish", hints.append)
    write(BATCH + 1)
    tasks.send_due()
    tasks.send_due()
    assert hints == [tasks.send_due]


def test_a_batch_is_no_longer_than_its_facts_are_fresh() -> None:
    assert next_size(100, 0.5) == BATCH
    assert next_size(100, 2 * FRESH_SECONDS) == 35
    assert next_size(100, 100) == LEAST
    assert next_size(0, 0) == LEAST


@pytest.mark.usefixtures("clock")
def test_who_finds_no_notices_left_waits_for_what_another_gathers(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has claimed the people: its mails come a moment later."""
    monkeypatch.setattr(sender, "gather", lambda now: 0)
    monkeypatch.setattr(sender, "is_due", lambda now: not office.taken)
    monkeypatch.setattr(sender, "sleep", lambda seconds: write(2))
    assert send_due() == 2


def test_the_mails_have_a_second_process_where_there_is_a_second_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("WORKER_PROCESSES", raising=False)
    for cores, processes in ((1, "1"), (2, "2"), (64, "2")):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        command = programs.worker("mail")
        assert command[command.index("--concurrency") + 1] == processes
        command = programs.worker("deadlines")
        assert command[command.index("--concurrency") + 1] == "1"
    monkeypatch.setenv("WORKER_PROCESSES", "3")
    assert "3" in programs.worker("mail")
