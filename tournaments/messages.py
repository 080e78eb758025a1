"""Mails about events: what causes them, and how they read when they leave.

The first half is called by the services, inside the transaction of what happens. The second half
is asked by the outbox when it sends, for many notices at once, and tells what is true then.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext

from golem.matches.messages import INVITATION
from golem.matches.models import Match, Seat
from golem.outbox.kinds import Asked, Entry, Kind, Topic
from golem.outbox.services import tell
from tournaments import models
from tournaments.models import Announcement, Board, Event, EventAct, Member, Place

STARTED = "event_started"
CANCELLED = "event_cancelled"
MOVED_UP = "event_moved_up"
ENDED = "event_ended"
ANNOUNCED = "event_announced"
TEAM_INVITATION = "team_invitation"

MATCHES_LISTED = 20
"""A mail names so many matches, and says how many more there are."""


# --- what causes a mail ---


def people_of(event: Event, statuses: Collection[str]) -> list[int]:
    """Return the ids of the persons behind the entries of these statuses, without bots: players,
    and those who agreed to play in a team (two queries)."""
    entries = models.Entry.objects.filter(event=event, status__in=statuses)
    alone = entries.filter(user__is_bot=False).values_list("user", flat=True)
    team = Member.objects.filter(entry__in=entries, agreed=True).values_list("user", flat=True)
    return sorted({pk for pk in (*alone, *team) if pk is not None})


_WITH_A_PLACE = (models.Entry.Status.ENTERED,)
_ALL = (models.Entry.Status.ENTERED, models.Entry.Status.WAITING)


def started(event: Event, now: datetime) -> None:
    """Note that all who take part are to be told of the start and of their matches."""
    tell(STARTED, people_of(event, _WITH_A_PLACE), event.pk, 0, now)


def ended(event: Event, now: datetime) -> None:
    """Note that all who played to the end are to be told how they came out of it."""
    tell(ENDED, people_of(event, _WITH_A_PLACE), event.pk, 0, now)


def cancelled(event: Event, now: datetime) -> None:
    """Note that all who entered, or wait, are to be told that the event does not take place."""
    tell(CANCELLED, people_of(event, _ALL), event.pk, 0, now)


def moved_up(entry: models.Entry, now: datetime) -> None:
    """Note that an entrant, or a team's players, are to be told of their place."""
    tell(MOVED_UP, people_of_entry(entry), entry.pk, 0, now)


def people_of_entry(entry: models.Entry) -> list[int]:
    """Return the persons behind one entry: its player, no bot, or those who agreed to play in the
    team (one query)."""
    if entry.user is not None:
        return [] if entry.user.is_bot else [entry.user.pk]
    return list(entry.members.filter(agreed=True).values_list("user", flat=True))


def announced(announcement: Announcement, now: datetime) -> None:
    """Note that all who take part are to be told what the organiser says."""
    tell(ANNOUNCED, people_of(announcement.event, _ALL), announcement.pk, 0, now)


def invited_to_team(member: Member, now: datetime) -> None:
    """Note that somebody is to be told that a captain wants them."""
    tell(TEAM_INVITATION, [member.user_id], member.pk, 0, now)


# --- how they read ---


def path_of(event: Event) -> str:
    """Return the address of the event's page."""
    return reverse("tournaments:event", args=[event.pk])


def _events(asked: Sequence[Asked], status: Event.Status) -> list[tuple[Asked, Event]]:
    """Return what is asked with its event, where that has the status still (one query)."""
    rows = Event.objects.filter(status=status).in_bulk({one.notice.subject for one in asked})
    return [(one, rows[one.notice.subject]) for one in asked if one.notice.subject in rows]


def _started(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    told = _still_in(_events(asked, Event.Status.RUNNING))
    lists = _matches_of(told)
    return {
        one.notice.pk: Entry(
            _("%(name)s has started") % {"name": event.name},
            tuple(lists.get((event.pk, one.notice.user_id), ())),
            path_of(event),
        )
        for one, event in told
    }


def _still_in(told: list[tuple[Asked, Event]]) -> list[tuple[Asked, Event]]:
    """Return those who still take part: who left before the mail did need not be told of a start
    (two queries)."""
    ids = {event.pk for _one, event in told}
    entries = models.Entry.objects.filter(event__in=ids, status=models.Entry.Status.ENTERED)
    alone = entries.exclude(user=None).values_list("event", "user")
    team = Member.objects.filter(entry__in=entries, agreed=True).values_list("event", "user")
    there = {*alone, *team}
    return [(one, event) for one, event in told if (event.pk, one.notice.user_id) in there]


def _matches_of(told: Sequence[tuple[Asked, Event]]) -> dict[tuple[int, int], list[str]]:
    """Return a line for each running match by event and player (three queries)."""
    return lines_of({event.pk for _one, event in told}, {one.notice.user_id for one, _e in told})


def lines_of(
    event_ids: Collection[int], user_ids: Collection[int]
) -> dict[tuple[int, int], list[str]]:
    """Return a line for each running match of these users, by event and user (three queries)."""
    boards = Board.objects.filter(
        pairing__group__event__in=event_ids,
        match__status=Match.Status.RUNNING,
        match__seats__user__in=user_ids,
    ).distinct()
    rows = (
        boards.select_related("pairing__group")
        .order_by("pk")
        .prefetch_related("match__seats__user")
    )
    found: dict[tuple[int, int], list[str]] = {}
    for board in rows:
        assert board.match is not None
        for seat in board.match.seats.all():
            if seat.user_id in user_ids:
                key = (board.pairing.group.event_id, seat.user_id)
                found.setdefault(key, []).append(_line(board.match, seat))
    return {key: _shortened(lines) for key, lines in found.items()}


def _line(match: Match, own: Seat) -> str:
    others = ", ".join(seat.user.username for seat in match.seats.all() if seat.pk != own.pk)
    link = settings.GOLEM_ORIGIN + reverse("matches:match", args=[match.pk])
    if own.to_move:
        return _("Against %(name)s, your turn: %(link)s") % {"name": others, "link": link}
    return _("Against %(name)s: %(link)s") % {"name": others, "link": link}


def _shortened(lines: list[str]) -> list[str]:
    rest = len(lines) - MATCHES_LISTED
    if rest <= 0:
        return lines
    more = npgettext("in a mail", "and one more", "and %(number)d more", rest) % {"number": rest}
    return [*lines[:MATCHES_LISTED], more]


def _ended(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    told = _events(asked, Event.Status.FINISHED)
    places = _places_of(told)
    return {
        one.notice.pk: Entry(
            _("%(name)s is over") % {"name": event.name},
            tuple(_came(place) for place in places.get((event.pk, one.notice.user_id), ())),
            path_of(event),
        )
        for one, event in told
    }


def _places_of(
    told: Sequence[tuple[Asked, Event]],
) -> dict[tuple[int, int], list[tuple[Place, int]]]:
    """Return the last place of each player in each event, with how many there were in its group
    (two queries)."""
    people = {one.notice.user_id for one, _event in told}
    entries = models.Entry.objects.filter(event__in={event.pk for _one, event in told})
    members = Member.objects.filter(entry__in=entries, user__in=people, agreed=True)
    played_by: dict[int, list[int]] = {row.entry_id: [] for row in members}
    for row in members:
        played_by[row.entry_id].append(row.user_id)
    rows = Place.objects.filter(entry__in=entries, rank__isnull=False)
    rows = rows.select_related("entry", "group").annotate(of=Count("group__places"))
    found: dict[tuple[int, int], list[tuple[Place, int]]] = {}
    for place in rows.order_by("group__stage"):  # the last stage wins
        for user in (*played_by.get(place.entry_id, ()), place.entry.user_id):
            if user is not None:
                found[place.group.event_id, user] = [(place, place.of)]
    return found


def _came(told: tuple[Place, int]) -> str:
    place, of = told
    return _("You came to place %(rank)d of %(of)d.") % {"rank": place.rank or 0, "of": of}


def why_cancelled(act: EventAct | None) -> str:
    """Return in words why an event was cancelled."""
    why = act.data.get("code", "") if act else ""
    if why == "too_few":
        return _("Too few had entered when it was to start.")
    if why == "not_full":
        return _("It did not fill in the time that it had.")
    if act and act.reason:
        return _("The organiser: %(reason)s") % {"reason": act.reason}
    return _("The organiser called it off.")


def _cancelled(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    told = _events(asked, Event.Status.CANCELLED)
    acts = EventAct.objects.filter(
        event__in={event.pk for _one, event in told}, kind=EventAct.Kind.CANCELLED
    )
    reasons = {act.event_id: act for act in acts}
    return {
        one.notice.pk: Entry(
            _("%(name)s does not take place") % {"name": event.name},
            (why_cancelled(reasons.get(event.pk)),),
            path_of(event),
        )
        for one, event in told
    }


def _moved_up(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    rows = models.Entry.objects.filter(
        status=models.Entry.Status.ENTERED, event__status=Event.Status.ENTRY
    ).select_related("event")
    found = rows.in_bulk({one.notice.subject for one in asked})
    return {
        one.notice.pk: Entry(
            _("You have a place in %(name)s") % {"name": entry.event.name},
            (_("Somebody left, and you moved up from the waiting list."),),
            path_of(entry.event),
        )
        for one in asked
        if (entry := found.get(one.notice.subject))
    }


def _announced(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    rows = Announcement.objects.select_related("event")
    found = rows.in_bulk({one.notice.subject for one in asked})
    return {
        one.notice.pk: Entry(
            _("News of %(name)s") % {"name": row.event.name},
            tuple(line for line in row.text.splitlines() if line.strip()),
            path_of(row.event),
        )
        for one in asked
        if (row := found.get(one.notice.subject))
    }


def _team_invitation(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    rows = Member.objects.filter(agreed=False, event__status=Event.Status.ENTRY)
    found = rows.select_related("entry", "event").in_bulk({one.notice.subject for one in asked})
    return {
        one.notice.pk: Entry(
            _("The team %(team)s wants you") % {"team": row.entry.team},
            (_("It plays in %(name)s. On its page you can agree or decline.") % _name(row.event),),
            path_of(row.event),
        )
        for one in asked
        if (row := found.get(one.notice.subject))
    }


def _name(event: Event) -> Mapping[str, str]:
    return {"name": event.name}


Counting = Callable[[int], str]


def _counted_starts(number: int) -> str:
    words = npgettext("in a subject", "A tournament starts", "%(number)d tournaments start", number)
    return words % {"number": number}


def _counted_ends(number: int) -> str:
    words = npgettext("in a subject", "A tournament is over", "%(number)d tournaments over", number)
    return words % {"number": number}


def _counted_cancelled(number: int) -> str:
    words = npgettext(
        "in a subject", "A tournament was cancelled", "%(number)d tournaments cancelled", number
    )
    return words % {"number": number}


def _counted_places(number: int) -> str:
    words = npgettext(
        "in a subject", "A place in a tournament", "Places in %(number)d tournaments", number
    )
    return words % {"number": number}


def _counted_announcements(number: int) -> str:
    words = npgettext(
        "in a subject", "News of a tournament", "%(number)d pieces of news of tournaments", number
    )
    return words % {"number": number}


def _counted_teams(number: int) -> str:
    words = npgettext("in a subject", "A team wants you", "%(number)d teams want you", number)
    return words % {"number": number}


_START = Topic("tournament_start", gettext_lazy("A tournament starts, or is cancelled"))
_END = Topic("tournament_end", gettext_lazy("A tournament is over"))
_NEWS = Topic("tournament_news", gettext_lazy("An organiser announces something"))
KINDS: Iterable[Kind] = (
    Kind(STARTED, _START, _counted_starts, _started),
    Kind(CANCELLED, _START, _counted_cancelled, _cancelled),
    Kind(MOVED_UP, _START, _counted_places, _moved_up),
    Kind(ENDED, _END, _counted_ends, _ended),
    Kind(ANNOUNCED, _NEWS, _counted_announcements, _announced),
    Kind(
        TEAM_INVITATION,
        Topic(INVITATION, gettext_lazy("An invitation")),
        _counted_teams,
        _team_invitation,
    ),
)
