"""What Prometheus reads: who may, what stands there, and that labels stay few."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from golem.jobs.notes import note
from golem.matches import brake
from golem.matches.models import Match
from golem.outbox.services import post
from golem.pages.health import facts as health
from tests.matches.conftest import begin, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _ask_anew() -> None:
    """Let no answer of the test before count."""
    for watched in (health.database, health.broker, health.running):
        watched.forget()


def samples() -> dict[tuple[str, tuple[str, ...]], float]:
    """Return the values by name and by the values of the labels, in the order of their names."""
    text = Client().get("/metrics").content.decode()
    return {
        (sample.name, tuple(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.parametrize(
    ("meta", "status"),
    [
        ({}, 200),
        ({"REMOTE_ADDR": "::1"}, 200),
        ({"REMOTE_ADDR": "192.0.2.1"}, 404),
        ({"REMOTE_ADDR": ""}, 404),  # a socket's: nobody knows whose
        ({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 404),  # a proxy on this machine
        ({"HTTP_FORWARDED": "for=127.0.0.1"}, 404),
    ],
)
def test_who_may_read_without_a_token(meta: dict[str, str], status: int) -> None:
    assert Client(**meta).get("/metrics").status_code == status  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shown", "status"),
    [("Bearer right", 200), ("Bearer wrong", 404), ("right", 404), ("", 404), ("Bearer ü", 404)],
)
def test_with_a_token_only_its_bearer_may(settings: Any, shown: str, status: int) -> None:
    settings.METRICS_TOKEN = "right"
    found = Client().get("/metrics", REMOTE_ADDR="192.0.2.1", HTTP_AUTHORIZATION=shown)
    assert found.status_code == status


def test_the_facts_of_the_health_page() -> None:
    now = timezone.now()
    begin("streetsoccer", person("Anna"), person("Boris"))
    match = begin("streetsoccer", person("Clara"), person("Dora"))
    Match.objects.get(pk=match.pk).seats.filter(to_move=True).update(zero_at=now)
    post("x", "a@example.org", "s", "t", "", now)
    note("sweep", now - timedelta(seconds=100), 2.5, failed=False)
    note("sweep", now, 0.5, failed=True)
    brake.put_on("too much", now)
    found = samples()
    assert found["golem_matches_running", ()] == 2
    assert found["golem_clocks_due", ()] == 1
    assert found["golem_brake", ()] == 1
    assert found["golem_freeze", ()] == 0
    assert found["golem_mails_waiting", ()] == 1
    assert found["golem_queue_length", ("mail",)] == 1  # the nudge for that mail
    assert 99 < found["golem_job_age_seconds", ("sweep",)] < 160
    assert found["golem_job_last_run_seconds", ("sweep",)] == 0.5
    assert found["golem_job_runs_total", ("sweep",)] == 2
    assert found["golem_job_failures_total", ("sweep",)] == 1
    assert found["golem_part_red", ("clocks",)] == 1
    assert found["golem_part_red", ("broker",)] == 0
    assert found["golem_database_up", ()] == found["golem_broker_up", ()] == 1


def test_requests_are_counted_by_route_and_kind_of_answer() -> None:
    def count(*labels: str) -> float:
        return samples().get(("golem_request_seconds_count", labels), 0)

    route = ("GET", "pages:games", "2xx")
    before = count(*route), count("GET", "none", "4xx"), count("other", "none", "4xx")
    Client().get("/games/")
    for number in range(3):
        Client().get(f"/no-such-page-{number}/")
    Client().generic("BREW", "/no-such-page/")
    after = count(*route), count("GET", "none", "4xx"), count("other", "none", "4xx")
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 3, 1]
