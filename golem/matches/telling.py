"""What mails about matches share: the facts of many notices at once, and the words for them.

Each of the functions that ask the database does so for all notices of a mail run, with a number
of queries that does not depend on how many they are.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from golem.matches import clocks
from golem.matches.log import game_of
from golem.matches.models import Match, SealedMove, Seat
from golem.matches.rows import by_seat
from golem.outbox.kinds import Asked, instant
from golem.outbox.models import Notice
from golem.outbox.readers import Reader
from golem.play.clock import Allowance, year_of


class Player(NamedTuple):
    """Who sits where in a match."""

    user_id: int
    name: str
    username: str


@dataclass(frozen=True, slots=True)
class Told:
    """A notice about a match, its reader, the reader's seat there, and all players in order."""

    notice: Notice
    reader: Reader
    seat: Seat
    players: Sequence[Player]

    @property
    def match(self) -> Match:
        """The match that the notice is about."""
        return self.seat.match


def own_seats(asked: Sequence[Asked]) -> list[Told]:
    """Return those notices whose user has a seat in the match that they are about, if it is still
    in the notice's run (two queries)."""
    seats = Seat.objects.select_related("match").filter(
        match__in={one.notice.subject for one in asked},
        user__in={one.notice.user_id for one in asked},
    )
    found = {(seat.user_id, seat.match_id): seat for seat in seats}
    players = players_of({seat.match_id for seat in found.values()})
    return [
        Told(one.notice, one.reader, seat, players[seat.match_id])
        for one in asked
        if (seat := found.get((one.notice.user_id, one.notice.subject)))
        and seat.match.reopened == one.notice.run
    ]


def players_of(match_ids: Collection[int]) -> Mapping[int, Sequence[Player]]:
    """Return the players of each match, in the order of their seats (one query)."""
    seats = Seat.objects.filter(match__in=match_ids).order_by("number")
    found: dict[int, list[Player]] = {match_id: [] for match_id in match_ids}
    rows = seats.values_list("match", "user", "name", "user__username")
    for match_id, user_id, name, username in rows:
        found[match_id].append(Player(user_id, name, username))
    return found


def own_turns(asked: Sequence[Asked]) -> list[Told]:
    """Return those notices whose user still owes the move of the notice's ply (three queries)."""
    owing = [
        told for told in own_seats(asked) if told.seat.to_move and told.match.ply == told.notice.ply
    ]
    sealed = SealedMove.objects.filter(
        match=OuterRef("match"), seat=OuterRef("name"), ply=OuterRef("match__ply")
    )
    seats = Seat.objects.filter(Exists(sealed), pk__in=[told.seat.pk for told in owing])
    done = set(seats.values_list("pk", flat=True))
    return [told for told in owing if told.seat.pk not in done]


def allowance(told: Iterable[Told]) -> Allowance:
    """Return the vacation days of the notices' users (one query)."""
    return clocks.allowance({one.seat.user_id for one in told if one.match.vacation})


def days_left(seat: Seat, at: datetime, days: Allowance) -> int:
    """Return how many vacation days the seat's player could still spend in the year of ``at``."""
    if not seat.match.vacation:
        return 0
    return max(0, days.days - days.spent.get((seat.user_id, year_of(at)), 0))


def opponent(told: Told) -> str:
    """Return the names of those against whom the reader plays."""
    return others(told.players, told.notice.user_id)


def others(players: Iterable[Player], user_id: int) -> str:
    """Return the names of all players but one."""
    return ", ".join(player.username for player in players if player.user_id != user_id)


def path_of(match: Match) -> str:
    """Return the path of the match's page."""
    return reverse("matches:match", args=[match.pk])


def glance(match: Match, players: Iterable[Player]) -> str:
    """Return game, number, and the score or the move that is due, in a line."""
    words = [game_of(match).info.title, _("match %(number)d") % {"number": match.pk}]
    if match.status == Match.Status.RUNNING:
        words.append(_("move %(ply)d") % {"ply": match.ply})
    if match.score:
        words.append(by_seat(players, match.score))
    return ", ".join(words)


def deadline(told: Told, allowed: Allowance) -> str:
    """Return what happens to the reader's seat if it does not move, and when."""
    if told.seat.zero_at is None:
        return _("All clocks stand still at the moment.")
    days = days_left(told.seat, told.seat.zero_at, allowed)
    at = instant(told.seat.zero_at, told.reader)
    if not days:
        return _("Without a move from you the match is lost on %(at)s.") % {"at": at}
    return ngettext(
        "Your clock runs out on %(at)s; then your last vacation day of the year is spent.",
        "Your clock runs out on %(at)s; then one of your %(days)d vacation days is spent.",
        days,
    ) % {"at": at, "days": days}
