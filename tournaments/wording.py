"""Sentences about events, by code: what is wrong with a document, and what a plan says."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.problem import Problem

PROBLEMS: dict[str, Promise] = {
    # the form
    "missing": _("This is needed."),
    "unknown_field": _("There is no such field."),
    "wrong_type": _("This is to be of the type {expected}."),
    "not_a_choice": _("This can be: {choices}."),
    "out_of_range": _("This is a whole number from {least} to {most}."),
    "bad_length": _("This has {least} to {most} characters."),
    "bad_count": _("There are {least} to {most} of these."),
    "repeated": _("Each of these may stand here once."),
    # words
    "not_one_line": _("A name is one line without characters that cannot be seen."),
    "not_plain_text": _("This text has characters that cannot be printed."),
    # terms
    "unknown_option": _("The game has no such option. Its options: {options}."),
    "bad_option": _("The option cannot have this value."),
    "control_without_vacation": _("With this time control nobody has vacation."),
    "bots_unrated": _("Matches between bots are unrated."),
    "teams_of_people": _("Team cups are for people."),
    "no_teams_here": _("Only a team cup has teams."),
    # entry and dates
    "below_least": _("This is less than the least number of entrants, {least}."),
    "below_rating_from": _("This is less than the lowest rating, {rating_from}."),
    "most_needed": _("An event that starts when it is full needs a number at which it is."),
    "no_date_when_full": _("An event that starts when it is full has no date."),
    "bad_instant": _("This is no instant with its zone, such as 2027-05-01T18:00:00Z."),
    "in_the_past": _("This is in the past."),
    "too_far": _("This is more than {days} days away."),
    "closes_after_start": _("Entry cannot end after the start."),
    # stages
    "last_stage": _("From the last stage nobody goes on."),
    "knock_out_is_last": _("A knock-out is the last stage: one is left."),
    "groups_or_size": _("Give the number of groups or their size, not both."),
    "group_too_small": _("With {players} players a group would have fewer than {least}."),
    "group_too_large": _("With {players} players a group would have more than {most}."),
    "all_advance": _("With {players} players all {group} would go on."),
    "too_many_rounds": _("With {players} players there can be no more rounds than {most}."),
    "too_few_advance": _("At least {least} have to go on."),
    "too_many_matches": _("With {players} players more than {most} matches would start at once."),
}


def sentence(problem: Problem) -> str:
    """Return what is wrong, as plain text."""
    return str(PROBLEMS[problem.code]).format_map({**_spoken(problem.data)})


def _spoken(data: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: ", ".join(map(str, value)) or "-" if isinstance(value, list) else str(value)
        for name, value in data.items()
    }


def told(problem: Problem) -> dict[str, Any]:
    """Return the problem as the API shows it."""
    head = {"path": problem.path, "code": problem.code, "detail": sentence(problem)}
    return head | {"data": dict(problem.data)}


WORDS: dict[str, dict[str, Promise]] = {
    "kind": {
        "tournament": _("tournament"),
        "championship": _("championship"),
        "mini_cup": _("mini cup"),
        "ladder": _("ladder"),
        "team_cup": _("team cup"),
    },
    "status": {
        "entry": _("open for entry"),
        "running": _("running"),
        "finished": _("finished"),
        "cancelled": _("cancelled"),
    },
    "entry": {
        "entered": _("has a place"),
        "waiting": _("waits for a place"),
        "withdrawn": _("withdrew"),
        "removed": _("was removed"),
    },
    "stage": {
        "round_robin": _("round robin"),
        "swiss": _("Swiss rounds"),
        "knock_out": _("knock-out"),
    },
    "scoring": {
        "graded": _("5, 4 or 3 points for a win, by how it was won; 2 each for an even match"),
        "plain": _("2 points for a win, 1 each for an even match"),
    },
    "metric": {
        "points": _("points"),
        "sonneborn_berger": _("Sonneborn-Berger"),
        "head_to_head": _("head to head"),
        "goal_difference": _("goal difference"),
        "goals": _("goals scored"),
        "wins": _("wins"),
        "buchholz": _("Buchholz"),
    },
}


def word(kind: str, code: str) -> str:
    """Return the words for a code of an event; one without words is spelled out."""
    found = WORDS[kind].get(code)
    return str(found) if found is not None else code.replace("_", " ")
