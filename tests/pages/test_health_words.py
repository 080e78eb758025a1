"""What is red, what needs a look, and since when: from facts alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from golem.jobs.models import LastRun
from golem.matches.figures import ClockFigures, Held
from golem.outbox.figures import MailFigures
from golem.pages.health.broker import BrokerFacts
from golem.pages.health.facts import DatabaseFacts, Facts
from golem.pages.health.judge import Part, State, is_red, judge

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
LONG_AGO = NOON - timedelta(days=3)


def ago(seconds: float) -> datetime:
    """Return the instant so long before noon."""
    return NOON - timedelta(seconds=seconds)


def run(job: str, good: float | None, failed: bool = False) -> LastRun:
    """Return a job's row; ``good`` is how long ago it was last done well."""
    good_at = None if good is None else ago(good)
    return LastRun(job=job, at=ago(1), good_at=good_at, took_seconds=1, failed=failed)


JOBS = ("sweep", "mail", "house", "events")


def runs(**good: float) -> dict[str, LastRun]:
    """Return rows of all jobs, well but for those given."""
    return {job: run(job, good.get(job, 5)) for job in JOBS}


CLOCKS = ClockFigures(0, None, None, None, ago(20), None)
MAILS = MailFigures(0, None, 0, None, 0)
DATABASE = DatabaseFacts(True, runs(), CLOCKS, MAILS)
BROKER = BrokerFacts({"deadlines": 0, "house": 1, "mail": 0})
WELL = Facts(NOON, DATABASE, BROKER, since=LONG_AGO)


def with_clocks(**values: object) -> Facts:
    """Return good facts but for these of the clocks."""
    clocks = replace(CLOCKS, **values)  # type: ignore[arg-type]
    return replace(WELL, database=replace(DATABASE, clocks=clocks))


def with_mails(**values: object) -> Facts:
    """Return good facts but for these of the mails."""
    mails = replace(MAILS, **values)  # type: ignore[arg-type]
    return replace(WELL, database=replace(DATABASE, mails=mails))


def with_runs(**rows: LastRun | None) -> Facts:
    """Return good facts but for these rows; ``None``: there is none."""
    found = {job: row for job, row in {**runs(), **rows}.items() if row}
    return replace(WELL, database=replace(DATABASE, runs=found))


def with_broker(**values: object) -> Facts:
    """Return good facts but for these of the broker."""
    return replace(WELL, broker=replace(BROKER, **values))  # type: ignore[arg-type]


def part(facts: Facts, name: str) -> Part:
    """Return one part."""
    [found] = [part for part in judge(facts) if part.name == name]
    return found


def test_all_is_well() -> None:
    parts = judge(WELL)
    assert {part.state for part in parts} == {State.OK}
    assert not is_red(parts)


NO_DATABASE = replace(WELL, database=None, database_error="TimeoutError")
NO_BROKER = replace(WELL, broker=None, broker_error="ConnectionError")
READ_ONLY = replace(WELL, database=replace(DATABASE, writable=False))


@pytest.mark.parametrize(
    ("facts", "name", "state", "words", "since"),
    [
        (NO_DATABASE, "database", "red", "does not answer (TimeoutError)", None),
        (NO_DATABASE, "sweep", "unknown", "stands in the database", None),
        (READ_ONLY, "database", "red", "takes no writes", None),
        (with_clocks(heartbeat=ago(179)), "database", "ok", "is read and written", None),
        (with_clocks(heartbeat=ago(181)), "database", "red", "no web process", ago(181)),
        (
            with_clocks(heartbeat=ago(1000), outage_since=ago(1000)),
            "database",
            "red",
            "an outage goes on, no clock runs",
            ago(1000),
        ),
        (with_clocks(heartbeat=None), "database", "red", "no web process", LONG_AGO),
        (NO_BROKER, "broker", "red", "does not answer (ConnectionError)", None),
        (with_broker(refuses="OutOfMemoryError"), "broker", "red", "takes no messages", None),
        (with_broker(forgets=True), "broker", "look", "noeviction", None),
        (WELL, "broker", "ok", "deadlines 0, house 1, mail 0", None),
        (with_runs(sweep=run("sweep", 180)), "sweep", "ok", "last done 3 min ago", None),
        (with_runs(sweep=run("sweep", 181)), "sweep", "red", "last done 3 min ago", ago(181)),
        (with_runs(mail=run("mail", 181)), "mail", "red", "last done 3 min ago", ago(181)),
        (with_runs(house=run("house", 7200)), "house", "red", "last done 2 h ago", ago(7200)),
        (with_runs(sweep=None), "sweep", "red", "never done yet", LONG_AGO),
        (
            with_runs(sweep=run("sweep", 400, failed=True)),
            "sweep",
            "red",
            "it runs and fails",
            ago(400),
        ),
        (with_runs(sweep=run("sweep", 90, failed=True)), "sweep", "look", "failed", ago(1)),
        (with_runs(reminders=run("reminders", 900)), "other jobs", "ok", "no last run", None),
        (
            with_runs(reminders=run("reminders", 900, failed=True)),
            "other jobs",
            "look",
            "the last run failed: reminders",
            ago(1),
        ),
        (with_clocks(brake=Held(ago(50), "too much")), "clocks", "red", "too much", ago(50)),
        (with_clocks(freeze=Held(ago(50), "moving")), "clocks", "look", "frozen: moving", ago(50)),
        (with_clocks(due=2, oldest_due=ago(30)), "clocks", "ok", "2 at zero", None),
        (with_clocks(due=2, oldest_due=ago(200)), "clocks", "look", "2 at zero", ago(200)),
        (with_mails(overdue=3, oldest_overdue=ago(800)), "mails", "ok", "0 waiting", None),
        (with_mails(overdue=3, oldest_overdue=ago(901)), "mails", "red", "3 should", ago(901)),
        (with_mails(given_up=2), "mails", "look", "2 given up", None),
        (
            with_mails(waiting=4, oldest_waiting=ago(600)),
            "mails",
            "ok",
            "4 waiting, the oldest written 10 min ago",
            None,
        ),
        (
            with_mails(waiting=4, oldest_waiting=ago(3601)),
            "mails",
            "look",
            "4 waiting, the oldest written 60 min ago; the mail server refuses",
            ago(3601),
        ),
    ],
)
def test_a_part(facts: Facts, name: str, state: str, words: str, since: datetime | None) -> None:
    found = part(facts, name)
    assert (found.state, found.since) == (state, since)
    assert words in found.words
    assert is_red(judge(facts)) is ("red" in {part.state for part in judge(facts)})


def test_what_never_happened_is_late_from_the_start_of_the_process_on() -> None:
    fresh = replace(with_runs(sweep=None, mail=None, house=None), since=ago(100))
    assert not is_red(judge(fresh))
    assert is_red(judge(replace(fresh, since=ago(200))))


def test_what_to_do_stands_in_the_guide() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    anchors = {
        line.lstrip("# ").lower().replace(" ", "-").replace(",", "")
        for line in text.splitlines()
        if line.startswith("#")
    }
    facts = [NO_DATABASE, NO_BROKER, with_runs(sweep=None), with_clocks(brake=Held(NOON, "x"))]
    facts += [with_mails(given_up=1), WELL]
    for found in facts:
        for each in judge(found):
            name, _, anchor = each.help.partition("#")
            assert name == "docs/operations.md"
            assert anchor in anchors
