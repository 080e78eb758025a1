"""Mails about championships, mini cups and ladders: what causes them, and how they read.

The first half is called inside the transaction of what happens, under the event's lock; the second
half is asked by the outbox when it sends, and tells what is true then.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext

from golem.outbox.kinds import Asked, Kind, Topic
from golem.outbox.kinds import Entry as Told
from golem.outbox.services import tell
from tournaments.ladder_words import rung_words
from tournaments.league_words import fate_words, seat_words
from tournaments.models import Entry, Event, Group, Pairing, Place, Right

EDITION_STARTED = "edition_started"
EDITION_ENDED = "edition_ended"
GROUP_STARTED = "mini_cup_group"
RIGHT_EARNED = "mini_cup_right"
LADDER_ASKED = "ladder_asked"
LADDER_MOVED = "ladder_moved"


# --- what causes a mail ---


def _people(entries: Iterable[Entry]) -> list[int]:
    users = [entry.user for entry in entries]
    return [user.pk for user in users if user is not None and user.is_active and not user.is_bot]


def edition_started(event: Event, now: datetime) -> None:
    """Note that all who play in an edition are to be told where."""
    _edition(EDITION_STARTED, event, now)


def edition_ended(event: Event, now: datetime) -> None:
    """Note that all who played an edition to its end are to be told how they came out of it."""
    _edition(EDITION_ENDED, event, now)


def _edition(kind: str, event: Event, now: datetime) -> None:
    there = event.entries.filter(status=Entry.Status.ENTERED).select_related("user")
    tell(kind, _people(there), event.pk, 0, now)


def mini_cup_group_started(group: Group, entries: Sequence[Entry], now: datetime) -> None:
    """Note that the players of a group are to be told that it has begun."""
    tell(GROUP_STARTED, _people(entries), group.pk, 0, now)


def right_earned(right: Right, now: datetime) -> None:
    """Note that somebody is to be told of a right to a level."""
    tell(RIGHT_EARNED, _people([right.entry]), right.pk, 0, now)


def ladder_asked(pairing: Pairing, now: datetime) -> None:
    """Note that who was asked is to be told; who asked knows."""
    assert pairing.second is not None
    tell(LADDER_ASKED, _people([pairing.second.entry]), pairing.pk, 0, now)


def ladder_moved(pairing: Pairing, now: datetime) -> None:
    """Note that both players of a match are to be told that it changed their places."""
    sides = [place.entry for place in (pairing.first, pairing.second) if place is not None]
    tell(LADDER_MOVED, _people(sides), pairing.pk, 0, now)


# --- how they read ---


def path_of(event: Event) -> str:
    """Return the address of the event's page."""
    return reverse("tournaments:event", args=[event.pk])


def _seats(asked: Sequence[Asked]) -> dict[tuple[int, int | None], Place]:
    """Return the places of the readers in the editions that are asked for (one query)."""
    rows = Place.objects.filter(
        group__event__in={one.notice.subject for one in asked},
        entry__user__in={one.notice.user_id for one in asked},
    ).select_related("group__event", "entry")
    return {(place.group.event_id, place.entry.user_id): place for place in rows}


def _started(asked: Sequence[Asked], now: datetime) -> dict[int, Told]:
    seats = _seats(asked)
    return {
        one.notice.pk: Told(
            _("%(name)s has started") % {"name": place.group.event.name},
            (seat_words(place.group), fate_words(place)),
            path_of(place.group.event),
        )
        for one in asked
        if (place := seats.get((one.notice.subject, one.notice.user_id)))
        and place.group.event.status == Event.Status.RUNNING
    }


def _ended(asked: Sequence[Asked], now: datetime) -> dict[int, Told]:
    seats = _seats(asked)
    return {
        one.notice.pk: Told(
            _("%(name)s is over") % {"name": place.group.event.name},
            (
                _("You came to place %(rank)d in league %(league)d, group %(group)d.")
                % {"rank": place.rank, "league": place.group.level, "group": place.group.number},
                _("You stay entered for the next edition until you leave it."),
            ),
            path_of(place.group.event),
        )
        for one in asked
        if (place := seats.get((one.notice.subject, one.notice.user_id)))
        and place.group.event.status == Event.Status.FINISHED
        and place.rank is not None
    }


def _group_started(asked: Sequence[Asked], now: datetime) -> dict[int, Told]:
    rows = Group.objects.filter(ended_at=None).select_related("event")
    found = rows.in_bulk({one.notice.subject for one in asked})
    return {
        one.notice.pk: Told(
            _("Your group in %(name)s has started") % {"name": group.event.name},
            (_("Level %(level)d, four matches.") % {"level": group.level},),
            path_of(group.event),
        )
        for one in asked
        if (group := found.get(one.notice.subject))
    }


def _right_earned(asked: Sequence[Asked], now: datetime) -> dict[int, Told]:
    rows = Right.objects.filter(used_in=None, given_up_at=None).select_related("event")
    found = rows.in_bulk({one.notice.subject for one in asked})
    return {
        one.notice.pk: Told(
            _("You have earned level %(level)d of %(name)s")
            % {"level": right.level, "name": right.event.name},
            (_("Your group starts as soon as three people have earned that level."),),
            path_of(right.event),
        )
        for one in asked
        if (right := found.get(one.notice.subject))
    }


def _pairings(asked: Sequence[Asked]) -> list[tuple[Asked, Pairing]]:
    rows = Pairing.objects.select_related(
        "group__event", "first__entry__user", "second__entry__user"
    ).prefetch_related("boards")
    found = rows.in_bulk({one.notice.subject for one in asked})
    return [(one, found[one.notice.subject]) for one in asked if one.notice.subject in found]


def _asked(asked: Sequence[Asked], now: datetime) -> dict[int, Told]:
    return {
        one.notice.pk: Told(
            _("%(name)s plays you on the ladder") % {"name": pairing.first.entry},
            (_("%(ladder)s: the match has started.") % {"ladder": pairing.group.event.name},),
            reverse("matches:match", args=[pairing.boards.all()[0].match_id]),
        )
        for one, pairing in _pairings(asked)
        if pairing.decided_at is None
    }


def _moved(asked: Sequence[Asked], now: datetime) -> dict[int, Told]:
    return {
        one.notice.pk: Told(
            _("Places changed on %(name)s") % {"name": pairing.group.event.name},
            tuple(rung_words(place) for place in (pairing.first, pairing.second) if place),
            path_of(pairing.group.event),
        )
        for one, pairing in _pairings(asked)
        if pairing.decided_at is not None
    }


def _counted_starts(number: int) -> str:
    words = npgettext(
        "in a subject", "A championship starts", "%(number)d championships start", number
    )
    return words % {"number": number}


def _counted_ends(number: int) -> str:
    words = npgettext(
        "in a subject", "A championship is over", "%(number)d championships over", number
    )
    return words % {"number": number}


def _counted_groups(number: int) -> str:
    words = npgettext(
        "in a subject", "A mini cup group starts", "%(number)d mini cup groups start", number
    )
    return words % {"number": number}


def _counted_rights(number: int) -> str:
    words = npgettext(
        "in a subject", "A mini cup level earned", "%(number)d mini cup levels earned", number
    )
    return words % {"number": number}


def _counted_ladder(number: int) -> str:
    words = npgettext("in a subject", "A ladder match", "%(number)d ladder matches", number)
    return words % {"number": number}


def _counted_moves(number: int) -> str:
    words = npgettext(
        "in a subject", "Places changed on a ladder", "%(number)d changes on ladders", number
    )
    return words % {"number": number}


_START = Topic("tournament_start", gettext_lazy("A tournament starts, or is cancelled"))
_ROUND = Topic("tournament_round", gettext_lazy("A round or a match of a tournament starts"))
_END = Topic("tournament_end", gettext_lazy("A tournament is over"))
KINDS: tuple[Kind, ...] = (
    Kind(EDITION_STARTED, _START, _counted_starts, _started),
    Kind(GROUP_STARTED, _START, _counted_groups, _group_started),
    Kind(LADDER_ASKED, _ROUND, _counted_ladder, _asked),
    Kind(LADDER_MOVED, _ROUND, _counted_moves, _moved),
    Kind(RIGHT_EARNED, _END, _counted_rights, _right_earned),
    Kind(EDITION_ENDED, _END, _counted_ends, _ended),
)
