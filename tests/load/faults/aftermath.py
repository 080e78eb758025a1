"""What must be true afterwards, whatever was done to the servers."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from io import StringIO

from django.core.management import call_command, get_commands
from django.core.management.base import CommandError
from django.utils import timezone

from golem.matches.models import Move
from golem.outbox.models import Message, Notice
from tests.load.faults.players import Journal
from tests.load.faults.report import Report


def wait_for(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until the condition holds; tell whether it came to hold in time."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def outbox_is_empty() -> bool:
    """Tell whether nothing waits to be sent."""
    waiting = Notice.objects.filter(state=Notice.State.WAITING, due_at__lte=timezone.now())
    return not (waiting.exists() or Message.objects.filter(due_at__isnull=False).exists())


def health(url: str) -> tuple[int, dict[str, str]]:
    """Return the status of the health page, and what the red parts say."""
    try:
        with urllib.request.urlopen(f"{url}/health.json", timeout=10) as answer:
            status, body = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, body = error.code, error.read()
    parts = json.loads(body)["parts"]
    return status, {part["name"]: part["words"] for part in parts if part["state"] == "red"}


def journal_is_true(journal: Journal, report: Report) -> None:
    """Compare every move that was answered with success with the log of its match."""
    stored = {
        (match, ply): notation
        for match, ply, notation in Move.objects.filter(
            match__in={match for match, _, _ in journal.moves}
        ).values_list("match", "ply", "notation")
    }
    lost = [move for move in journal.moves if stored.get(move[:2]) != move[2]]
    twice = len(journal.moves) - len({move[:2] for move in journal.moves})
    words = "every move that was answered with success is stored, once"
    report.promise(words, not lost and not twice, f"{len(journal.moves)} moves, {len(lost)} lost")


def stored_is_whole(report: Report) -> None:
    """Run the commands that look for contradictions in what is stored."""
    for command in ("rebuild_matches", "check_invariants"):
        if command in get_commands():
            _clean(command, report)


def _clean(command: str, report: Report) -> None:
    said = StringIO()
    try:
        call_command(command, stdout=said, stderr=said)
        kept = True
    except (CommandError, SystemExit) as error:
        said.write(str(error))
        kept = isinstance(error, SystemExit) and not error.code
    lines = said.getvalue().strip().splitlines()
    report.promise(f"manage.py {command} finds nothing", kept, " / ".join(lines[-5:]))
