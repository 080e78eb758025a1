"""Workers killed in the middle of a sweep and of a mail run, twenty times."""

import time
from collections.abc import Iterable
from datetime import timedelta
from random import Random

from accounts.models import User
from golem.matches.models import Match
from golem.matches.tasks import sweep_clocks
from golem.outbox.models import Message, Notice
from golem.outbox.tasks import send_due
from tests.load.faults import people
from tests.load.faults.aftermath import outbox_is_empty, wait_for
from tests.load.faults.report import Report
from tests.load.faults.sink import Sink
from tests.load.faults.stack import KEEPER, WORKER_NAME, Stack

KILLS = 20
DUE, MAILS = 200, 200
BUSY_FOR = 0.8  # seconds: how long a worker may be at work before it is killed
EVERY = 3
"""Of so many kills one comes as soon as a worker is at work, the others once it has done some."""
BUSY = f"""
SELECT count(*) FROM pg_stat_activity
WHERE application_name = '{WORKER_NAME}' AND xact_start IS NOT NULL
"""
AFTERWARDS = 300.0  # seconds; a mail that a killed sender held is tried after two minutes

Pair = tuple[User, User]


class Work:
    """What the workers have to do: matches out of time, and mails."""

    def __init__(self) -> None:
        players = people.people(2 * DUE)
        self.pairs: list[Pair] = list(zip(players[::2], players[1::2], strict=True))
        self.matches: list[int] = []
        self.subjects: list[str] = []

    def due(self) -> int:
        """Return how many matches are out of time and not ended."""
        running = Match.objects.filter(pk__in=self.matches, status=Match.Status.RUNNING)
        return running.count()

    def unsent(self) -> int:
        """Return how many of the mails are not sent."""
        return Message.objects.filter(kind="probe", sent_at=None).count()

    def top_up(self) -> None:
        """Let there be as many of both again as in the beginning."""
        free = self._free()
        self.matches += [people.due_match(*pair).pk for pair in free[: DUE - self.due()]]
        self.subjects += people.mails(max(0, MAILS - self.unsent()))

    def _free(self) -> list[Pair]:
        running = Match.objects.filter(pk__in=self.matches, status=Match.Status.RUNNING)
        busy = set(running.values_list("seats__user", flat=True))
        return [pair for pair in self.pairs if pair[0].pk not in busy]


def scenario(stack: Stack, report: Report) -> None:
    """Kill, let the survivors finish, and count."""
    report.title(f"{KILLS} times kill -9 of a worker, {DUE} matches out of time, {MAILS} mails")
    work, rng = Work(), Random(1)
    in_the_middle = 0
    for number in range(1, KILLS + 1):
        work.top_up()
        in_the_middle += _kill_one(stack, report, work, number, rng.uniform(0, BUSY_FOR))
    report.promise("most kills hit a worker at work", in_the_middle > KILLS / 2, in_the_middle)
    worker, beat = stack.worker(KEEPER), stack.beat()
    try:
        done = wait_for(lambda: not work.due() and outbox_is_empty(), AFTERWARDS)
    finally:
        worker.end()
        beat.end()
    report.promise(f"all is done within {AFTERWARDS:.0f} s", done)
    results_once(work.matches, report)
    mails_once(stack.sink, work.subjects, report)


def _kill_one(stack: Stack, report: Report, work: Work, number: int, delay: float) -> bool:
    """Start a worker, kill it soon after it is at work; tell whether it was at work then."""
    sweep_clocks.delay()
    send_due.delay()
    worker = stack.worker()
    try:
        wait_for(lambda: _busy(stack) > 0, 60)
        if number % EVERY:
            wait_for(lambda: work.due() < DUE or work.unsent() < MAILS, 30)
        time.sleep(delay)
        busy = _busy(stack)
    finally:
        worker.kill()
    report.say(
        f"kill {number:2}: {busy} transactions open, {work.due():3} matches still to end, "
        f"{work.unsent():3} mails still to send"
    )
    return busy > 0


def _busy(stack: Stack) -> int:
    return int(stack.postgres.ask(BUSY)[0][0])


def results_once(matches: list[int], report: Report) -> None:
    """Every match ended, at the instant at which it was due, and both were told of it once."""
    rows = Match.objects.filter(pk__in=matches)
    week = timedelta(days=7)
    wrong = [m.pk for m in rows if not m.how or m.ended_at != m.started_at + week]
    ended = len(matches) - len(wrong)
    report.promise("every match ended once, at its own instant", not wrong, f"{ended} ended")
    told = Notice.objects.filter(kind="match_over", subject__in=matches)
    states = set(told.values_list("state", flat=True))
    words = "both players have one notice of each end, and none was given up"
    kept = told.count() == 2 * len(matches) and not states & {"waiting", "failed"}
    report.promise(words, kept, f"{told.count()} notices, {sorted(states)}")


def mails_once(sink: Sink, subjects: Iterable[str], report: Report) -> None:
    """Every mail came once; one whose sender was killed may have come twice, under one id."""
    wanted = set(subjects)
    missing = wanted - set(sink.subjects)
    renamed = [subject for subject in wanted if len(sink.subjects.get(subject, ())) > 1]
    words = f"each of {len(wanted)} mails came, under one Message-ID"
    report.promise(words, not (missing or renamed), f"{len(missing)} missing")
    often = sum(number > 2 for number in sink.ids.values())
    twice = sum(number == 2 for number in sink.ids.values())
    sent = Message.objects.exclude(sent_at=None).count()
    found = f"{sum(sink.ids.values())} deliveries of {len(sink.ids)} mails, {twice} came twice"
    report.promise("none came more than twice", not often, found)
    given_up = Message.objects.exclude(given_up_at=None).count()
    words = "what is noted as sent is what came"
    report.promise(words, sent == len(sink.ids) and not given_up, f"{sent} sent, {given_up} not")
