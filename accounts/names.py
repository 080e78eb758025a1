"""What an account may be called: the alphabet, the length and the names that are nobody's.

Two names are one if they differ in case only, or if they look alike as they are written: ``_`` and
``-`` are passed over, ``0`` is an o, and ``1`` is an i and an l, as a capital I is. So ``KarI`` and
``Kar1`` are taken where there is a ``Karl``; ``Kari`` is another person.
"""

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
SEPARATORS = "_-"
ALIKE = {"o": "[o0]", "i": "[i1l]", "l": "[l1]"}
GONE = "gone-"
"""How the name begins that takes the place of a deleted account's; its number follows."""
GONE_PATTERN = rf"\A{GONE}[1-9][0-9]*\Z"


def _however_written(word: str) -> str:
    """Return a pattern of ``word`` in the spellings that look like it."""
    letters = [ALIKE.get(letter, letter) for letter in word if letter not in SEPARATORS]
    return rf"[{SEPARATORS}]*".join(letters)


# For the database, too: in a fixed order, so that it makes no migration by itself. Whatever could
# be read as the name of somebody gone is nobody's either.
RESERVED_PATTERN = (
    rf"\A[{SEPARATORS}]*(?:"
    + "|".join([*map(_however_written, sorted(RESERVED)), _however_written("gone") + "[-_0-9oil]+"])
    + rf")[{SEPARATORS}]*\Z"
)
_reserved = re.compile(RESERVED_PATTERN, re.IGNORECASE | re.ASCII)


READINGS = ((("1", "i"),), (("I", "l"), ("1", "l")))
"""What signs are taken for before all letters are made small, in each of the two ways to read."""
ALIKE_IN_ALL = (("0", "o"), ("_", ""), ("-", ""))
"""And after it."""


def looks(name: str) -> list[str]:
    """Return what ``name`` looks like, in each of the two ways to read it: names are too much alike
    if they look the same in either."""
    return [_read(name, signs) for signs in READINGS]


def _read(name: str, signs: tuple[tuple[str, str], ...]) -> str:
    for sign, alike in signs:
        name = name.replace(sign, alike)
    name = name.lower()
    for sign, alike in ALIKE_IN_ALL:
        name = name.replace(sign, alike)
    return name


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
    if _reserved.match(name):
        raise ValidationError(_("This name is reserved."), code="name_reserved")
