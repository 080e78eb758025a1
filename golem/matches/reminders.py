"""Reminders of near deadlines: found by a sweep, at most two for one move.

One comes a day before the first vacation day would be spent on the move, the other a day before
the match would be lost. Nothing is planned ahead: a sweep finds what is near by an index.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext

from golem.matches import clocks
from golem.matches.models import Gift, Match, Seat
from golem.matches.sitting import days_since
from golem.matches.telling import (
    Told,
    allowance,
    days_left,
    deadline,
    glance,
    opponent,
    own_turns,
    path_of,
)
from golem.outbox.kinds import Asked, Entry, Kind, Topic
from golem.outbox.models import Notice
from golem.outbox.services import tell, tell_again
from golem.play.clock import VACATION_DAY, ZERO, Allowance

VACATION_NEAR = "vacation_near"
LOSS_NEAR = "loss_near"
AHEAD = timedelta(hours=24)
LONG_TURN = timedelta(hours=48)
"""Only who had more time than this when the turn began is reminded."""


def remind(now: datetime) -> int:
    """Note every reminder that is due; return how many were new.

    A clock that runs out with a vacation day at hand is lifted by 24 hours, so the match is lost
    at that instant only if no day is left then; else its loss lies more than a day ahead.
    """
    shortened = Gift.objects.filter(match=OuterRef("match"), seconds__lt=0)
    near = Seat.objects.filter(
        Q(left__gt=LONG_TURN) | Exists(shortened),  # else the turn began with less, for sure
        zero_at__gt=now,
        zero_at__lte=now + AHEAD,
        user__is_bot=False,
        match__status=Match.Status.RUNNING,
    ).select_related("match")
    seats = list(near.order_by("zero_at", "pk"))
    days = clocks.allowance({seat.user_id for seat in seats})
    known = _known(seats)
    due = [(seat, _kind(seat, days)) for seat in seats]
    fresh = [(s, k) for s, k in due if _noted(s, k) not in known]
    wanted = [(seat, kind) for seat, kind in fresh if _is_wanted(seat, kind)]
    for seat, kind in wanted:
        _note(seat, kind, now)
    return len(wanted)


def _note(seat: Seat, kind: str, now: datetime) -> None:
    """Note a reminder; one that was not told, for its end had moved away, comes up again."""
    user_id, _kind, subject, ply, run = _noted(seat, kind)
    if not tell_again(kind, user_id, subject, ply, now, run=run):
        tell(kind, [user_id], subject, ply, now, run=run)


def _noted(seat: Seat, kind: str) -> tuple[int, str, int, int, int]:
    return seat.user_id, kind, seat.match_id, seat.match.ply, seat.match.reopened


def _known(seats: Iterable[Seat]) -> set[tuple[int, str, int, int, int]]:
    """Return the reminders that were noted about these seats' matches and are not out of date."""
    noted = Notice.objects.filter(
        kind__in=(VACATION_NEAR, LOSS_NEAR),
        subject__in={seat.match_id for seat in seats},
        user__in={seat.user_id for seat in seats},
    )
    noted = noted.exclude(state=Notice.State.STALE)
    return set(noted.values_list("user", "kind", "subject", "ply", "run"))


def _kind(seat: Seat, days: Allowance) -> str:
    assert seat.zero_at is not None
    spends = seat.match.vacation and days.next_number(seat.user_id, seat.zero_at) is not None
    return VACATION_NEAR if spends else LOSS_NEAR


def _is_wanted(seat: Seat, kind: str) -> bool:
    """Tell whether the turn began with enough time, and no day was spent on it yet."""
    assert seat.runs_since is not None
    days = days_since(seat, seat.runs_since)
    if kind == VACATION_NEAR and any(day.match_id == seat.match_id for day in days):
        return False
    gifts = Gift.objects.filter(match=seat.match, seat=seat.name, at__gt=seat.runs_since)
    given = timedelta(seconds=gifts.aggregate(sum=Sum("seconds"))["sum"] or 0)
    lifted = VACATION_DAY * len(days) if seat.match.vacation else ZERO
    return seat.left - lifted - given > LONG_TURN


def _near(asked: Sequence[Asked], now: datetime) -> Iterator[tuple[Told, Allowance, int]]:
    """Yield the reminders that are still right: the same move, its end still near.

    With each, the allowance of all, and how many days the reader has left at that end.
    """
    told = own_turns(asked)
    allowed = allowance(told)
    for one in told:
        at = one.seat.zero_at
        if at is not None and now < at <= now + AHEAD:
            yield one, allowed, days_left(one.seat, at, allowed)


def _vacation_near(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    words = _("Your clock against %(name)s runs out within a day")
    near = _near(asked, now)
    return {one.notice.pk: _entry(words, one, allowed) for one, allowed, days in near if days}


def _loss_near(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    words = _("Your match against %(name)s is lost within a day unless you move")
    near = _near(asked, now)
    return {one.notice.pk: _entry(words, one, allowed) for one, allowed, days in near if not days}


def _entry(words: str, told: Told, allowed: Allowance) -> Entry:
    lines = (glance(told.match, told.players), deadline(told, allowed))
    return Entry(words % {"name": opponent(told)}, lines, path_of(told.match))


def _counted_vacations(number: int) -> str:
    words = npgettext(
        "in a subject",
        "A clock runs out within a day",
        "%(number)d clocks run out within a day",
        number,
    )
    return words % {"number": number}


def _counted_losses(number: int) -> str:
    words = npgettext(
        "in a subject", "A match is nearly lost", "%(number)d matches are nearly lost", number
    )
    return words % {"number": number}


_TOPIC = Topic("deadline_near", gettext_lazy("A deadline is near"))
KINDS = (
    Kind(LOSS_NEAR, _TOPIC, _counted_losses, _loss_near),
    Kind(VACATION_NEAR, _TOPIC, _counted_vacations, _vacation_near),
)
