"""Questions about matches and challenges for pages and lists; each a fixed number of queries."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.models import User
from golem.matches.models import Boundary, Challenge, Match, SealedMove, Seat, Takeover, VacationDay
from golem.play.clock import year_of


def matches() -> QuerySet[Match]:
    """Return all matches with their seats and players at hand."""
    return Match.objects.prefetch_related("seats__user")


def match_or_404(match_id: int) -> Match:
    """Return one match with seats and players at hand; raise ``Http404``."""
    match = matches().filter(pk=match_id).first()
    if match is None:
        raise Http404
    return match


def waiting_seats(user: User) -> QuerySet[Seat]:
    """Return the seats of ``user`` that owe a move and have sealed none, longest waiting first."""
    sealed = SealedMove.objects.filter(
        match=OuterRef("match"), seat=OuterRef("name"), ply=OuterRef("match__ply")
    )
    seats = Seat.objects.filter(user=user, to_move=True).exclude(Exists(sealed))
    return seats.order_by("turn_since", "pk")


def matches_of(user: User) -> QuerySet[Match]:
    """Return the matches in which ``user`` has a seat."""
    return matches().filter(seats__user=user)


def awaiting(user: User) -> QuerySet[Match]:
    """Return the matches where ``user`` is to move, least time left first."""
    found = matches().filter(seats__in=waiting_seats(user))
    return found.order_by(F("seats__zero_at").asc(nulls_last=True), "seats__turn_since", "pk")


def next_match(user: User, besides: int) -> Match | None:
    """Return the match where ``user`` should move next, other than match ``besides``."""
    return awaiting(user).exclude(pk=besides).first()


def watchable(limit: int) -> list[Match]:
    """Return running matches with their logs at hand, those that moved last first."""
    running = matches().filter(status=Match.Status.RUNNING)
    return list(_with_logs(running).order_by("-changed_at", "-pk")[:limit])


def just_finished(limit: int) -> list[Match]:
    """Return the matches that ended last and count, with their logs at hand."""
    counting = Match.objects.counting().prefetch_related("seats__user")
    return list(_with_logs(counting).order_by("-changed_at", "-pk")[:limit])


def _with_logs(found: QuerySet[Match]) -> QuerySet[Match]:
    return found.prefetch_related("moves", "draws")


def seat_of(match: Match, user: object) -> Seat | None:
    """Return the seat of ``user`` in ``match`` (seats at hand), or ``None``."""
    pk = getattr(user, "pk", None)
    return next((seat for seat in match.seats.all() if seat.user_id == pk), None) if pk else None


def own_seal(match: Match, seat: Seat | None) -> SealedMove | None:
    """Return the move that ``seat`` has sealed for the present step, or ``None``."""
    if seat is None:
        return None
    return SealedMove.objects.filter(match=match, seat=seat.name, ply=match.ply).first()


def challenges() -> QuerySet[Challenge]:
    """Return all challenges with their two players at hand."""
    return Challenge.objects.select_related("challenger", "opponent")


def visible_challenges(viewer: User | None) -> QuerySet[Challenge]:
    """Return the challenges that ``viewer`` may know of: open to all, or their own."""
    visible = Q(opponent=None)
    if viewer is not None:
        visible |= Q(challenger=viewer) | Q(opponent=viewer)
    return challenges().filter(visible)


def waiting_room(viewer: User | None, now: datetime) -> QuerySet[Challenge]:
    """Return the open challenges to everybody, newest first; none of who has blocked ``viewer``."""
    rows = challenges().filter(
        opponent=None,
        challenger__is_active=True,
        status=Challenge.Status.OPEN,
        expires_at__gt=now,
    )
    if viewer is not None:
        # A subquery: in an exclude() over joined rows, the kind of one boundary and the other
        # person of another would make a third.
        blocks = Boundary.objects.filter(
            holder=OuterRef("challenger"), other=viewer, kind=Boundary.Kind.BLOCK
        )
        rows = rows.exclude(Exists(blocks))
    return rows.order_by("-created_at", "-pk")


def own_challenges(user: User) -> QuerySet[Challenge]:
    """Return the challenges that ``user`` made or received, of any status, newest first."""
    return challenges().filter(Q(challenger=user) | Q(opponent=user)).order_by("-created_at", "-pk")


def open_challenges(user: User, now: datetime) -> QuerySet[Challenge]:
    """Return the open challenges that ``user`` made or received, newest first."""
    return own_challenges(user).filter(status=Challenge.Status.OPEN, expires_at__gt=now)


def challenges_to(user: User, now: datetime) -> QuerySet[Challenge]:
    """Return the open challenges that ``user`` has still to answer, newest first."""
    return open_challenges(user, now).filter(opponent=user)


def how_many_wait(user: User, now: datetime) -> int:
    """Return in how many matches ``user`` is to move, with the challenges still to be answered
    (one query)."""
    offers = Challenge.objects.filter(
        opponent=user, status=Challenge.Status.OPEN, expires_at__gt=now
    )
    seats = waiting_seats(user).order_by().values_list("pk")
    return seats.union(offers.values_list("pk"), all=True).count()


def record_of(user: User) -> list[dict[str, Any]]:
    """Return for each game that ``user`` has matches of that count: key, played, won, undecided."""
    seats = Seat.objects.filter(user=user, match__in=Match.objects.counting())
    counted = seats.values("match__game").annotate(
        played=Count("pk"),
        won=Count("pk", filter=Q(match__winner=F("name"))),
        undecided=Count("pk", filter=Q(match__winner="")),
    )
    return [dict(row) for row in counted.order_by("match__game")]


def vacation_of(user: User, now: datetime) -> dict[str, Any]:
    """Return for the calendar year (UTC) of ``now``: ``year``, ``days`` it has for everybody,
    ``left`` of them, and the days ``spent``, the last first (one query)."""
    year = year_of(now)
    spent = list(VacationDay.objects.filter(player=user, year=year).order_by("-number"))
    days: int = settings.VACATION_DAYS
    return {"year": year, "days": days, "left": max(0, days - len(spent)), "spent": spent}


def running_by_game() -> dict[str, int]:
    """Return the number of running matches of each game that has any."""
    running = Match.objects.filter(status=Match.Status.RUNNING)
    return dict(running.values_list("game").annotate(number=Count("pk")).order_by("game"))


def has_had_a_seat(user: User) -> bool:
    """Tell whether ``user`` has ever sat in a match, running or finished."""
    seated = Seat.objects.filter(user=user).exists()
    return seated or Takeover.objects.filter(old=user).exists()
