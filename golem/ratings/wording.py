"""Sentences about ratings, by code."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from golem.play.rated import Unrated

WHY: Final = {
    Unrated.ANNULLED: _("Not rated: the match was annulled."),
    Unrated.BOT: _("Not rated: a bot played."),
    Unrated.REPLACED: _("Not rated: a player was replaced."),
    Unrated.AGREED: _("Not rated: the players agreed so."),
    Unrated.BYE: _("Not rated: there was no opponent."),
    Unrated.DOUBLE_FORFEIT: _("Not rated: both sides forfeited."),
    Unrated.BOTH_TIMED_OUT: _("Not rated: both ran out of time."),
    Unrated.NO_MOVE: _("Not rated: the loser never made a move."),
    Unrated.NOT_TWO: _("Not rated: only matches of two are."),
}


def why(reason: Unrated) -> str:
    """Return the sentence that says why a match is not rated."""
    return str(WHY[reason])
