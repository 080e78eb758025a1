"""Mails about what was done to somebody in an event, and about rounds that begin.

As in :mod:`tournaments.messages`: the first half notes, the second tells what is true when it
leaves. Of matches that were adjudicated, annulled or handed over, the matches themselves tell.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext

from accounts.models import User
from golem.matches.models import Seat
from golem.outbox.kinds import Asked, Entry, Kind, Topic
from golem.outbox.services import tell
from tournaments.messages import lines_of, path_of
from tournaments.models import Event, EventAct, Group

ACT = "event_act"
ROUND = "event_round"


# --- what causes a mail ---


def tell_act(act: EventAct, user_ids: Iterable[int], now: datetime) -> None:
    """Note that these people are to be told what the organiser did."""
    tell(ACT, sorted({*user_ids}), act.pk, 0, now)


def round_begun(group: Group, match_ids: Collection[int], now: datetime) -> None:
    """Note that the people in matches that have just begun are to be told of the new round."""
    if not match_ids:
        return
    seats = Seat.objects.filter(match__in=list(match_ids), user__is_bot=False)
    people = seats.order_by("user").values_list("user", flat=True).distinct()
    tell(ROUND, list(people), group.pk, group.round, now, run=_times(group, match_ids))


def _times(group: Group, match_ids: Collection[int]) -> int:
    """Return how many matches the group had before: a level tie is told anew. Those of several
    rounds may start together."""
    boards = group.pairings.filter(boards__match__isnull=False)
    return boards.count() - len(match_ids)


# --- how they read ---


def _rounds(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    rows = Group.objects.filter(event__status=Event.Status.RUNNING).select_related("event")
    groups = rows.in_bulk({one.notice.subject for one in asked})
    told = [(one, groups[one.notice.subject]) for one in asked if one.notice.subject in groups]
    lists = lines_of(
        {group.event_id for _one, group in told}, {one.notice.user_id for one, _g in told}
    )
    return {
        one.notice.pk: Entry(
            _("%(name)s: new matches") % {"name": group.event.name},
            (_stage(group), *lists.get((group.event_id, one.notice.user_id), ())),
            path_of(group.event),
        )
        for one, group in told
        if group.round == one.notice.ply
    }


def _stage(group: Group) -> str:
    words = {"stage": group.stage, "round": group.round}
    if group.kind == Group.Kind.ROUND_ROBIN and group.rules.get("pace") != "by_round":
        return _("Stage %(stage)d has begun.") % words
    return _("Round %(round)d of stage %(stage)d has begun.") % words


def _acts(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    rows = EventAct.objects.select_related("event", "entry", "user", "match")
    found = rows.in_bulk({one.notice.subject for one in asked})
    olds = User.objects.in_bulk({act.data.get("old", 0) for act in found.values()})
    given = [act.match_id for act in found.values() if act.kind == EventAct.Kind.TIME_GIVEN]
    seats = {(s.match_id, s.name): s.user for s in _seats(given)}
    entries = {}
    for one in asked:
        act = found.get(one.notice.subject)
        if act is not None:
            entries[one.notice.pk] = _act(act, one.notice.user_id, olds, seats)
    return entries


def _seats(match_ids: Sequence[int | None]) -> Iterable[Seat]:
    wanted = [pk for pk in match_ids if pk is not None]
    return Seat.objects.filter(match__in=wanted).select_related("user") if wanted else ()


def _act(
    act: EventAct, reader: int, olds: Mapping[int, User], seats: Mapping[tuple[int, str], User]
) -> Entry:
    why = _("The organiser: %(reason)s") % {"reason": act.reason}
    name = {"name": act.event.name}
    path = path_of(act.event)
    if act.kind == EventAct.Kind.REPLACED:
        old = olds.get(act.data["old"])
        other = {"old": old.username if old else "?", "new": act.user.username if act.user else "?"}
        if reader == act.user_id:
            subject = _("You play on for %(old)s in %(name)s") % (name | other)
        else:
            subject = _("%(new)s plays on for you in %(name)s") % (name | other)
        lines = (_("Matches that run change hands as they stand, and are unrated."), why)
        return Entry(subject, lines, path)
    if act.kind == EventAct.Kind.TIME_GIVEN:
        player = seats.get((act.match_id or 0, act.data["seat"]))
        who = {"player": player.username if player else act.data["seat"]}
        line = _("%(player)s has %(time)s more.") % (who | {"time": spell(act.data["seconds"])})
        path = reverse("matches:match", args=[act.match_id]) if act.match_id else path
        return Entry(_("Time was given in a match of %(name)s") % name, (line, why), path)
    lost = (_("Matches that were not finished are lost."),) if act.event.started_at else ()
    return Entry(_("You were taken out of %(name)s") % name, (*lost, why), path)


def spell(seconds: int) -> str:
    """Return a time in words: days and hours, below that minutes."""
    days, rest = divmod(seconds, 86_400)
    hours, minutes = rest // 3600, rest % 3600 // 60
    parts = [
        ngettext("%(number)d day", "%(number)d days", days) % {"number": days} if days else "",
        ngettext("%(number)d hour", "%(number)d hours", hours) % {"number": hours} if hours else "",
        ngettext("%(number)d minute", "%(number)d minutes", minutes) % {"number": minutes}
        if minutes or seconds < 60
        else "",
    ]
    return " ".join(part for part in parts if part)


def _counted_acts(number: int) -> str:
    words = npgettext(
        "in a subject", "An organiser decided something", "%(number)d acts of organisers", number
    )
    return words % {"number": number}


def _counted_rounds(number: int) -> str:
    words = npgettext("in a subject", "A new round", "%(number)d new rounds", number)
    return words % {"number": number}


KINDS: Iterable[Kind] = (
    Kind(
        ROUND,
        Topic("tournament_round", gettext_lazy("A round or a stage of a tournament begins")),
        _counted_rounds,
        _rounds,
    ),
    Kind(
        ACT,
        Topic("tournament_act", gettext_lazy("An organiser removes, replaces, or gives time")),
        _counted_acts,
        _acts,
    ),
)
