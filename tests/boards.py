"""Cases drawn as boards, in text files that a person can check by eye.

A case is a title after ``==``, a drawing, then ``yes`` legal moves, ``no`` illegal ones with the
code of the rule that they break, and ``all`` legal moves there are. A line that begins with ``#``
says what the case is about.
"""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Case:
    title: str
    drawing: str = ""
    yes: list[str] = field(default_factory=list)
    no: list[tuple[str, str]] = field(default_factory=list)
    all: list[str] = field(default_factory=list)


def read_cases(folder: Path) -> list[Case]:
    """Return the cases of all files of ``folder``."""
    texts = [path.read_text() for path in sorted(folder.glob("*.txt"))]
    return [read_case(text) for whole in texts for text in whole.split("== ")[1:]]


def read_case(text: str) -> Case:
    title, *lines = text.splitlines()
    case, listing = Case(title), False
    for line in lines:
        word, *rest = line.split() or [""]
        if word == "#":
            continue
        if word == "yes":
            case.yes += rest
        elif word == "no":
            case.no.append((rest[0], rest[1]))
        elif word == "all" or listing:
            listing = True
            case.all += [move for move in line.split() if move not in ("all", "none")]
        else:
            case.drawing += line + "\n"
    return case
