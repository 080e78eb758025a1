"""What happens next in an event, in words by code. An instant is shown behind the words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.reading.coming import Coming

WORDS: dict[str, Promise] = {
    "entry_closes": _("Entry ends on"),
    "starts": _("It starts, if enough have entered (needed: {number}), on"),
    "starts_when_full": _("It starts when it is full; places left: {number}."),
    "starts_or_cancelled": _("With {number} or more it starts then, else it is cancelled, on"),
    "group_ends": _("The group ends when all its matches have ended."),
    "groups_end": _("The groups end when all their matches have ended."),
    "round_ends": _("The round ends when all its matches have ended."),
    "round_of": _("Round {round} of {rounds} ends when all its matches have ended."),
    "round_number": _("Round {round} ends when all its matches have ended."),
    "next_round": _("Then round {round} is paired."),
    "next_stage": _("Then stage {stage} begins."),
    "event_ends": _("Then the event ends."),
    "event_ends_by": _("The whole event ends by its clocks at the latest on"),
}
LATEST = _("By the clocks that is at the latest on")


def words(one: Coming) -> str:
    """Return what happens, in one or two sentences."""
    code = one.code
    if code == "round_ends" and one.round:
        code = "round_of" if one.rounds else "round_number"
    said = str(WORDS[code]).format(
        number=one.number, stage=one.stage, round=one.round, rounds=one.rounds
    )
    if one.code in ("group_ends", "groups_end", "round_ends"):
        return " ".join([said, _open(one.number or 0), *([str(LATEST)] if one.at else [])])
    return said


def _open(number: int) -> str:
    words = ngettext("%(number)d match is open.", "%(number)d matches are open.", number)
    return words % {"number": number}
