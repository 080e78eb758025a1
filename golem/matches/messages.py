"""Mails about matches and challenges: what causes them, and how they read when they leave.

The first half is called by the services, inside the transaction of what happens. The second
half is asked by the outbox when it sends, for many notices at once, and tells what is true then.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext

from accounts.models import User
from golem import registry
from golem.matches.models import Act, Challenge, Match, Move, Seat, Takeover
from golem.matches.option_words import in_one_line
from golem.matches.telling import (
    Player,
    Told,
    allowance,
    deadline,
    glance,
    opponent,
    others,
    own_seats,
    own_turns,
    path_of,
    players_of,
)
from golem.matches.wording import say
from golem.outbox.kinds import Asked, Entry, Kind, Topic, instant
from golem.outbox.readers import Reader
from golem.outbox.services import News, tell, tell_all
from golem.play.endings import (
    ADJUDICATED,
    BOTH_TIMED_OUT,
    BOTH_WITHDREW,
    RESIGNATION,
    TIMEOUT,
    WITHDRAWAL,
)

YOUR_TURN = "your_turn"
MATCH_OVER = "match_over"
MATCH_ANNULLED = "match_annulled"
MATCH_REOPENED = "match_reopened"
PLAYER_REPLACED = "player_replaced"
INVITATION = "invitation"
CHALLENGE_TAKEN = "challenge_taken"


# --- what causes a mail ---


def after_change(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Note whom to tell that it is their turn at this ply, or that the match is over or annulled.

    Who ended it by an own move, or by resigning, knows.
    """
    after_changes([(match, seats, now)])


def after_changes(changed: Iterable[tuple[Match, Iterable[Seat], datetime]]) -> None:
    """Do what :func:`after_change` does for many matches, each with its seats at its own instant
    (one insert, unless some have ended on the board)."""
    tell_all(notice for match, seats, now in changed for notice in _notices(match, seats, now))


def _notices(match: Match, seats: Iterable[Seat], now: datetime) -> list[News]:
    people = [seat for seat in seats if not seat.user.is_bot]
    if match.status == Match.Status.RUNNING:
        kind, told = YOUR_TURN, [seat for seat in people if seat.to_move]
    elif match.annulled_at is not None:
        kind, told = MATCH_ANNULLED, people
    else:
        knows = _who_ended(match)
        kind, told = MATCH_OVER, [seat for seat in people if seat.name not in knows]
    return [News(seat.user_id, kind, match.pk, match.ply, match.reopened, now) for seat in told]


def reopened(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Note that the players are to be told that the match runs again, and whose turn it is."""
    people = [seat.user_id for seat in seats if not seat.user.is_bot]
    tell(MATCH_REOPENED, people, match.pk, match.ply, now, run=match.reopened)
    after_change(match, seats, now)


def replaced(takeover: Takeover, seats: Iterable[Seat], now: datetime) -> None:
    """Note that all concerned are to be told who took over a seat, and the newcomer that it is
    their turn, if it is."""
    everybody = [takeover.old_id, *(seat.user_id for seat in seats)]
    people = User.objects.filter(pk__in=everybody, is_bot=False).order_by("pk")
    tell(PLAYER_REPLACED, people.values_list("pk", flat=True), takeover.pk, 0, now)
    after_change(takeover.match, [seat for seat in seats if seat.name == takeover.seat], now)


def _who_ended(match: Match) -> set[str]:
    """Return the seats whose own act ended the match: none if the clock or an organiser did.

    Who took somebody out of an event tells them so, once and not for each match.
    """
    if match.how in (RESIGNATION, WITHDRAWAL, BOTH_WITHDREW):
        return {seat.name for seat in match.seats.all() if seat.name != match.winner}
    if match.how in (TIMEOUT, BOTH_TIMED_OUT, ADJUDICATED):
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


def _your_turn(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    told = own_turns(asked)
    allowed = allowance(told)
    return {
        one.notice.pk: Entry(
            _("Your turn against %(name)s") % {"name": opponent(one)},
            (glance(one.match, one.players), deadline(one, allowed)),
            path_of(one.match),
        )
        for one in told
    }


def _match_over(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    over = [one for one in own_seats(asked) if one.match.status == Match.Status.FINISHED]
    told = [one for one in over if one.match.annulled_at is None]
    adjudged = [one for one in told if one.match.how == ADJUDICATED]
    reasons = _reasons(adjudged, Act.Kind.ADJUDICATE) if adjudged else {}
    return {one.notice.pk: _end_of(one, reasons.get(one.match.pk)) for one in told}


def _end_of(told: Told, reason: str | None) -> Entry:
    match = told.match
    if not match.winner:
        words = _("Nobody won: your match against %(name)s is over")
    elif match.winner == told.seat.name:
        words = _("You won against %(name)s")
    else:
        words = _("You lost against %(name)s")
    how = say(match.game, "how", match.how)
    assert match.ended_at is not None
    at = instant(match.ended_at, told.reader)
    ended = _("It ended %(how)s on %(at)s.") % {"how": how, "at": at}
    why = (_("The organisers: %(reason)s") % {"reason": reason},) if reason else ()
    lines = (glance(match, told.players), ended, *why)
    return Entry(words % {"name": opponent(told)}, lines, path_of(match))


def _annulled(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    told = [one for one in own_seats(asked) if one.match.annulled_at is not None]
    words = _("Your match against %(name)s was annulled")
    return _by_operators(words, told, Act.Kind.ANNUL, _("It counts nowhere."))


def _reopened(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    told = [one for one in own_seats(asked) if one.match.status == Match.Status.RUNNING]
    return _by_operators(_("Your match against %(name)s runs again"), told, Act.Kind.REOPEN)


def _replaced(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    """Return entries about who took over a seat (two queries)."""
    rows = Takeover.objects.filter(pk__in={one.notice.subject for one in asked})
    found = {row.pk: row for row in rows.select_related("match", "old", "new")}
    players = players_of({row.match_id for row in found.values()})
    return {
        one.notice.pk: _takeover(row, one.notice.user_id, players[row.match_id])
        for one in asked
        if (row := found.get(one.notice.subject))
    }


def _takeover(row: Takeover, user_id: int, players: Sequence[Player]) -> Entry:
    opposite = [player.username for player in players if player.name != row.seat]
    names = {"old": row.old.username, "new": row.new.username, "name": ", ".join(opposite)}
    if user_id == row.new_id:
        words = _("You play on for %(old)s against %(name)s")
    elif user_id == row.old_id:
        words = _("%(new)s plays on for you against %(name)s")
    else:
        words = _("%(new)s plays on for %(old)s against you")
    why = _("The organisers: %(reason)s") % {"reason": row.reason}
    lines = (glance(row.match, players), _("The match is unrated from now on."), why)
    return Entry(words % names, lines, path_of(row.match))


def _by_operators(
    words: str, told: Sequence[Told], kind: Act.Kind, *lines: str
) -> dict[int, Entry]:
    """Return entries about what the operators did, with their reason the last time (one query)."""
    reasons = _reasons(told, kind)
    return {
        one.notice.pk: Entry(
            words % {"name": opponent(one)},
            (
                glance(one.match, one.players),
                *lines,
                _("The operators: %(reason)s") % {"reason": reasons.get(one.match.pk, "")},
            ),
            path_of(one.match),
        )
        for one in told
    }


def _reasons(told: Sequence[Told], kind: Act.Kind) -> dict[int | None, str]:
    """Return why it was done the last time, by match (one query)."""
    acts = Act.objects.filter(match__in=[one.match.pk for one in told], kind=kind)
    return dict(acts.order_by("at", "pk").values_list("match", "reason"))  # the last one wins


def _invitation(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    rows = Challenge.objects.select_related("challenger").filter(
        pk__in={one.notice.subject for one in asked},
        status=Challenge.Status.OPEN,
        expires_at__gt=now,
        challenger__is_active=True,
    )
    found = {(row.pk, row.opponent_id): row for row in rows}
    return {
        one.notice.pk: _offer(challenge, one.reader)
        for one in asked
        if (challenge := found.get((one.notice.subject, one.notice.user_id)))
    }


def _offer(challenge: Challenge, reader: Reader) -> Entry:
    words = _("%(name)s offers you a rematch") if challenge.rematch_of_id else None
    words = words or _("%(name)s invites you to a match")
    at = instant(challenge.expires_at, reader)
    until = _("The invitation is open until %(at)s.") % {"at": at}
    path = reverse("matches:challenge", args=[challenge.pk])
    subject = words % {"name": challenge.challenger.username}
    return Entry(subject, (_terms(challenge), until), path)


def _terms(challenge: Challenge) -> str:
    rated = _("rated") if challenge.rated else _("unrated")
    control = say("", "control", challenge.control)
    title = registry.load(challenge.game).info.title
    return ", ".join([title, *in_one_line(challenge.game, challenge.options), control, rated])


def _taken(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    subjects = {one.notice.subject for one in asked}
    rows = Challenge.objects.filter(pk__in=subjects, match__status=Match.Status.RUNNING)
    found = {row.pk: row for row in rows}
    players = players_of({row.match_id for row in rows if row.match_id})
    return {
        one.notice.pk: Entry(
            _("%(name)s took your challenge")
            % {"name": others(players[row.match_id], one.notice.user_id)},
            (_terms(row),),
            reverse("matches:match", args=[row.match_id]),
        )
        for one in asked
        if (row := found.get(one.notice.subject)) and row.match_id
    }


def _counted_turns(number: int) -> str:
    return npgettext("in a subject", "Your turn", "Your turn in %(number)d matches", number) % {
        "number": number
    }


def _counted_ends(number: int) -> str:
    return npgettext("in a subject", "Match over", "%(number)d matches over", number) % {
        "number": number
    }


def _counted_annulled(number: int) -> str:
    return npgettext("in a subject", "Match annulled", "%(number)d matches annulled", number) % {
        "number": number
    }


def _counted_reopened(number: int) -> str:
    words = npgettext("in a subject", "A match runs again", "%(number)d matches run again", number)
    return words % {"number": number}


def _counted_invitations(number: int) -> str:
    return npgettext("in a subject", "Invitation", "%(number)d invitations", number) % {
        "number": number
    }


def _counted_taken(number: int) -> str:
    return npgettext("in a subject", "Challenge taken", "%(number)d challenges taken", number) % {
        "number": number
    }


def _counted_replaced(number: int) -> str:
    words = npgettext(
        "in a subject", "A player was replaced", "%(number)d players replaced", number
    )
    return words % {"number": number}


_OPERATORS = Topic(
    "operators", gettext_lazy("A match was annulled or reopened, or a player replaced")
)
KINDS = (
    Kind(PLAYER_REPLACED, _OPERATORS, _counted_replaced, _replaced),
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
