"""What can be told by mail: a registry that the rooms above fill in their ``AppConfig.ready()``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.formats import date_format

from golem.outbox.models import Notice, Preference
from golem.outbox.readers import Reader

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Topic:
    """What people set in one: "your turn", "deadline near". ``title`` is for the settings page."""

    key: str
    title: "str | StrPromise"
    default: Preference.Mode = Preference.Mode.AT_ONCE


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a mail: its subject line, what there is to say, the path of a page that shows
    it. Plain text, of which nothing is escaped yet."""

    subject: str
    lines: tuple[str, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A notice that a mail is to tell, and its reader."""

    notice: Notice
    reader: Reader


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice.

    ``tell`` is asked when mails are about to be sent, once for all notices of the kind in them:
    it reads the present state and returns the entries by the notices' numbers, none for a notice
    of which there is nothing to tell any more. It makes as many queries for a hundred as for one.
    ``count`` says how many there are ("your turn in 3 matches"). Of a ``quiet`` kind there is one
    mail, and no other until its reader has been here again.
    """

    key: str
    topic: Topic
    count: Callable[[int], str]
    tell: Callable[[Sequence[Asked], datetime], Mapping[int, Entry]]
    quiet: bool = False


KINDS: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Make kinds known; the order is that of the settings page and of the entries in a mail."""
    KINDS.update((kind.key, kind) for kind in kinds)


def topics() -> list[Topic]:
    """Return the topics of all kinds, each once, in order."""
    return list({kind.topic.key: kind.topic for kind in KINDS.values()}.values())


def instant(at: datetime, reader: Reader) -> str:
    """Return an instant in the reader's zone, with the zone's name."""
    return f"{date_format(at.astimezone(reader.zone), 'l j F Y, H:i')} ({reader.zone_name})"
