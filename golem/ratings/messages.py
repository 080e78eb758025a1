"""The notice that a rating was worked out anew: what causes it, and how it reads when it leaves."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext

from accounts.models import Strength
from accounts.strengths import rank_words
from golem import registry
from golem.outbox.kinds import Asked, Entry, Kind, Topic
from golem.outbox.services import tell
from golem.play import rating
from golem.ratings.models import Refold

RATING_CHANGED: Final = "rating_changed"


def changed(refold: Refold, user_ids: Iterable[int], now: datetime) -> None:
    """Note that these players are to be told, once, that their rating was worked out anew."""
    tell(RATING_CHANGED, sorted(user_ids), refold.pk, 0, now)


def _changed(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
    games = dict(
        Refold.objects.filter(pk__in={one.notice.subject for one in asked}).values_list(
            "pk", "game"
        )
    )
    rows = Strength.objects.filter(user__in={one.notice.user_id for one in asked})
    strengths = {(row.user_id, row.game): row for row in rows}
    return {
        one.notice.pk: _entry(one, game, strengths.get((one.notice.user_id, game)))
        for one in asked
        if (game := games.get(one.notice.subject))
    }


def _entry(asked: Asked, game: str, strength: Strength | None) -> Entry:
    title = registry.load(game).info.title
    if strength is None:
        line = _("None of your matches is rated any more.")
    else:
        line = _("It is %(rating)s now, and your rank %(rank)s.") % {
            "rating": rating.shown(strength.rating),
            "rank": rank_words(strength.rank),
        }
    why = _("A result before your last match was taken out, or came late.")
    path = reverse("ratings:history", args=[asked.reader.name, game])
    return Entry(_("Your rating at %(game)s has changed") % {"game": title}, (why, line), path)


def _counted(number: int) -> str:
    words = npgettext(
        "in a subject", "Your rating has changed", "%(number)d ratings have changed", number
    )
    return words % {"number": number}


KINDS: Final = (
    Kind(
        RATING_CHANGED,
        Topic(RATING_CHANGED, gettext_lazy("Your rating was worked out anew")),
        _counted,
        _changed,
    ),
)
