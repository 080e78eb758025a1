"""What is said of places on a ladder."""

from django.utils.translation import gettext as _

from tournaments.ladder.rungs import PARKED
from tournaments.models import Place


def rung_words(place: Place) -> str:
    """Return who stands where on the ladder, in a sentence; ``place`` has its entry and user."""
    name = str(place.entry)
    if place.number >= PARKED:
        return _("%(name)s has left the ladder.") % {"name": name}
    return _("%(name)s: place %(place)d.") % {"name": name, "place": place.number}
