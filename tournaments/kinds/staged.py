"""Events of one to three stages with an entry and an end: user tournaments and team cups."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from tournaments import log, messages
from tournaments.entries import fill_up
from tournaments.kinds.ending import cancel, finish
from tournaments.kinds.through import through_of
from tournaments.models import Entry, Event, EventAct
from tournaments.stages import stage_of
from tournaments.stages.common import next_group
from tournaments.strengths import strengths
from tournaments.waiting import wait


class Staged:
    """Entry, then the stages of the document one after the other, then the end."""

    def step(self, event: Event, now: datetime) -> bool:
        """Start or cancel it when its time has come; start, pair and end groups; go on."""
        if event.status == Event.Status.ENTRY:
            return _begin_or_wait(event, now)
        group = next_group(event)
        if group is not None:
            return stage_of(group.kind).step(event, group, now)
        if event.groups.filter(ended_at=None).exists():
            return wait(event, None)
        return _next_stage(event, now)

    def left(self, event: Event, entry: Entry, now: datetime) -> None:
        """Nothing else belongs to leaving."""


# --- before the start ---


def entrants(event: Event) -> list[Entry]:
    """Return who has a place and may play, in the order of entry (one query)."""
    rows = event.entries.filter(status=Entry.Status.ENTERED).select_related("user")
    return list(rows.exclude(user__is_active=False).order_by("number"))


def _begin_or_wait(event: Event, now: datetime) -> bool:
    entry = event.rules["entry"]
    there = entrants(event)
    full = event.starts_at is None and entry["most"] and len(there) >= entry["most"]
    time = event.starts_at or event.closes_at
    if not full and (time is None or now < time):
        return wait(event, time)
    if _without_the_closed(event, now):
        return True
    if len(there) < entry["least"]:
        cancel(event, now, "too_few")
    else:
        begin(event, there, now)
    return True


def _without_the_closed(event: Event, now: datetime) -> bool:
    """Take out whose account was closed since they entered; whoever waits moves up. Tell whether
    there was anybody."""
    closed = event.entries.filter(status=Entry.Status.ENTERED, user__is_active=False)
    gone = bool(closed.delete()[0])
    if gone:
        fill_up(event, now)
    return gone


def begin(event: Event, there: Sequence[Entry], now: datetime, by: User | None = None) -> None:
    """Start the event with these entries: seed them, and make the groups of the first stage.

    Invitations into teams that nobody took up lapse. ``by`` is the organiser, if it is not time.
    """
    event.status, event.started_at = Event.Status.RUNNING, now
    event.entry_open, event.due_at = False, None
    event.save(update_fields=["status", "started_at", "entry_open", "due_at"])
    event.entries.filter(status=Entry.Status.WAITING).delete()
    event.members.filter(agreed=False).delete()
    _begin_stage(event, 1, seeded(event, there), now)
    log.note(event, EventAct.Kind.STARTED, now, by=by, data={"entries": len(there)})
    messages.started(event, now)


def seeded(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries by rating, the best first, equal ones in the order of entry; the rating
    and the rank are stored (three queries)."""
    strength = strengths(event, entries)
    order = sorted(entries, key=lambda entry: (-strength[entry.pk], entry.number))
    for at, entry in enumerate(order, start=1):
        entry.seed, entry.rating = at, strength[entry.pk]
    Entry.objects.bulk_update(order, ["seed", "rating"], batch_size=500)
    return order


def _begin_stage(event: Event, number: int, entries: Sequence[Entry], now: datetime) -> None:
    rules: dict[str, Any] = event.rules["stages"][number - 1]
    stage_of(rules["kind"]).begin(event, number, rules, entries, now)


# --- from stage to stage ---


def _next_stage(event: Event, now: datetime) -> bool:
    stages = event.rules["stages"]
    done = event.groups.order_by("-stage").values_list("stage", flat=True).first() or 0
    through = through_of(event, done) if done < len(stages) else []
    if len(through) >= 2:
        _begin_stage(event, done + 1, through, now)
    else:
        finish(event, now)
    return True
