"""Finding players: all whom one can look up, or those whose names begin in some way."""

from functools import reduce
from operator import or_
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from accounts.bytewise import Bytewise
from accounts.models import User
from accounts.models.user import look_of
from accounts.names import LONGEST, looks
from accounts.selectors import proof_required
from golem.rest.pagination import NewestFirst

LAST: Final = "~"
"""A sign behind all those that a look is made of."""
SHOWN: Final = ("username", "is_bot", "is_house", "date_joined", "is_active")
"""All that a list of players needs of an account; nothing else is even read."""
OF_NAMES: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")


def players(beginning: str = "") -> QuerySet[User]:
    """Return the players whose name begins like this, by name: annotated ``key``, the name in
    lower case, which is the order.

    Names are compared as they look (:mod:`accounts.names`), in either way to read them: ``kar1``
    finds ``Karl_the_2nd``. What no name can hold finds nobody. Closed accounts are left out, and
    sign-ups that have still to prove an address where that is asked for.
    """
    rows = User.objects.filter(is_active=True).only(*SHOWN)
    if proof_required():
        addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
        rows = rows.filter(Exists(addresses.filter(verified=True)) | ~Exists(addresses))
    rows = rows.annotate(key=Lower("username")).order_by("key")
    return _beginning(rows, beginning) if beginning else rows


def _beginning(rows: QuerySet[User], beginning: str) -> QuerySet[User]:
    if len(beginning) > LONGEST or not OF_NAMES.issuperset(beginning):
        return rows.none()
    found = looks(beginning)
    keys = {f"look_{way}": Bytewise(look_of("username", way)) for way in range(len(found))}
    ranges = [
        Q(**{f"look_{way}__gte": look, f"look_{way}__lt": look + LAST})
        for way, look in enumerate(found)
    ]
    return rows.alias(**keys).filter(reduce(or_, ranges))


class ByName(NewestFirst):
    """Cursor pages of :func:`players`."""

    ordering = "key"
    position = r"[a-z0-9_-]{1,20}"
