"""Putting something into the outbox: a mail as it is, or a notice that a mail will tell."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from golem.outbox.models import Message, Notice
from golem.rest.prepared import PreparedInsert
from golem.rest.publishing import publish


def post(
    kind: str,
    address: str,
    subject: str,
    text: str,
    html: str,
    now: datetime,
    user_id: int | None = None,
) -> None:
    """Write a mail into the outbox; it leaves once the transaction is committed.

    ``user_id`` is the account whose own log of mails is to list it, if any.
    """
    Message.objects.create(
        kind=kind,
        user_id=user_id,
        address=address,
        subject=" ".join(subject.split()),
        text=text,
        html=html,
        created_at=now,
        due_at=now,
    )
    transaction.on_commit(_nudge, robust=True)


_notices = PreparedInsert(
    Notice,
    *("user", "kind", "subject", "ply", "run", "created_at", "due_at"),
    ignore_conflicts=True,
)


def tell(
    kind: str, user_ids: Iterable[int], subject: int, ply: int, now: datetime, run: int = 0
) -> None:
    """Note, in the transaction that causes it, what these users are to be told; again changes
    nothing. Of a match that was reopened ``run`` tells how often: then it is told anew.

    The workers are not nudged: it costs the caller one insert and no broker, and the next round
    of the sender finds it.
    """
    tell_all(News(user_id, kind, subject, ply, run, now) for user_id in user_ids)


class News(NamedTuple):
    """A thing of which somebody is to be told; see :func:`tell`."""

    user_id: int
    kind: str
    subject: int
    ply: int
    run: int
    at: datetime


def tell_all(news: Iterable[News]) -> None:
    """Do what :func:`tell` does for many things at once (one insert)."""
    _notices((*one, one.at) for one in news)


def tell_again(
    kind: str, user_id: int, subject: int, ply: int, now: datetime, run: int = 0
) -> bool:
    """Let a notice wait again that was no longer true when it was to be told, and is now.

    Return whether there was one. What was told stays told.
    """
    stale = Notice.objects.filter(
        user=user_id, kind=kind, subject=subject, ply=ply, run=run, state=Notice.State.STALE
    )
    waiting = {"state": Notice.State.WAITING, "closed_at": None, "message": None}
    return bool(stale.update(**waiting, in_digest=False, due_at=now))


def _nudge() -> None:
    from golem.outbox.tasks import send_due as task

    publish(task)
