"""From facts to words: which parts are well, which need a look, which are red."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from golem.jobs.models import LastRun
from golem.pages.health.facts import DatabaseFacts, Facts

GUIDE: Final = "docs/operations.md#"


class State(StrEnum):
    """How a part is. Only RED makes the whole page red."""

    OK = "ok"
    LOOK = "look"
    RED = "red"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the server, how it is, since when, and where it stands what to do."""

    name: str
    state: State
    words: str
    since: datetime | None = None
    help: str = f"{GUIDE}health"


LATE: Final = {"sweep": 180, "mail": 180, "house": 180, "events": 480}
"""Seconds after which a job's last good run was too long ago: three periods of the sweep, and the
time that one long run of the others may take (the start of a championship, of the events)."""
OTHERS: Final = "other jobs"
HEARTBEAT_LATE: Final = timedelta(minutes=3)
OVERDUE: Final = timedelta(minutes=15)
REFUSED_LONG: Final = timedelta(hours=1)
"""A mail that waits so long was tried, and refused, several times."""


def judge(facts: Facts) -> list[Part]:
    """Return every part with its state."""
    return [_broker(facts), *_with_database(facts)]


def is_red(parts: list[Part]) -> bool:
    """Tell whether somebody has to act now."""
    return any(part.state is State.RED for part in parts)


def _broker(facts: Facts) -> Part:
    found, where = facts.broker, f"{GUIDE}when-the-broker-is-gone-or-full"
    if found is None:
        return Part("broker", State.RED, f"does not answer ({facts.broker_error})", help=where)
    if found.refuses:
        return Part("broker", State.RED, f"takes no messages ({found.refuses})", help=where)
    if found.forgets:
        words = "may throw messages away when it is full: set maxmemory-policy noeviction"
        return Part("broker", State.LOOK, words, help=where)
    waiting = ", ".join(f"{name} {length}" for name, length in found.queues.items())
    return Part("broker", State.OK, f"messages waiting: {waiting}")


def _with_database(facts: Facts) -> Iterator[Part]:
    found = facts.database
    if found is None:
        where = f"{GUIDE}when-the-database-is-gone"
        words = f"does not answer ({facts.database_error})"
        yield Part("database", State.RED, words, help=where)
        for name in (*LATE, OTHERS, "clocks", "mails"):
            yield Part(name, State.UNKNOWN, "stands in the database")
        return
    yield _database(facts, found)
    for job in LATE:
        yield _job(job, found.runs.get(job), facts)
    yield _other_jobs(found)
    yield _clocks(found, facts.now)
    yield _mails(found, facts.now)


def _database(facts: Facts, found: DatabaseFacts) -> Part:
    where = f"{GUIDE}when-the-database-is-gone"
    if not found.writable:
        return Part("database", State.RED, "can be read, but takes no writes", help=where)
    last = found.clocks.heartbeat or facts.since
    if facts.now - last > HEARTBEAT_LATE:
        words = "no web process has written its heartbeat"
        if found.clocks.outage_since:
            words += "; an outage goes on, no clock runs"
        return Part("database", State.RED, words, last, where)
    return Part("database", State.OK, f"is read and written, {_ago(last, facts.now)}")


def _job(job: str, run: LastRun | None, facts: Facts) -> Part:
    last = run.good_at if run else None
    where = f"{GUIDE}when-a-job-is-late"
    if (facts.now - (last or facts.since)).total_seconds() > LATE[job]:
        fails = " (it runs and fails; the worker's log says why)" if run and run.failed else ""
        words = f"last done {_ago(last, facts.now)}{fails}" if last else f"never done yet{fails}"
        return Part(job, State.RED, words, last or facts.since, where)
    if run and run.failed:
        return Part(job, State.LOOK, "the last run failed", run.at, where)
    return Part(job, State.OK, f"last done {_ago(last, facts.now)}" if last else "not done yet")


def _other_jobs(found: DatabaseFacts) -> Part:
    """Reminders and cleaning up: no match depends on them, but a failure is worth a look."""
    failed = sorted(job for job, run in found.runs.items() if run.failed and job not in LATE)
    if failed:
        words = f"the last run failed: {', '.join(failed)}"
        since = min(found.runs[job].at for job in failed)
        return Part(OTHERS, State.LOOK, words, since, f"{GUIDE}when-a-job-is-late")
    return Part(OTHERS, State.OK, "no last run failed")


def _clocks(found: DatabaseFacts, now: datetime) -> Part:
    clocks, where = found.clocks, f"{GUIDE}clocks"
    if clocks.brake:
        words = f"the brake is on: {clocks.brake.reason}"
        return Part("clocks", State.RED, words, clocks.brake.since, where)
    if clocks.freeze:
        words = f"frozen: {clocks.freeze.reason}"
        return Part("clocks", State.LOOK, words, clocks.freeze.since, where)
    oldest = clocks.oldest_due
    if oldest and now - oldest > timedelta(seconds=LATE["sweep"]):
        words = f"{clocks.due} at zero and not settled"
        return Part("clocks", State.LOOK, words, oldest, where)
    return Part("clocks", State.OK, f"{clocks.due} at zero and not settled yet")


def _mails(found: DatabaseFacts, now: datetime) -> Part:
    mails, where = found.mails, f"{GUIDE}when-mails-do-not-leave"
    oldest = mails.oldest_overdue
    if oldest and now - oldest > OVERDUE:
        words = f"{mails.overdue} should have left: does the mail server answer?"
        return Part("mails", State.RED, words, oldest, where)
    words = f"{mails.waiting} waiting"
    if mails.oldest_waiting:
        words += f", the oldest written {_ago(mails.oldest_waiting, now)}"
    if mails.given_up:
        words += f"; {mails.given_up} given up in the last day"
        return Part("mails", State.LOOK, words, help=where)
    if mails.oldest_waiting and now - mails.oldest_waiting > REFUSED_LONG:
        words += "; the mail server refuses it for now"
        return Part("mails", State.LOOK, words, mails.oldest_waiting, where)
    return Part("mails", State.OK, words)


def _ago(then: datetime, now: datetime) -> str:
    seconds = max(0, int((now - then).total_seconds()))
    for size, name in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds // size} {name} ago"
    return f"{seconds} s ago"
