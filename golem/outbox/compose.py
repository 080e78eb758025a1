"""From a row of the outbox to the mail that leaves, by what is true at this moment."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from golem.outbox import unsubscribe
from golem.outbox.gather import NOTICES, close
from golem.outbox.kinds import KINDS, Entry, Kind
from golem.outbox.models import Message, Notice
from golem.outbox.preferences import Mode, modes_of
from golem.outbox.readers import Reader, reader_of

State = Notice.State
LONGEST_SUBJECT = 200  # characters


@dataclass(frozen=True, slots=True)
class Composed:
    """A mail ready to leave, and the notices that it tells."""

    mail: EmailMultiAlternatives
    notices: tuple[Notice, ...] = ()


def compose(message: Message, now: datetime) -> Composed | None:
    """Return the mail of ``message``; nothing if all that it was to tell is no longer so.

    Notices that are not to be told any more are closed.
    """
    if message.kind != NOTICES:
        return Composed(
            _mail(message, message.address, message.subject, message.text, message.html)
        )
    with translation.override(settings.LANGUAGE_CODE):
        return _of_notices(message, now)


def _of_notices(message: Message, now: datetime) -> Composed | None:
    rows = list(message.notices.filter(state=State.WAITING).order_by("pk"))
    reader = reader_of(message.user_id) if message.user_id else None
    if reader is None:
        close(rows, State.UNREACHABLE, now)
        return None
    told = _entries(rows, reader, now)
    if not told:
        return None
    parts = _parts([(KINDS[row.kind], entry) for row, entry in told])
    topics = {kind.topic.key: kind.topic for kind, _ in parts}
    off = unsubscribe.link(reader.user_id, topics)
    context = {
        "reader": reader,
        "parts": [(kind.count(len(entries)), entries) for kind, entries in parts],
        "offs": [
            (topic.title, unsubscribe.link(reader.user_id, [key])) for key, topic in topics.items()
        ],
        "origin": settings.GOLEM_ORIGIN,
    }
    text = render_to_string("emails/notices-text.txt", context).strip() + "\n"
    html = render_to_string("emails/notices-html.html", context).strip() + "\n"
    mail = _mail(message, reader.address, _subject(parts), text, html)
    mail.extra_headers |= {
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Composed(mail, tuple(row for row, _ in told))


def _entries(rows: list[Notice], reader: Reader, now: datetime) -> list[tuple[Notice, Entry]]:
    """Return what is still to be told; close the rest."""
    modes = modes_of(reader.user_id)
    wanted = [row for row in rows if modes[KINDS[row.kind].topic.key] != Mode.OFF]
    close(set(rows) - set(wanted), State.OFF, now)
    found = [(row, KINDS[row.kind].tell(row, reader, now)) for row in wanted]
    close([row for row, entry in found if entry is None], State.STALE, now)
    return [(row, entry) for row, entry in found if entry is not None]


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
