"""The facts of the health page as gauges for Prometheus."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from golem.pages.health import facts as health
from golem.pages.health.facts import DatabaseFacts, Facts
from golem.pages.health.judge import State, judge


class HealthCollector(Collector):
    """Reads the facts anew at each scrape. What is not known just now is left out."""

    def collect(self) -> Iterable[Metric]:
        """Yield all gauges."""
        found = health.facts()
        yield _many(
            "golem_part_red",
            "1 where somebody has to act.",
            "part",
            {part.name: float(part.state is State.RED) for part in judge(found)},
        )
        yield _one("golem_database_up", "1 if the database answers.", found.database is not None)
        yield _one("golem_broker_up", "1 if the broker answers.", found.broker is not None)
        if found.broker is not None:
            queues = {name: float(length) for name, length in found.broker.queues.items()}
            yield _many("golem_queue_length", "Messages waiting in the broker.", "queue", queues)
        if found.database is not None:
            yield from _jobs(found.database, found)
            yield from _clocks(found.database, found.now)
            yield from _mails(found.database, found.now)
        yield from _running()


def _jobs(found: DatabaseFacts, facts: Facts) -> Iterator[Metric]:
    runs = found.runs.values()
    ages = {run.job: _age(run.good_at, facts.now) for run in runs if run.good_at}
    took = {run.job: run.took_seconds for run in runs}
    yield _many("golem_job_age_seconds", "Since the last good run of a job.", "job", ages)
    yield _many("golem_job_last_run_seconds", "How long its last run took.", "job", took)
    for name, what in (("runs", "Runs of a job."), ("failures", "Failed runs of a job.")):
        family = Metric(f"golem_job_{name}", what, "counter")
        for run in runs:
            family.add_sample(f"golem_job_{name}_total", {"job": run.job}, getattr(run, name))
        yield family


def _clocks(found: DatabaseFacts, now: datetime) -> Iterator[Metric]:
    clocks = found.clocks
    yield _one("golem_clocks_due", "Clocks at zero and not settled.", clocks.due)
    yield _one("golem_clocks_due_oldest_seconds", "Since the oldest.", _age(clocks.oldest_due, now))
    yield _one("golem_brake", "1 while the brake is on.", clocks.brake is not None)
    yield _one("golem_freeze", "1 while the clocks are frozen.", clocks.freeze is not None)
    if clocks.heartbeat:
        age = _age(clocks.heartbeat, now)
        yield _one("golem_heartbeat_age_seconds", "Since the last heartbeat.", age)


def _mails(found: DatabaseFacts, now: datetime) -> Iterator[Metric]:
    mails = found.mails
    yield _one("golem_mails_waiting", "Mails not sent yet.", mails.waiting)
    yield _one("golem_mails_overdue", "Mails and notices whose time has come.", mails.overdue)
    age = _age(mails.oldest_overdue, now)
    yield _one("golem_mails_overdue_oldest_seconds", "Since the oldest.", age)
    yield _one("golem_mails_given_up_lately", "Given up in the last day.", mails.given_up)


def _running() -> Iterator[Metric]:
    count, _ = health.running.known()
    if count is not None:
        yield _one("golem_matches_running", "Running matches, counted once a minute.", count)


def _one(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=float(value))


def _many(name: str, what: str, label: str, values: dict[str, float]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _age(then: datetime | None, now: datetime) -> float:
    return max(0.0, (now - then).total_seconds()) if then else 0.0
