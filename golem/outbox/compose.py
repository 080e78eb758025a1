"""From rows of the outbox to the mails that leave, by what is true at this moment."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import translation

from golem.outbox import skeletons, unsubscribe
from golem.outbox.gather import NOTICES, close
from golem.outbox.kinds import KINDS, Asked, Entry, Kind
from golem.outbox.models import Message, Notice
from golem.outbox.preferences import Mode, modes_of_all
from golem.outbox.readers import Reader, readers_of

log = logging.getLogger(__name__)

State = Notice.State
LONGEST_SUBJECT = 200  # characters
WHOLE_TRIES = 2  # attempts at a mail as it is, before it is tried without what cannot be told
Told = list[tuple[Notice, Entry]]


@dataclass(frozen=True, slots=True)
class Draft:
    """What a mail is to tell, and to whom; ``told`` is empty if it stands in the message's row."""

    message: Message
    reader: Reader | None = None
    told: Told = field(default_factory=list)

    def write(self) -> EmailMultiAlternatives:
        """Return the mail; makes no query."""
        if self.reader is None:
            row = self.message
            return _mail(row, row.address, row.subject, row.text, row.html)
        with translation.override(settings.LANGUAGE_CODE):
            return _of_notices(self.message, self.told, self.reader)


def compose(batch: Sequence[Message], now: datetime) -> dict[int, Draft | None]:
    """Return what the mails of ``batch`` tell, by the messages' numbers.

    ``None`` stands for one that has nothing to tell any more; one for which this cannot be found
    out is missing. Notices that are not to be told any more are closed. The number of queries
    does not depend on how many messages there are, unless something fails.
    """
    try:
        with translation.override(settings.LANGUAGE_CODE):
            return _composed(batch, now)
    except Exception:
        if len(batch) > 1:  # one that fails holds up no other
            return {pk: draft for one in batch for pk, draft in compose([one], now).items()}
        log.exception("mail %s could not be written", batch[0])
        return compose(batch, now) if _left_out(batch[0], now) else {}


def _left_out(message: Message, now: datetime) -> bool:
    """Close those of a mail's notices that cannot be told, if others can; tell whether it did.

    Not at the first attempts: what troubles one may be over soon.
    """
    if message.kind != NOTICES or message.attempts < WHOLE_TRIES:
        return False
    rows = list(Notice.objects.filter(message=message.pk, state=State.WAITING).order_by("pk"))
    bad = [row for row in rows if not _can_be_told(row, now)]
    if not 0 < len(bad) < len(rows):
        return False
    close(bad, State.FAILED, now)
    return True


def _can_be_told(row: Notice, now: datetime) -> bool:
    try:
        readers = readers_of([row.user_id])
        _entries([Asked(row, reader) for reader in readers.values()], now)
    except Exception as error:
        log.warning("notice %s (%s) cannot be told: %s", row.pk, row, type(error).__name__)
        return False
    return True


def _composed(batch: Sequence[Message], now: datetime) -> dict[int, Draft | None]:
    told, readers = _told([message.pk for message in batch if message.kind == NOTICES], now)
    found: dict[int, Draft | None] = {}
    for message in batch:
        if message.kind != NOTICES:
            found[message.pk] = Draft(message)
        elif message.pk in told and message.user_id:
            found[message.pk] = Draft(message, readers[message.user_id], told[message.pk])
        else:
            found[message.pk] = None
    return found


def _told(pks: Sequence[int], now: datetime) -> tuple[dict[int, Told], Mapping[int, Reader]]:
    """Return what is to be told, by the messages' numbers, and the readers; close the rest."""
    rows = list(Notice.objects.filter(message__in=pks, state=State.WAITING).order_by("pk"))
    readers = readers_of({row.user_id for row in rows})
    reached = [Asked(row, readers[row.user_id]) for row in rows if row.user_id in readers]
    modes = modes_of_all(readers)
    wanted = [asked for asked in reached if _is_wanted(asked.notice, modes)]
    entries = _entries(wanted, now)
    close((row for row in rows if row.user_id not in readers), State.UNREACHABLE, now)
    close({a.notice for a in reached} - {a.notice for a in wanted}, State.OFF, now)
    close((a.notice for a in wanted if a.notice.pk not in entries), State.STALE, now)
    told: dict[int, Told] = {}
    for asked in wanted:
        row = asked.notice
        if row.pk in entries and row.message_id:
            told.setdefault(row.message_id, []).append((row, entries[row.pk]))
    return told, readers


def _is_wanted(row: Notice, modes: Mapping[int, Mapping[str, Mode]]) -> bool:
    """Tell whether the user wishes mails of this kind; none of one that is not known any more."""
    kind = KINDS.get(row.kind)
    return kind is not None and modes[row.user_id][kind.topic.key] != Mode.OFF


def _entries(wanted: Iterable[Asked], now: datetime) -> dict[int, Entry]:
    """Return the entries by the notices' numbers: each kind is asked once."""
    by_kind: dict[str, list[Asked]] = {}
    for asked in wanted:
        by_kind.setdefault(asked.notice.kind, []).append(asked)
    found: dict[int, Entry] = {}
    for key, alike in by_kind.items():
        found |= KINDS[key].tell(alike, now)
    return found


def _of_notices(message: Message, told: Told, reader: Reader) -> EmailMultiAlternatives:
    parts = _parts([(KINDS[row.kind], entry) for row, entry in told])
    several = len(told) > 1
    topics = {kind.topic.key: kind.topic for kind, _ in parts}
    offs = {key: unsubscribe.link(reader.user_id, [key]) for key in topics}
    off = offs[next(iter(topics))] if len(topics) == 1 else unsubscribe.link(reader.user_id, topics)
    said = skeletons.Told(
        name=reader.name,
        parts=[(kind.count(len(found)) if several else "", found) for kind, found in parts],
        offs=[(str(topic.title), offs[key]) for key, topic in topics.items()],
        origin=settings.GOLEM_ORIGIN,
        wishes=f"{settings.GOLEM_ORIGIN}{reverse('outbox:mails')}",
    )
    text, html = skeletons.text(said), skeletons.html(said)
    mail = _mail(message, reader.address, _subject(parts), text, html)
    mail.extra_headers |= {
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return mail


def _parts(entries: list[tuple[Kind, Entry]]) -> list[tuple[Kind, list[Entry]]]:
    """Return the entries by kind, in the registry's order."""
    by_kind = [
        (kind, [entry for of, entry in entries if of.key == key]) for key, kind in KINDS.items()
    ]
    return [(kind, found) for kind, found in by_kind if found]


def _subject(parts: list[tuple[Kind, list[Entry]]]) -> str:
    if len(parts) == 1 and len(parts[0][1]) == 1:
        subject = parts[0][1][0].subject
    else:
        subject = ", ".join(kind.count(len(entries)) for kind, entries in parts)
    return f"[Golem] {subject}"


def _mail(
    message: Message, address: str, subject: str, text: str, html: str
) -> EmailMultiAlternatives:
    headers = {"Message-ID": message_id(message), "Auto-Submitted": "auto-generated"}
    mail = EmailMultiAlternatives(_one_line(subject), text, to=[address], headers=headers)
    mail.attach_alternative(html, "text/html")
    return mail


def _one_line(subject: str) -> str:
    """Return a subject without line breaks and characters that hide or turn round others."""
    words = " ".join(subject.split())
    return "".join(sign for sign in words if sign.isprintable())[:LONGEST_SUBJECT]


def message_id(message: Message) -> str:
    """Return the mail's Message-ID, the same at every attempt."""
    host = urlsplit(settings.GOLEM_ORIGIN).hostname
    return f"<{message.pk}.{message.created_at:%Y%m%d%H%M%S%f}@{host}>"
