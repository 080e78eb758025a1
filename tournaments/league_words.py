"""What is said of leagues, and of why somebody plays in one."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Group, Place
from tournaments.pairing.leagues import Reason

_REASONS: dict[str, Promise] = {
    Reason.PROMOTED: gettext_lazy("Promoted from league {before}."),
    Reason.STAYS: gettext_lazy("Stays in the league."),
    Reason.RELEGATED: gettext_lazy("Relegated from league {before}."),
    Reason.VACANCY: gettext_lazy("From league {before}: a seat here was free."),
    Reason.NO_SEAT: gettext_lazy("From league {before}: the league above has fewer seats now."),
    Reason.MERGED: gettext_lazy("From league {before}, which is part of this one now."),
    Reason.BOTTOM: gettext_lazy("Stays: there is no league below."),
    Reason.NEWCOMER: gettext_lazy("New in this edition: placed by rating, from the bottom."),
}


def seat_words(group: Group) -> str:
    """Return the league and the group in words."""
    words = _("You play in league %(league)d, group %(group)d.")
    return words % {"league": group.level, "group": group.number}


def fate_words(place: Place) -> str:
    """Return why somebody plays in this league; empty if nothing is known."""
    known = _REASONS.get(place.fate.get("reason", ""))
    return str(known).format(before=place.fate.get("before")) if known is not None else ""
