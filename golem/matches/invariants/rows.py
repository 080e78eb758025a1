"""What spans matches: years of vacation, pauses, challenges, answers, clock rows, what is due."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from django.conf import settings
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from golem.matches import brake
from golem.matches.circles import due_seats
from golem.matches.models import (
    Brake,
    Challenge,
    Heartbeat,
    Match,
    Pause,
    PlayerClock,
    Seat,
    StoredAnswer,
    Takeover,
    VacationDay,
)
from golem.matches.settle import horizon

LATE = timedelta(days=1)
"""How long after its end an open challenge may wait to be closed."""
SWEEPS = timedelta(minutes=3)
"""Three periods of the sweep: nothing due is older while all is well."""


def vacation() -> Iterator[str]:
    """Yield the years of players whose days are not numbered 1, 2, 3 within the allowance."""
    years = VacationDay.objects.order_by().values("player", "year")
    counted = years.annotate(days=Count("pk"), last=Max("number"), first=Min("number"))
    wrong = counted.filter(
        Q(first__gt=1) | Q(last__gt=F("days")) | Q(last__gt=settings.VACATION_DAYS)
    )
    for row in wrong.order_by("player", "year").iterator():
        yield (
            f"player {row['player']}: {row['days']} vacation days in {row['year']}, numbered "
            f"{row['first']} to {row['last']}, of {settings.VACATION_DAYS}"
        )
    earlier = VacationDay.objects.filter(
        player=OuterRef("player"), year=OuterRef("year"), number__gt=OuterRef("number")
    )
    mixed = VacationDay.objects.filter(Exists(earlier.filter(at__lt=OuterRef("at"))))
    for day in mixed.order_by("pk").iterator():
        yield f"player {day.player_id}: {day} was spent after a later one"
    for day in VacationDay.objects.filter(player__is_bot=True).iterator():
        yield f"player {day.player_id}: {day} was spent by a bot"


def gone() -> Iterator[str]:
    """Yield players whose deletion is whole, and who still sit in a running match or offer one."""
    left = Q(user__left_whole_at__isnull=False, match__status=Match.Status.RUNNING)
    for seat in Seat.objects.filter(left).order_by("pk").iterator():
        yield f"player {seat.user_id}: is gone, and has a seat in match {seat.match_id}, which runs"
    offers = Challenge.objects.filter(
        status=Challenge.Status.OPEN, challenger__left_whole_at__isnull=False
    )
    for challenge in offers.order_by("pk").iterator():
        yield f"player {challenge.challenger_id}: is gone, and {challenge} is open"


def pauses() -> Iterator[str]:
    """Yield pauses that overlap another of their kind as none may, and doubled single rows.

    Outages may overlap: an operator may lay one over a time that partly counts as one.
    """
    rows = list(Pause.objects.filter(kind=Pause.Kind.FREEZE).order_by("began_at", "pk"))
    for before, after in pairwise(rows):
        if before.ended_at is None or after.began_at < before.ended_at:
            yield f"pause {after.pk}: {after} began before {before} ended"
    for row in Pause.objects.filter(ended_at__lte=F("began_at")):
        yield f"pause {row.pk}: {row} ended before it began"
    for row in Pause.objects.filter(kind=Pause.Kind.OUTAGE, ended_at=None):
        yield f"pause {row.pk}: {row} has no end"
    for model in (Heartbeat, Brake):
        number = model._default_manager.count()
        if number > 1:
            yield f"{model._meta.verbose_name}: there are {number} rows, of one"


def takeovers() -> Iterator[str]:
    """Yield takeovers that do not lead from each player of a seat to the next, or are of a rated
    match, which was none any more from then on."""
    for row in Takeover.objects.filter(match__rated=True).iterator():
        yield f"match {row.match_id}: {row}, and it is rated"
    same = Takeover.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"))
    following = same.filter(at__gt=OuterRef("at")).order_by("at").values("old")[:1]
    sitting = Seat.objects.filter(match=OuterRef("match"), name=OuterRef("seat")).values("user")
    then = Coalesce(Subquery(following), Subquery(sitting))
    for row in Takeover.objects.annotate(then=then).exclude(then=F("new")).iterator():
        yield f"match {row.match_id}: {row}, and then player {row.then} sat there"
    outside = Q(at__lt=F("match__started_at")) | Q(at__gt=F("match__changed_at"))
    for row in Takeover.objects.filter(outside).iterator():
        yield f"match {row.match_id}: {row} at {row.at}, outside the match"


def challenges(now: datetime) -> Iterator[str]:
    """Yield challenges that are not what their status says."""
    accepted = Q(status=Challenge.Status.ACCEPTED)
    for row in Challenge.objects.filter(accepted, match=None).iterator():
        yield f"{row}: it is accepted, and there is no match"
    for row in Challenge.objects.filter(~accepted, match__isnull=False).iterator():
        yield f"{row}: it is {row.status}, and match {row.match_id} came of it"
    mine = Seat.objects.filter(match=OuterRef("match"))
    left = Takeover.objects.filter(match=OuterRef("match"))
    one, other = OuterRef("challenger"), OuterRef("opponent")
    absent = ~Exists(mine.filter(user=one)) & ~Exists(left.filter(old=one))
    uninvited = ~Exists(mine.filter(user=other)) & ~Exists(left.filter(old=other))
    uninvited &= Q(opponent__isnull=False)
    for row in Challenge.objects.filter(absent | uninvited, match__isnull=False).iterator():
        yield f"{row}: others play match {row.match_id}, which came of it"
    for row in Challenge.objects.filter(match__isnull=False).exclude(match__game=F("game")):
        yield f"{row}: match {row.match_id}, which came of it, is of another game"
    late = Challenge.objects.filter(status=Challenge.Status.OPEN, expires_at__lt=now - LATE)
    for row in late.iterator():
        yield f"{row}: it is open, and its time was over at {row.expires_at}"


def answers() -> Iterator[str]:
    """Yield stored answers of acts that were never finished."""
    for row in StoredAnswer.objects.filter(status=0).only("pk").iterator():
        yield f"{row}: it has no status, and its act is over"


def clock_rows() -> Iterator[str]:
    """Yield people in running matches who have no row to lock."""
    none = ~Exists(PlayerClock.objects.filter(pk=OuterRef("user")))
    people = Seat.objects.filter(none, match__status=Match.Status.RUNNING, user__is_bot=False)
    for player in people.order_by("user").values_list("user", flat=True).distinct().iterator():
        yield f"player {player}: plays, and has no clock row"


def overdue(now: datetime) -> Iterator[str]:
    """Yield matches with a clock that is at zero longer than the sweep needs, if no brake is on."""
    if brake.is_on():
        return
    for seat in due_seats(min(horizon(now), now - SWEEPS)).order_by("match", "number").iterator():
        yield f"match {seat.match_id}: {seat.name} is at zero since {seat.zero_at}, not settled"
