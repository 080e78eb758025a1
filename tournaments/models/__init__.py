"""The rows of events. What they mean together is told in docs/events.md."""

from tournaments.models.entry import Entry, Member
from tournaments.models.event import Event
from tournaments.models.group import Group, Place
from tournaments.models.log import Announcement, EventAct
from tournaments.models.news import News
from tournaments.models.pairing import Board, Pairing
from tournaments.models.right import Right

__all__ = [
    "Announcement",
    "Board",
    "Entry",
    "Event",
    "EventAct",
    "Group",
    "Member",
    "News",
    "Pairing",
    "Place",
    "Right",
]
