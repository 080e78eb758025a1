"""The log of one's own mails: what there was to tell, when, and what came of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from golem.outbox.gather import NOTICES
from golem.outbox.kinds import KINDS
from golem.outbox.models import Message, Notice

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SHOWN_AT_MOST: Final = 50
STATES: Final = {
    Notice.State.WAITING: _("waiting"),
    Notice.State.TOLD: _("sent"),
    Notice.State.STALE: _("not sent: no longer so"),
    Notice.State.QUIET: _("not sent: you were told and had not been here since"),
    Notice.State.OFF: _("not sent: switched off"),
    Notice.State.UNREACHABLE: _("not sent: no confirmed address"),
    Notice.State.FAILED: _("not delivered"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: what it was about, when it came up, what became of it and when.

    ``times``: so many such lines in a row are told in one, by their newest.
    """

    title: "str | StrPromise"
    created_at: datetime
    state: "str | StrPromise"
    state_at: datetime | None
    times: int = 1


def log_of(user_id: int) -> list[Line]:
    """Return the newest lines of the user's log, the newest first, alike ones in a row as one (two
    queries)."""
    notices = Notice.objects.filter(user=user_id).order_by("-created_at", "-pk")[:SHOWN_AT_MOST]
    mails = (
        Message.objects.filter(user=user_id).exclude(kind=NOTICES).order_by("-created_at", "-pk")
    )
    lines = [_of_notice(row) for row in notices]
    lines += [_of_mail(row) for row in mails[:SHOWN_AT_MOST]]
    newest = sorted(lines, key=lambda line: line.created_at, reverse=True)
    return _folded(newest[:SHOWN_AT_MOST])


def _folded(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, those as one that say the same and follow each other."""
    found: list[Line] = []
    for line in lines:
        if found and (found[-1].title, found[-1].state) == (line.title, line.state):
            found[-1] = replace(found[-1], times=found[-1].times + 1)
        else:
            found.append(line)
    return found


def _of_notice(row: Notice) -> Line:
    kind = KINDS.get(row.kind)
    title = kind.topic.title if kind else row.kind
    planned = row.due_at if row.in_digest else None
    return Line(title, row.created_at, STATES[Notice.State(row.state)], row.closed_at or planned)


def _of_mail(row: Message) -> Line:
    if row.sent_at:
        state, at = STATES[Notice.State.TOLD], row.sent_at
    elif row.given_up_at:
        state, at = STATES[Notice.State.FAILED], row.given_up_at
    else:
        state, at = STATES[Notice.State.WAITING], None
    return Line(_("Security of the account"), row.created_at, state, at)
