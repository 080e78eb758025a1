"""The health page over real servers: it answers itself, also without a database."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from deploy.ports import free_port
from golem.jobs.notes import note
from golem.matches import brake, sweep
from golem.matches.models import Pause
from golem.outbox.services import post
from golem.pages.health import facts as health
from tests.accounts.conftest import account, signed_in
from tests.deploy.launched import ROOT, bare_environment
from tests.rest import redis_troubles

JOBS = ("sweep", "mail", "house", "events")


@pytest.fixture(autouse=True)
def _ask_anew(transactional_db: None) -> Iterator[None]:
    """Let no answer of the test before count."""
    yield
    for watched in (health.database, health.broker, health.running):
        watched.forget()


def well() -> None:
    """Note heartbeat and runs of just now."""
    now = timezone.now()
    sweep.beat(now)
    for job in JOBS:
        note(job, now, 0.1, failed=False)


def look(client: Client | None = None, **headers: str) -> tuple[int, dict[str, Any]]:
    """Return status and content of the page for programs, looked at anew."""
    for watched in (health.database, health.broker):
        watched.forget()
    answer = (client or Client()).get("/health.json", **headers)  # type: ignore[arg-type]
    return answer.status_code, answer.json()


def states(content: dict[str, Any]) -> dict[str, str]:
    """Return the state of each part."""
    return {part["name"]: part["state"] for part in content["parts"]}


def test_all_is_well() -> None:
    well()
    status, content = look()
    assert (status, content["status"]) == (200, "ok")
    assert set(states(content)) == {"broker", "database", *JOBS, "other jobs", "clocks", "mails"}
    assert set(states(content).values()) == {"ok"}


def test_the_page_for_people_and_for_programs() -> None:
    well()
    page = Client().get("/health/", HTTP_ACCEPT="text/html,*/*;q=0.8")
    assert page["Content-Type"].startswith("text/html")
    assert page["Cache-Control"] == "no-store"
    assert "All is well" in page.content.decode()
    assert "default-src" in page["Content-Security-Policy"]
    for accept in ("application/json", "application/json, text/html;q=0.5"):
        answer = Client().get("/health/", HTTP_ACCEPT=accept)
        assert answer["Content-Type"] == "application/json"
    assert Client().post("/health/").status_code == 405


def test_workers_that_live_and_take_nothing_are_seen_and_no_outage_is_credited() -> None:
    """Moves could be made all the time: the web processes wrote their heartbeat."""
    well()
    stalled_at = timezone.now() - timedelta(minutes=4)
    note("sweep", stalled_at, 0.1, failed=False)
    status, content = look()
    assert status == 503
    [part] = [part for part in content["parts"] if part["name"] == "sweep"]
    assert part["state"] == "red"
    assert part["help"].endswith("#when-a-job-is-late")
    assert part["since"] is not None
    sweep.beat(timezone.now())
    assert not Pause.objects.exists()
    page = Client().get("/health/")
    assert page.status_code == 503
    assert "Somebody has to look after this server" in page.content.decode()


def test_the_brake_is_red_and_the_freeze_is_not() -> None:
    well()
    sweep.freeze("moving house", timezone.now())
    assert look()[0] == 200
    brake.put_on("far too much", timezone.now())
    status, content = look()
    assert (status, states(content)["clocks"]) == (503, "red")


def test_nothing_of_a_player_is_shown() -> None:
    well()
    account("Anna", "anna@secret.example")
    post("x", "anna@secret.example", "a subject", "a text", "", timezone.now())
    client = signed_in(account("Boris"))
    status, content = look(client)
    assert status == 200
    words = json.dumps(content) + Client().get("/health/").content.decode()
    assert not any(word in words for word in ("Anna", "secret", "a subject", "Boris"))
    assert "1 waiting" in words


@pytest.mark.parametrize("trouble", ["gone", "stalled", "unresolved"])
def test_a_broker_that_is_gone_is_red(trouble: str, settings: Any) -> None:
    well()
    with getattr(redis_troubles, trouble)() as url:
        settings.CELERY_BROKER_URL = url
        status, content = look()
    assert (status, states(content)["broker"], states(content)["database"]) == (503, "red", "ok")


def test_a_broker_that_is_full_is_red(settings: Any, tmp_path: Any) -> None:
    well()
    with redis_troubles.full(tmp_path) as url:
        settings.CELERY_BROKER_URL = url
        status, content = look()
    assert (status, states(content)["broker"]) == (503, "red")


def test_the_host_does_not_matter_to_those_who_watch() -> None:
    well()
    assert look(HTTP_HOST="10.0.0.7:8000")[0] == 200
    assert Client().get("/alive/", HTTP_HOST="10.0.0.7").content == b"alive\n"


ASK = """
import django, json
django.setup()
from django.test import Client
client = Client(raise_request_exception=False)
client.cookies["sessionid"] = "a" * 32
answers = [client.get(path) for path in ("/alive/", "/health.json", "/health/", "/metrics", "/")]
print(json.dumps([[a.status_code, a.content.decode()] for a in answers]))
"""


def ask_without(database_url: str) -> list[tuple[int, str]]:
    """Return what the probes and the front page answer in a process with such a database."""
    environment = bare_environment(
        DATABASE_URL=database_url, DJANGO_SETTINGS_MODULE="golem.settings", ALLOWED_HOSTS="*"
    )
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(answer) for answer in json.loads(done.stdout)]


@pytest.mark.parametrize("stalls", [False, True])
def test_it_answers_itself_without_a_database(stalls: bool) -> None:
    with socket.socket() as server:
        port = free_port()
        if stalls:  # takes lines, and says nothing
            server.bind(("127.0.0.1", 0))
            server.listen()
            port = server.getsockname()[1]
        alive, programs, people, metrics, front = ask_without(f"postgresql://x@127.0.0.1:{port}/x")
    assert alive == (200, "alive\n")
    assert programs[0] == people[0] == 503
    [part] = [part for part in json.loads(programs[1])["parts"] if part["name"] == "database"]
    error = "TimeoutError" if stalls else "OperationalError"
    assert part["words"] == f"does not answer ({error})"
    assert "Somebody has to look after this server" in people[1]
    assert metrics[0] == 200
    assert "golem_database_up 0.0" in metrics[1]
    assert front[0] == 503  # with a session: clean, too
    assert "The database cannot be reached" in front[1]
