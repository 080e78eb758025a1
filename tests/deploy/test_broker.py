"""Celery's side: publishing cannot wait long, messages in files are whole, hints fall away."""

import re
import threading
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from django.conf import settings
from kombu.connection import Connection

from deploy.production.programs import QUEUES
from golem.celery import app
from golem.settings import tasks
from tests.deploy.launched import ROOT

PROCFILE = ROOT / "deploy" / "Procfile"
MESSAGES = 200


def connection(folder: Path) -> Connection:
    """Return a connection to a file broker in a folder of its own."""
    options = {name: str(folder / name) for name in ("data_folder_in", "control_folder")}
    options["data_folder_out"] = options["data_folder_in"]
    return Connection(
        "filesystem://x", transport="golem.filebroker:Transport", transport_options=options
    )


def test_a_message_in_a_file_is_never_taken_half_written(tmp_path: Path) -> None:
    body = {"body": "x" * 200_000}
    writer, reader = connection(tmp_path).channel(), connection(tmp_path).channel()
    sender = threading.Thread(target=lambda: [writer._put("house", body) for _ in range(MESSAGES)])
    sender.start()
    taken: list[Any] = []
    while len(taken) < MESSAGES and (sender.is_alive() or reader._size("house")):
        try:
            taken.append(reader._get("house"))
        except Empty:
            continue
    sender.join()
    assert taken == [body] * MESSAGES


def test_messages_in_files_come_in_their_order(tmp_path: Path) -> None:
    channel = connection(tmp_path).channel()
    for number in range(20):
        channel._put("mail", {"number": number})
    assert [channel._get("mail")["number"] for _ in range(20)] == list(range(20))


def test_publishing_waits_for_nothing_but_one_short_timeout() -> None:
    options = tasks.broker_options("redis://127.0.0.1:1/0")
    assert options["socket_timeout"] + options["socket_connect_timeout"] <= 0.5
    assert options["max_retries"] == 0
    assert app.conf.task_publish_retry is False


@pytest.mark.parametrize("entry", settings.CELERY_BEAT_SCHEDULE.values())
def test_a_hint_falls_away_before_the_next_one_comes(entry: dict[str, Any]) -> None:
    assert entry["options"]["expires"] <= entry["schedule"]
    app.loader.import_default_modules()
    assert entry["task"] in app.tasks


def test_every_task_goes_to_a_queue_that_the_worker_takes_from() -> None:
    app.loader.import_default_modules()
    ours = [name for name in app.tasks if not name.startswith("celery.")]
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in ours}
    assert ours
    assert set(queues.values()) <= set(settings.CELERY_TASK_QUEUES)


def test_neither_moves_nor_mails_wait_behind_a_task_that_may_take_long() -> None:
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    queues: dict[str, set[bool]] = {}
    for name, task in ours.items():
        queue = app.amqp.router.route({}, name)["queue"].name
        usual = settings.CELERY_TASK_TIME_LIMIT
        queues.setdefault(queue, set()).add((task.time_limit or usual) > usual)
    assert queues["house"] == queues["mail"] == {False}
    assert queues["ratings"] == {True}


def test_the_one_worker_takes_from_all_queues() -> None:
    [line] = [line for line in PROCFILE.read_text().splitlines() if line.startswith("worker:")]
    taken = line.split("--queues ")[1].split()[0]
    assert set(taken.split(",")) == set(settings.CELERY_TASK_QUEUES) == set(QUEUES)


def test_results_are_not_kept() -> None:
    assert app.conf.task_ignore_result is True
    assert app.conf.result_backend is None


def test_no_task_is_published_for_a_later_hour() -> None:
    rooms = [
        path
        for room in ("golem", "accounts", "tournaments")
        for path in ROOT.glob(f"{room}/**/*.py")
    ]
    ahead = re.compile(r"\b(eta|countdown)\s*=")
    assert rooms
    assert [path.name for path in rooms if ahead.search(path.read_text())] == []
