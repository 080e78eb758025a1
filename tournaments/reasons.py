"""Why things stand as they do in tables, in words: sentences by code."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.knock_out import Verdict
from tournaments.reading.values import shown, signed

SEPARATED: dict[str, Promise] = {
    "points": _("Points: {low} to {high} of {above}."),
    "sonneborn_berger": _("Equal on points with {above}; Sonneborn-Berger {low} to {high}."),
    "head_to_head": _("Points in matches among those still equal: {low} to {high} of {above}."),
    "goal_difference": _("Goal difference {low} to {high} of {above}."),
    "goals": _("Goals scored: {low} to {high} of {above}."),
    "wins": _("Wins: {low} to {high} of {above}."),
    "buchholz": _("Equal so far with {above}; Buchholz {low} to {high}."),
    "shared": _("Equal with {above} by every step: they share the place."),
}
"""What separated a row from the one above it: ``low`` is its own value."""

TIES: dict[str, Promise] = {
    "bye": _("No opponent in this round."),
    Verdict.WALKOVER: _("No opponent in this round."),
    Verdict.WITHDRAWN: _("The other side withdrew."),
    Verdict.BOTH_WITHDREW: _("Both sides withdrew: nobody goes on."),
    Verdict.POINTS: _("More points from the matches of the tie."),
    Verdict.GOAL_DIFFERENCE: _("Equal points; the better goal difference."),
    Verdict.BETTER_SEED: _("Equal in all; the better seed goes on."),
}
"""Why a tie of a knock-out, or a meeting of teams, has its winner."""

RESULTS: dict[str, Promise] = {
    "played": _("played"),
    "withdrawal": _("ended by a withdrawal"),
    "forfeit": _("decided by the organiser"),
    "double_forfeit": _("lost by both"),
    "bye": _("bye"),
    "annulled": _("annulled, counts nowhere"),
}


def separated(decided: Mapping[str, Any] | None, names: Mapping[int, str]) -> str:
    """Return what put a row below the one above it; ``names`` by the key of the place.

    Empty for the first row, and where ranks do not come from a table.
    """
    if decided is None:
        return ""
    values: Sequence[str] = decided["values"] or ("0", "0")
    show = signed if decided["code"] == "goal_difference" else shown
    high, low = (show(value) for value in values)
    words = str(SEPARATED[decided["code"]])
    return words.format(above=names.get(decided["above"], "?"), high=high, low=low)


def tie(reason: str) -> str:
    """Return why a tie has its winner; empty while it is open."""
    known = TIES.get(reason)
    return str(known) if known is not None else reason.replace("_", " ")


def result(code: str) -> str:
    """Return how a board came to its result."""
    return str(RESULTS[code]) if code else ""


def left(removed: bool, counted: bool, reason: str) -> str:
    """Return what is said of who left: whose doing it was, and what became of the results."""
    who = _("Removed by the organiser.") if removed else _("Withdrew.")
    what = (
        _("Half of the matches or more were finished: they count, the rest are lost.")
        if counted
        else _("Under half of the matches were finished: none of them counts here.")
    )
    return " ".join([str(who), str(what), *([reason] if reason else [])])


def reached(out_in: int | None, over: bool) -> str:
    """Return how far somebody came in a knock-out: the round in which they went out, if they
    did."""
    if out_in is None:
        return str(_("Won the knock-out.") if over else _("Still in."))
    return str(_("Went out in round {round}.")).format(round=out_in)
