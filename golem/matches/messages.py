"""Mails about matches and challenges: what causes them, and how they read when they leave.

The first half is called by the services, inside the transaction of what happens. The second
half is asked by the outbox when it sends, and tells what is true then.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from golem import registry
from golem.matches import clocks
from golem.matches.log import game_of
from golem.matches.models import Act, Challenge, Match, Move, SealedMove, Seat
from golem.matches.rows import by_seat
from golem.matches.wording import say
from golem.outbox.kinds import Entry, Kind, Topic, instant
from golem.outbox.models import Notice
from golem.outbox.readers import Reader
from golem.outbox.services import tell
from golem.play.clock import year_of
from golem.play.endings import BOTH_TIMED_OUT, RESIGNATION, TIMEOUT

YOUR_TURN = "your_turn"
MATCH_OVER = "match_over"
MATCH_ANNULLED = "match_annulled"
MATCH_REOPENED = "match_reopened"
INVITATION = "invitation"
CHALLENGE_TAKEN = "challenge_taken"


# --- what causes a mail ---


def after_change(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Note whom to tell that it is their turn at this ply, or that the match is over or annulled.

    Who ended it by an own move, or by resigning, knows.
    """
    people = [seat for seat in seats if not seat.user.is_bot]
    if match.status == Match.Status.RUNNING:
        kind, told = YOUR_TURN, [seat for seat in people if seat.to_move]
    elif match.annulled_at is not None:
        kind, told = MATCH_ANNULLED, people
    else:
        knows = _who_ended(match)
        kind, told = MATCH_OVER, [seat for seat in people if seat.name not in knows]
    if told:
        tell(kind, [s.user_id for s in told], match.pk, match.ply, now, run=match.reopened)


def reopened(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Note that the players are to be told that the match runs again, and whose turn it is."""
    people = [seat.user_id for seat in seats if not seat.user.is_bot]
    tell(MATCH_REOPENED, people, match.pk, match.ply, now, run=match.reopened)
    after_change(match, seats, now)


def _who_ended(match: Match) -> set[str]:
    """Return the seats whose own act ended the match: none if the clock did."""
    if match.how == RESIGNATION:
        return {seat.name for seat in match.seats.all() if seat.name != match.winner}
    if match.how in (TIMEOUT, BOTH_TIMED_OUT):
        return set()
    assert match.ended_at is not None
    last = Move.objects.filter(match=match, forced=False, at=match.ended_at)
    return set(last.order_by("-ply").values_list("seat", flat=True)[:1])


def invited(challenge: Challenge, now: datetime) -> None:
    """Note that the one player to whom the challenge is made is to be told."""
    opponent = challenge.opponent
    if opponent is not None and not opponent.is_bot:
        tell(INVITATION, [opponent.pk], challenge.pk, 0, now)


def taken(challenge: Challenge, now: datetime) -> None:
    """Note that the challenger is to be told that somebody took the challenge."""
    tell(CHALLENGE_TAKEN, [challenge.challenger_id], challenge.pk, 0, now)


# --- how they read ---


def own_turn(notice: Notice) -> Seat | None:
    """Return the seat of the notice's user if it still owes the move of the notice's ply, in the
    notice's run of the match."""
    sealed = SealedMove.objects.filter(
        match=OuterRef("match"), seat=OuterRef("name"), ply=notice.ply
    )
    seats = Seat.objects.select_related("match").exclude(Exists(sealed))
    return seats.filter(
        user=notice.user_id,
        match=notice.subject,
        match__ply=notice.ply,
        match__reopened=notice.run,
        to_move=True,
    ).first()


def _your_turn(notice: Notice, reader: Reader, now: datetime) -> Entry | None:
    seat = own_turn(notice)
    if seat is None:
        return None
    lines = (glance(seat.match), deadline(seat, reader))
    subject = _("Your turn against %(name)s") % {"name": opponent(seat)}
    return Entry(subject, lines, path_of(seat.match))


def _match_over(notice: Notice, reader: Reader, now: datetime) -> Entry | None:
    seat = _seat(notice, match__status=Match.Status.FINISHED, match__annulled_at=None)
    if seat is None:
        return None
    match = seat.match
    if not match.winner:
        words = _("Nobody won: your match against %(name)s is over")
    elif match.winner == seat.name:
        words = _("You won against %(name)s")
    else:
        words = _("You lost against %(name)s")
    how = say(match.game, "how", match.how)
    assert match.ended_at is not None
    ended = _("It ended %(how)s on %(at)s.") % {"how": how, "at": instant(match.ended_at, reader)}
    return Entry(words % {"name": opponent(seat)}, (glance(match), ended), path_of(match))


def _seat(notice: Notice, **as_it_is: Any) -> Seat | None:
    """Return the seat of the notice's user if its match is still in that run and ``as_it_is``."""
    seats = Seat.objects.select_related("match").filter(
        user=notice.user_id, match=notice.subject, match__reopened=notice.run
    )
    return seats.filter(**as_it_is).first()


def _annulled(notice: Notice, reader: Reader, now: datetime) -> Entry | None:
    seat = _seat(notice, match__annulled_at__isnull=False)
    if seat is None:
        return None
    subject = _("Your match against %(name)s was annulled") % {"name": opponent(seat)}
    counts = _("It counts nowhere.")
    lines = (glance(seat.match), counts, *_reason(seat.match, Act.Kind.ANNUL))
    return Entry(subject, lines, path_of(seat.match))


def _reopened(notice: Notice, reader: Reader, now: datetime) -> Entry | None:
    seat = _seat(notice, match__status=Match.Status.RUNNING)
    if seat is None:
        return None
    subject = _("Your match against %(name)s runs again") % {"name": opponent(seat)}
    lines = (glance(seat.match), *_reason(seat.match, Act.Kind.REOPEN))
    return Entry(subject, lines, path_of(seat.match))


def _reason(match: Match, kind: Act.Kind) -> tuple[str, ...]:
    """Return, in a line, why the operators did it the last time."""
    reasons = match.acts.filter(kind=kind).values_list("reason", flat=True)[:1]
    return tuple(_("The operators: %(reason)s") % {"reason": reason} for reason in reasons)


def _invitation(notice: Notice, reader: Reader, now: datetime) -> Entry | None:
    rows = Challenge.objects.select_related("challenger").filter(
        pk=notice.subject,
        opponent=notice.user_id,
        status=Challenge.Status.OPEN,
        expires_at__gt=now,
        challenger__is_active=True,
    )
    challenge = rows.first()
    if challenge is None:
        return None
    words = _("%(name)s offers you a rematch") if challenge.rematch_of_id else None
    words = words or _("%(name)s invites you to a match")
    until = _("The invitation is open until %(at)s.") % {
        "at": instant(challenge.expires_at, reader)
    }
    path = reverse("matches:challenge", args=[challenge.pk])
    subject = words % {"name": challenge.challenger.username}
    return Entry(subject, (_terms(challenge), until), path)


def _terms(challenge: Challenge) -> str:
    rated = _("rated") if challenge.rated else _("unrated")
    control = say("", "control", challenge.control)
    return f"{registry.load(challenge.game).info.title}, {control}, {rated}"


def _taken(notice: Notice, reader: Reader, now: datetime) -> Entry | None:
    challenge = Challenge.objects.select_related("match").filter(pk=notice.subject).first()
    if challenge is None or challenge.match is None:
        return None
    if challenge.match.status != Match.Status.RUNNING:
        return None
    name = _others(challenge.match, notice.user_id)
    subject = _("%(name)s took your challenge") % {"name": name}
    return Entry(subject, (_terms(challenge),), path_of(challenge.match))


# --- words that these and the reminders share ---


def opponent(seat: Seat) -> str:
    """Return the names of those against whom the seat plays."""
    return _others(seat.match, seat.user_id)


def _others(match: Match, user_id: int) -> str:
    names = User.objects.filter(seats__match=match).exclude(pk=user_id).order_by("seats__number")
    return ", ".join(names.values_list("username", flat=True))


def path_of(match: Match) -> str:
    """Return the path of the match's page."""
    return reverse("matches:match", args=[match.pk])


def glance(match: Match) -> str:
    """Return game, number, and the score or the move that is due, in a line."""
    words = [game_of(match).info.title, _("match %(number)d") % {"number": match.pk}]
    if match.status == Match.Status.RUNNING:
        words.append(_("move %(ply)d") % {"ply": match.ply})
    if match.score:
        words.append(by_seat(list(match.seats.all()), match.score))
    return ", ".join(words)


def days_left(seat: Seat, at: datetime) -> int:
    """Return how many vacation days the seat's player could still spend in the year of ``at``."""
    if not seat.match.vacation:
        return 0
    allowance = clocks.allowance([seat.user_id])
    return max(0, allowance.days - allowance.spent.get((seat.user_id, year_of(at)), 0))


def deadline(seat: Seat, reader: Reader) -> str:
    """Return what happens to the seat if it does not move, and when."""
    if seat.zero_at is None:
        return _("All clocks stand still at the moment.")
    days = days_left(seat, seat.zero_at)
    at = instant(seat.zero_at, reader)
    if not days:
        return _("Without a move from you the match is lost on %(at)s.") % {"at": at}
    return ngettext(
        "Your clock runs out on %(at)s; then your last vacation day of the year is spent.",
        "Your clock runs out on %(at)s; then one of your %(days)d vacation days is spent.",
        days,
    ) % {"at": at, "days": days}


def _counted_turns(number: int) -> str:
    return ngettext("Your turn", "Your turn in %(number)d matches", number) % {"number": number}


def _counted_ends(number: int) -> str:
    return ngettext("Match over", "%(number)d matches over", number) % {"number": number}


def _counted_annulled(number: int) -> str:
    return ngettext("Match annulled", "%(number)d matches annulled", number) % {"number": number}


def _counted_reopened(number: int) -> str:
    words = ngettext("A match runs again", "%(number)d matches run again", number)
    return words % {"number": number}


def _counted_invitations(number: int) -> str:
    return ngettext("Invitation", "%(number)d invitations", number) % {"number": number}


def _counted_taken(number: int) -> str:
    return ngettext("Challenge taken", "%(number)d challenges taken", number) % {"number": number}


_OPERATORS = Topic("operators", gettext_lazy("A match was annulled or reopened"))
KINDS = (
    Kind(MATCH_REOPENED, _OPERATORS, _counted_reopened, _reopened),
    Kind(MATCH_ANNULLED, _OPERATORS, _counted_annulled, _annulled),
    Kind(
        YOUR_TURN,
        Topic(YOUR_TURN, gettext_lazy("Your turn")),
        _counted_turns,
        _your_turn,
        quiet=True,
    ),
    Kind(
        MATCH_OVER,
        Topic(MATCH_OVER, gettext_lazy("A match is over")),
        _counted_ends,
        _match_over,
    ),
    Kind(
        INVITATION,
        Topic(INVITATION, gettext_lazy("An invitation")),
        _counted_invitations,
        _invitation,
    ),
    Kind(
        CHALLENGE_TAKEN,
        Topic(CHALLENGE_TAKEN, gettext_lazy("Your challenge was taken")),
        _counted_taken,
        _taken,
    ),
)
