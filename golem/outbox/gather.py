"""From notices to mails: all that one person is to be told now goes into one mail."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Min

from golem.outbox.kinds import KINDS, Kind
from golem.outbox.models import Mailbox, Message, Notice
from golem.outbox.preferences import Mode, modes_of, next_digest
from golem.outbox.readers import Reader, reader_of

log = logging.getLogger(__name__)

State = Notice.State
NOTICES = "notices"
"""The kind of a mail that tells notices."""
HERE = timedelta(minutes=1)
"""Who was here so lately may be reading already: of quiet kinds they are told a little later.

It is also how exactly visits are noted, so whoever comes after such a mail is noted for sure.
"""
PEOPLE_AT_ONCE = 100


def gather(now: datetime) -> int:
    """Put the notices that are due into mails; return how many people it has seen to.

    Those whom another sender is busy with are left to it.
    """
    due = Notice.objects.filter(state=State.WAITING, message=None, due_at__lte=now)
    people = due.values("user").annotate(first=Min("due_at")).order_by("first", "user")
    found = list(people.values_list("user", flat=True)[:PEOPLE_AT_ONCE])
    known = set(Mailbox.objects.filter(pk__in=found).values_list("pk", flat=True))
    Mailbox.objects.bulk_create(
        [Mailbox(user_id=user_id) for user_id in found if user_id not in known],
        ignore_conflicts=True,
    )
    return sum(_tried(user_id, now) for user_id in found)


def _tried(user_id: int, now: datetime) -> bool:
    """See to one person; one for whom it fails holds up nobody."""
    try:
        return _gather_for(user_id, now)
    except Exception:
        log.exception("the notices of user %s could not be put into a mail", user_id)
        return False


def _gather_for(user_id: int, now: datetime) -> bool:
    with transaction.atomic():
        boxes = Mailbox.objects.select_for_update(skip_locked=True, no_key=True)
        box = boxes.filter(pk=user_id).first()
        if box is None:
            return False
        waiting = Notice.objects.filter(user=user_id, state=State.WAITING, message=None)
        rows = list(waiting.filter(due_at__lte=now))
        reader = reader_of(user_id)
        if reader is None:
            close(rows, State.UNREACHABLE, now)
            return True
        ready = _ready(rows, reader, box, now)
        if ready:
            message = _open_mail(reader) or _new_mail(reader, now)
            Notice.objects.filter(pk__in=[row.pk for row in ready]).update(message=message)
        return True


def _ready(rows: list[Notice], reader: Reader, box: Mailbox, now: datetime) -> list[Notice]:
    """Return the notices that are to be told now; close or put off the others."""
    modes = modes_of(reader.user_id)
    ready: list[Notice] = []
    for key in dict.fromkeys(row.kind for row in rows):
        alike = [row for row in rows if row.kind == key]
        kind = KINDS.get(key)
        mode = modes[kind.topic.key] if kind else Mode.OFF
        if kind is None or mode == Mode.OFF:
            close(alike, State.OFF, now)
        elif mode == Mode.DIGEST:
            ready += [row for row in alike if row.in_digest]
            _put_off(
                [r for r in alike if not r.in_digest], next_digest(reader, box.digest_hour, now)
            )
        elif not kind.quiet:
            ready += alike
        elif reader.last_seen is not None and now < reader.last_seen + HERE:
            _wait(alike, reader.last_seen + HERE)
        elif _is_silent(kind, reader):
            close(alike, State.QUIET, now)
        else:
            ready += alike
    return ready


def _put_off(rows: list[Notice], until: datetime) -> None:
    pks = [row.pk for row in rows]
    Notice.objects.filter(pk__in=pks).update(in_digest=True, due_at=until)


def _wait(rows: list[Notice], until: datetime) -> None:
    Notice.objects.filter(pk__in=[row.pk for row in rows]).update(due_at=until)


def _is_silent(kind: Kind, reader: Reader) -> bool:
    """Tell whether the reader was told of this kind, at once, and has not been here since."""
    told = Notice.objects.filter(
        user=reader.user_id, kind=kind.key, state=State.TOLD, in_digest=False
    )
    last = told.order_by("-closed_at").values_list("closed_at", flat=True).first()
    return last is not None and (reader.last_seen is None or reader.last_seen <= last)


def _open_mail(reader: Reader) -> Message | None:
    """Return the person's mail that has not left yet and that nobody can have received.

    It stays locked, so that it does not leave before it has what is to be added.
    """
    open_ones = Message.objects.filter(user=reader.user_id, kind=NOTICES, due_at__isnull=False)
    return open_ones.filter(doubts=0).select_for_update(no_key=True).first()


def _new_mail(reader: Reader, now: datetime) -> Message:
    return Message.objects.create(
        kind=NOTICES,
        user_id=reader.user_id,
        address=reader.address,
        created_at=now,
        due_at=now,
    )


def close(rows: Iterable[Notice], state: Notice.State, now: datetime) -> None:
    """Close waiting notices with the reason."""
    waiting = Notice.objects.filter(pk__in=[row.pk for row in rows], state=State.WAITING)
    waiting.update(state=state, closed_at=now)
