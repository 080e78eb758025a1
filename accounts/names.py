"""What an account may be called: the alphabet, the length and the names that are nobody's."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20
ALPHABET = "A-Za-z0-9_-"
# Anchors that mean the whole text in Python, in PostgreSQL and in SQLite; ``$`` does not.
PATTERN = rf"\A[{ALPHABET}]{{{SHORTEST},{LONGEST}}}\Z"

HOUSE = "house"
RESERVED = frozenset(
    {HOUSE, "me", "myself", "self", "admin", "administrator", "root", "sysadmin", "system"}
    | {"server", "golem", "api", "www", "web", "mail", "postmaster", "webmaster", "hostmaster"}
    | {"abuse", "security", "support", "help", "info", "noreply", "no-reply", "staff", "team"}
    | {"moderator", "operator", "organiser", "organizer", "official", "referee", "arbiter"}
    | {"null", "none", "nil", "undefined", "unknown", "nobody", "anonymous", "everyone", "all"}
    | {"deleted", "deleted-user", "bot", "computer", "opponent", "draw", "bye"}
)
# The same list for the database, in a fixed order so that it makes no migration by itself.
RESERVED_PATTERN = r"\A(?:" + "|".join(sorted(map(re.escape, RESERVED))) + r")\Z"


def well_formed(name: str) -> bool:
    """Tell whether ``name`` has the length and the letters of a name, reserved or not."""
    return re.match(PATTERN, name) is not None


def validate_name(name: str) -> None:
    """Raise ``ValidationError`` (``name_length``, ``name_characters``, ``name_reserved``).

    Whether the name is taken is the database's to say.
    """
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not well_formed(name):
        raise ValidationError(
            _("A name is made of the letters A to Z, digits, _ and - only."),
            code="name_characters",
        )
    if name.lower() in RESERVED:
        raise ValidationError(_("This name is reserved."), code="name_reserved")
