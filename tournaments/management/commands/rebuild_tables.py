"""Prove that the stored tables of events equal what their matches say, or make it so."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from golem.matches.transactions import in_transaction
from golem.rest.refusals import Unready
from tournaments.locks import lock_event
from tournaments.models import Group
from tournaments.recheck import Difference, differences

PROGRESS_EVERY = 500


class Command(BaseCommand):
    """Make every stored table anew, report what differs, and with ``--write`` correct it."""

    help = (
        "Makes the stored results, tables and counts of events anew from their matches and "
        "compares them. Exits with 1 if anything differs. Changes nothing without --write."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take event numbers, and ``--check`` (as without it) or ``--write``."""
        parser.add_argument("events", nargs="*", type=int, help="event numbers; all if none")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--check", action="store_true", help="compare only; as without it")
        what.add_argument("--write", action="store_true", help="correct what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the groups; raise ``CommandError`` if one was wrong."""
        wrong = seen = 0
        for event_id, group_id in _chosen(options["events"]).iterator(chunk_size=500):
            wrong += self._group(event_id, group_id, write=options["write"])
            seen += 1
            if seen % PROGRESS_EVERY == 0:
                self.stderr.write(f"{seen} groups, {wrong} wrong")
        done = "were corrected" if options["write"] else "differ"
        summary = f"{seen} groups made anew, {wrong} {done}."
        if wrong:
            raise CommandError(summary, returncode=1)
        self.stdout.write(summary)

    def _group(self, event_id: int, group_id: int, *, write: bool) -> bool:
        """Report on one group; return whether it was wrong."""
        try:
            found = in_transaction(lambda: _compare(event_id, group_id, write=write))
        except Unready:
            self.stdout.write(f"event {event_id}: in use all the time, not looked at")
            return True
        for one in found:
            self.stdout.write(f"event {event_id}, {_said(one, write)}")
        return bool(found)


def _said(one: Difference, write: bool) -> str:
    done = "corrected" if write else "differs"
    return f"{one.what}: {one.column} {done}: {one.stored!r}, by the matches {one.right!r}"


def _chosen(events: list[int]) -> Any:
    rows = Group.objects.order_by("event", "pk").values_list("event", "pk")
    return rows.filter(event__in=events) if events else rows


def _compare(event_id: int, group_id: int, *, write: bool) -> list[Difference]:
    event = lock_event(event_id)
    return differences(event, Group.objects.get(pk=group_id), write=write)
