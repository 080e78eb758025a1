"""A mail server that takes the line and never answers."""

import time

from django.db import connection

from tests.load.faults import people
from tests.load.faults.aftermath import journal_is_true, outbox_is_empty, wait_for
from tests.load.faults.kills import mails_once
from tests.load.faults.redis_away import in_time, playing, sides, usual
from tests.load.faults.report import Report
from tests.load.faults.stack import WORKER_NAME, Stack

STALLED = 40.0  # seconds
MAILS = 50
AFTERWARDS = 300.0  # seconds
LONG_TRANSACTIONS = f"""
SELECT count(*) FROM pg_stat_activity
WHERE application_name = '{WORKER_NAME}' AND now() - xact_start > interval '5 seconds'
"""


def scenario(stack: Stack, report: Report) -> None:
    """Stall, play, and let the server answer again."""
    report.title("the mail server stalls while moves are played")
    players = sides(3, 0, 10)
    connection.close()
    with playing(stack, players) as journal:
        limit = usual(report, journal)
        stack.sink.stalls, mark = True, journal.marked()
        subjects = list(people.mails(MAILS))
        held = _long_transactions(stack)
        in_time(report, mark, "the mail server stalled", limit)
        report.promise("no transaction of a worker waits for the mail server", not held)
        report.promise("the server was asked", stack.sink.stalled > 0, stack.sink.stalled)
        stack.sink.stalls = False
        began = time.monotonic()
        left = wait_for(outbox_is_empty, AFTERWARDS)
        found = f"after {time.monotonic() - began:.0f} s"
        report.promise("afterwards everything leaves", left, found)
    mails_once(stack.sink, subjects, report)
    journal_is_true(journal, report)


def _long_transactions(stack: Stack) -> int:
    """Look once a second, as long as the server stalls; return how many were seen."""
    until, seen = time.monotonic() + STALLED, 0
    while time.monotonic() < until:
        seen += int(stack.postgres.ask(LONG_TRANSACTIONS)[0][0])
        time.sleep(1)
    return seen
