"""PostgreSQL ended and started again while moves are played."""

import signal
import time

from django.db import connection

from tests.load.faults.aftermath import health, journal_is_true
from tests.load.faults.players import Journal
from tests.load.faults.redis_away import playing, sides
from tests.load.faults.report import Report
from tests.load.faults.stack import Stack

HOW = (signal.SIGINT, signal.SIGQUIT, signal.SIGQUIT)
AWAY, BETWEEN = 3.0, 8.0  # seconds


def scenario(stack: Stack, report: Report) -> None:
    """End it under load; clients repeat what was answered with 503 under the same key."""
    report.title("PostgreSQL started anew while moves are played")
    players = sides(4, 0, 10)
    connection.close()
    with playing(stack, players) as journal:
        time.sleep(BETWEEN)
        for how in HOW:
            _restart(stack, report, journal, how)
    clean = {"201", "503"}
    answers = dict(journal.answers)
    report.promise("every answer was a success or a clean 503", set(answers) <= clean, answers)
    journal_is_true(journal, report)


def _restart(stack: Stack, report: Report, journal: Journal, how: signal.Signals) -> None:
    mark = journal.marked()
    stack.postgres.stop(how)
    time.sleep(AWAY)
    status, red = health(stack.url)
    kept = status == 503 and "database" in red
    report.promise("the health page answers, and is red for the database", kept, red)
    stack.postgres.start()
    report.say(f"{how.name}, away for {AWAY:g} s; meanwhile {mark.others()}")
    mark = journal.marked()
    time.sleep(BETWEEN)
    report.promise("moves are played again", mark.moves() > 0, f"{mark.moves()} moves")
