"""From notices to mails: all that one person is to be told now goes into one mail.

It is done for many people at once, with a number of queries that does not depend on how many.
"""

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Max, Min, OuterRef, QuerySet, Subquery

from golem.outbox.kinds import KINDS, Kind
from golem.outbox.models import Mailbox, Message, Notice
from golem.outbox.preferences import Mode, modes_of_all, next_digest
from golem.outbox.readers import Reader, readers_of

log = logging.getLogger(__name__)

State = Notice.State
NOTICES = "notices"
"""The kind of a mail that tells notices."""
HERE = timedelta(minutes=1)
"""Who was here so lately may be reading already: of quiet kinds they are told a little later.

It is also how exactly visits are noted, so whoever comes after such a mail is noted for sure.
"""
DOUBT = timedelta(minutes=1)
"""While a mail may have been taken and may not, what would be told a second time waits so long,
and then again: it is soon known."""
PEOPLE_AT_ONCE = 500


def gather(now: datetime) -> int:
    """Put the notices that are due into mails; return how many people it has seen to.

    Those whom another sender is busy with are left to it.
    """
    free = _due(now).values("user").annotate(first=Min("due_at"))
    found = list(free.order_by("first", "user").values_list("user", flat=True)[:PEOPLE_AT_ONCE])
    known = set(Mailbox.objects.filter(pk__in=found).values_list("pk", flat=True))
    Mailbox.objects.bulk_create(
        [Mailbox(user_id=user_id) for user_id in found if user_id not in known],
        ignore_conflicts=True,
    )
    return _tried(found, now)


def is_due(now: datetime) -> bool:
    """Tell whether there are notices to be put into mails (one query)."""
    return _due(now).exists()


def _due(now: datetime) -> QuerySet[Notice]:
    """Return the notices that are due, but for those of people with whom a sender is busy."""
    held = Message.objects.filter(user=OuterRef("user"), kind=NOTICES, leased_until__gt=now)
    due = Notice.objects.filter(state=State.WAITING, message=None, due_at__lte=now)
    return due.exclude(Exists(held))


def _tried(people: list[int], now: datetime) -> int:
    """See to these people; if that fails, to one after the other: nobody holds up another."""
    if not people:
        return 0
    try:
        return _gather_for(people, now)
    except Exception:
        if len(people) > 1:
            return sum(_tried([user_id], now) for user_id in people)
        log.exception("the notices of user %s could not be put into a mail", people[0])
        return 0


def _gather_for(people: Collection[int], now: datetime) -> int:
    with transaction.atomic():
        boxes = Mailbox.objects.select_for_update(skip_locked=True, no_key=True)
        mine = {box.pk: box for box in boxes.filter(pk__in=people).order_by("pk")}
        mails = _waiting_mails(mine)
        busy = {mail.user_id for mail in mails if mail.leased_until and mail.leased_until > now}
        mine = {user_id: box for user_id, box in mine.items() if user_id not in busy}
        _put_into_mails(_sorted_out(mine, now), mails, now)
        return len(mine)


def _waiting_mails(people: Collection[int]) -> list[Message]:
    """Return the people's mails that have not left yet.

    They stay locked, so that none leaves before it has what is to be added.
    """
    waiting = Message.objects.filter(user__in=people, kind=NOTICES, due_at__isnull=False)
    return list(waiting.select_for_update(no_key=True).order_by("pk"))


@dataclass(slots=True)
class _Sorted:
    """What becomes of notices: told now in a mail, put off, or closed."""

    ready: list[Notice] = field(default_factory=list)
    later: list[Notice] = field(default_factory=list)
    closed: dict[Notice.State, list[Notice]] = field(default_factory=dict)
    readers: Mapping[int, Reader] = field(default_factory=dict)

    def close(self, rows: Iterable[Notice], state: Notice.State) -> None:
        """Let the rows be closed for this reason."""
        self.closed.setdefault(state, []).extend(rows)

    def put_off(self, rows: Iterable[Notice], until: datetime, *, in_digest: bool) -> None:
        """Let the rows wait until then."""
        for row in rows:
            row.due_at, row.in_digest = until, in_digest
            self.later.append(row)


def _sorted_out(boxes: Mapping[int, Mailbox], now: datetime) -> _Sorted:
    waiting = Notice.objects.filter(user__in=boxes, state=State.WAITING, message=None)
    rows: dict[tuple[int, str], list[Notice]] = {}
    for row in waiting.filter(due_at__lte=now).order_by("pk"):
        rows.setdefault((row.user_id, row.kind), []).append(row)
    found = _Sorted(readers=readers_of(boxes))
    modes, told, doubtful = modes_of_all(boxes), _last_told(boxes, now), _in_doubt(boxes)
    for (user_id, key), alike in rows.items():
        kind, reader = KINDS.get(key), found.readers.get(user_id)
        mode = modes[user_id][kind.topic.key] if kind else Mode.OFF
        if reader is None:
            found.close(alike, State.UNREACHABLE)
        elif kind is None or mode == Mode.OFF:
            found.close(alike, State.OFF)
        elif mode == Mode.DIGEST:
            at = next_digest(reader, boxes[user_id].digest_hour, now)
            found.ready += [row for row in alike if row.in_digest]
            found.put_off([row for row in alike if not row.in_digest], at, in_digest=True)
        elif kind.quiet and (user_id, key) in doubtful:
            found.put_off(alike, now + DOUBT, in_digest=False)
        else:
            _at_once(found, kind, reader, alike, told.get((user_id, key)), now)
    return found


def _at_once(
    found: _Sorted,
    kind: Kind,
    reader: Reader,
    alike: list[Notice],
    told: datetime | None,
    now: datetime,
) -> None:
    """Sort out notices of one kind that their reader wishes to have at once.

    Of a quiet kind nothing is told while they are here, and nothing if they were told before and
    have not been here since.
    """
    if not kind.quiet:
        found.ready += alike
    elif reader.last_seen is not None and abs(now - reader.last_seen) < HERE:
        for row in alike:
            found.put_off([row], reader.last_seen + HERE, in_digest=row.in_digest)
    elif told is not None and (reader.last_seen is None or reader.last_seen <= told):
        found.close(alike, State.QUIET)
    else:
        found.ready += alike


def _last_told(people: Collection[int], now: datetime) -> dict[tuple[int, str], datetime]:
    """Return when people were last told of a quiet kind at once, by user and kind.

    A mail's notices are closed a moment after it was sent, so it is its row that tells.
    """
    told = Notice.objects.filter(
        user__in=people,
        kind__in=[kind.key for kind in KINDS.values() if kind.quiet],
        state__in=(State.TOLD, State.WAITING),
        in_digest=False,
        message__sent_at__lt=now + HERE,  # a clock that was wrong once keeps nobody silent for long
    )
    rows = told.order_by().values_list("user", "kind").annotate(at=Max("message__sent_at"))
    return {(user_id, kind): at for user_id, kind, at in rows}


def _in_doubt(people: Collection[int]) -> set[tuple[int, str]]:
    """Return the users, with the kinds, for whom nobody knows whether they were told at once."""
    asked = Notice.objects.filter(
        user__in=people,
        state=State.WAITING,
        in_digest=False,
        message__doubts__gt=0,
        message__sent_at=None,
    )
    return set(asked.values_list("user", "kind"))


def _put_into_mails(found: _Sorted, mails: Iterable[Message], now: datetime) -> None:
    """Write what was sorted out; what is ready joins a mail that nobody can have received."""
    for state, rows in found.closed.items():
        close(rows, state, now)
    Notice.objects.bulk_update(found.later, ["due_at", "in_digest"])
    open_mails = {mail.user_id: mail.pk for mail in mails if not mail.doubts}
    people = dict.fromkeys(row.user_id for row in found.ready)
    new = [_new_mail(found.readers[user], now) for user in people if user not in open_mails]
    made = [mail.pk for mail in Message.objects.bulk_create(new)]
    into = Message.objects.filter(pk__in=[*open_mails.values(), *made], user=OuterRef("user"))
    ready = Notice.objects.filter(pk__in=[row.pk for row in found.ready])
    ready.update(message=Subquery(into.values("pk")[:1]))


def _new_mail(reader: Reader, now: datetime) -> Message:
    return Message(
        kind=NOTICES,
        user_id=reader.user_id,
        address=reader.address,
        created_at=now,
        due_at=now,
    )


def close(rows: Iterable[Notice], state: Notice.State, now: datetime) -> None:
    """Close waiting notices with the reason (one query)."""
    waiting = Notice.objects.filter(pk__in=[row.pk for row in rows], state=State.WAITING)
    waiting.update(state=state, closed_at=now)
