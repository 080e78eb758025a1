"""Tables of plain text. Pure."""

from collections.abc import Sequence

GAP = "  "


def lined_up(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of equally many cells as lines: columns aligned, numbers to the right."""
    if not rows:
        return ""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "".join(_line(row, widths) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (
        cell.rjust(width) if cell[:1].isdecimal() and ":" not in cell else cell.ljust(width)
        for cell, width in zip(row, widths, strict=True)
    )
    return GAP.join(cells).rstrip() + "\n"
