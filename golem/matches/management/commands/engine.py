"""``manage.py engine``: the engine protocol on standard input and output."""

import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from golem import registry
from golem.play.engine import LONGEST_LINE, answer


class Command(BaseCommand):
    """Answers each line of standard input with one line, until the input ends."""

    help = "Answer JSON requests, one a line, as docs/engine.md describes."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve standard input; nothing but answers goes to standard output."""
        try:
            for line in _lines(sys.stdin.buffer):
                reply = answer(line, registry.load, registry.game_keys())
                sys.stdout.buffer.write(reply.encode("ascii") + b"\n")
                sys.stdout.buffer.flush()
        except BrokenPipeError:
            sys.stderr.close()  # nobody reads on: end without a complaint at exit


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of ``source``; of one above the limit only a beginning above the limit."""
    while line := source.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE + 1)
        yield line
