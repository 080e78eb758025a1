"""Templates of mails, rendered once for all mails of one shape and then only filled.

Mails that tell as many things in as many lines differ in nothing but these texts. The template is
rendered with a mark for each of them, and what stands between the marks is kept.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language

from golem.outbox.kinds import Entry

MARK: Final = re.compile("\ue000([0-9]+)\ue001")
KEPT: Final = 500
"""So many rendered templates are kept by each process."""
Part = tuple[str, Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class Told:
    """What a mail tells: the reader's name; the entries under their headings (empty: none); for
    each topic its title and the link that switches it off; where Golem is, and the page of wishes.
    """

    name: str
    parts: Sequence[Part]
    offs: Sequence[tuple[str, str]]
    origin: str
    wishes: str

    def shape(self) -> tuple[Any, ...]:
        """Return what two mails have in common that differ in their texts only."""
        entries = tuple(
            (bool(heading), tuple(len(entry.lines) for entry in found))
            for heading, found in self.parts
        )
        return entries, len(self.offs)

    def texts(self) -> list[str]:
        """Return all its texts, in the order in which :func:`_marked` takes the marks."""
        found = [self.name, self.origin, self.wishes]
        for heading, entries in self.parts:
            found.append(heading)
            for entry in entries:
                found += (entry.subject, entry.path, *entry.lines)
        for off in self.offs:
            found += off
        return found


def text(told: Told) -> str:
    """Return the mail as plain text."""
    return _filled("emails/notices-text.txt", told, str)


def html(told: Told) -> str:
    """Return the mail as HTML, every text in it escaped."""
    return _filled("emails/notices-html.html", told, escape)


def _filled(template: str, told: Told, written: Callable[[str], str]) -> str:
    between, numbers = _skeleton(template, get_language(), told.shape())
    texts = [written(one) for one in told.texts()]
    found = [between[0]]
    for number, after in zip(numbers, between[1:], strict=True):
        found += (texts[number], after)
    return "".join(found).strip() + "\n"


@lru_cache(maxsize=KEPT)
def _skeleton(
    template: str, language: str | None, shape: tuple[Any, ...]
) -> tuple[list[str], list[int]]:
    """Return what stands between the marks, and whose place each mark is."""
    pieces = MARK.split(render_to_string(template, _marked(shape)))
    return pieces[::2], [int(number) for number in pieces[1::2]]


def _marked(shape: tuple[Any, ...]) -> dict[str, Any]:
    """Return the context of a mail of this shape, a mark in the place of each text."""
    entries, offs = shape
    marks = _marks()
    name, origin, wishes = next(marks), next(marks), next(marks)
    parts = []
    for has_heading, lengths in entries:
        heading = next(marks)
        found = [
            Entry(next(marks), path=next(marks), lines=tuple(next(marks) for _ in range(lines)))
            for lines in lengths
        ]
        parts.append((heading if has_heading else "", found))
    return {
        "reader": SimpleNamespace(name=name),
        "parts": parts,
        "offs": [(next(marks), next(marks)) for _ in range(offs)],
        "origin": origin,
        "wishes": wishes,
    }


def _marks() -> Iterator[str]:
    number = 0
    while True:
        yield f"\ue000{number}\ue001"
        number += 1
