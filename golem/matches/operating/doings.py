"""The acts that operators can do on a page: what each asks for, what it does, what it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from golem.matches import operators, outages
from golem.matches.annulment import annul
from golem.matches.models import Match
from golem.matches.operating.forms import GiveForm, OutageForm, PlainForm, ReasonForm
from golem.matches.reopening import reopen

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Filled = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Doing:
    """An act: its title, what it means, its form, and ``do``, which does it with what was filled
    in and returns what to say then. ``do`` raises ``Refused``."""

    title: "StrPromise"
    meaning: "StrPromise"
    form: type[forms.Form]
    do: Callable[[Filled, Match | None, User, datetime], str]


def _freeze(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    operators.freeze(filled["reason"], by, now)
    return _("All clocks stand still.")


def _thaw(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    operators.thaw(by, now, filled["reason"])
    return _("The clocks run again.")


def _brake(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    operators.brake_on(filled["reason"], by, now)
    return _("The brake is on.")


def _release(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    operators.release(by, now, filled["reason"])
    return _("The brake is off.")


def computed_anew(number: int) -> str:
    """Return what an outage came to in words: so many matches."""
    said = ngettext(
        "No clock ran in that time; %(number)d match was computed anew.",
        "No clock ran in that time; %(number)d matches were computed anew.",
        number,
    )
    return said % {"number": number}


def _outage(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    laid = outages.lay(filled["began_at"], filled["ended_at"], filled["reason"], by, now)
    lines = [computed_anew(laid.matches)]
    if laid.lost:
        numbers = ", ".join(str(match.pk) for match in laid.lost)
        lines.append(_("Ended on time because of it: %(numbers)s.") % {"numbers": numbers})
    if laid.days:
        names = ", ".join(day.player.username for day in laid.days)
        lines.append(_("Vacation days were spent in it by: %(names)s.") % {"names": names})
    return " ".join(lines)


def _give(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    assert match is not None
    seconds = round(filled["hours"] * 3600)
    operators.give(match.pk, filled["seat"], seconds, filled["reason"], by, now)
    return _("The time is given.")


def _annul(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    assert match is not None
    annul(match.pk, filled["reason"], by, lambda: now)
    return _("The match is annulled.")


def _reopen(filled: Filled, match: Match | None, by: User, now: datetime) -> str:
    assert match is not None
    reopen(match.pk, filled["reason"], by, lambda: now)
    return _("The match runs again.")


ON_CLOCKS: Mapping[str, Doing] = {
    "freeze": Doing(
        gettext_lazy("Freeze all clocks"),
        gettext_lazy("No clock of any match runs until the thaw. Moves go on."),
        ReasonForm,
        _freeze,
    ),
    "thaw": Doing(
        gettext_lazy("Thaw"), gettext_lazy("The clocks of all matches run again."), PlainForm, _thaw
    ),
    "outage": Doing(
        gettext_lazy("Lay an outage"),
        gettext_lazy("Let no clock have run in a time that is past. It cannot be taken back."),
        OutageForm,
        _outage,
    ),
    "brake": Doing(
        gettext_lazy("Put the brake on"),
        gettext_lazy("No vacation day is spent and no match ends on time until it is released."),
        ReasonForm,
        _brake,
    ),
    "release": Doing(
        gettext_lazy("Release the brake"),
        gettext_lazy("What is due is settled: matches are lost, vacation days are spent."),
        PlainForm,
        _release,
    ),
}
ON_MATCH: Mapping[str, Doing] = {
    "give": Doing(
        gettext_lazy("Give time"),
        gettext_lazy("It stands in the public ledger, with the reason."),
        GiveForm,
        _give,
    ),
    "annul": Doing(
        gettext_lazy("Annul"),
        gettext_lazy("The result is taken out for good. Both players are told."),
        ReasonForm,
        _annul,
    ),
    "reopen": Doing(
        gettext_lazy("Reopen"),
        gettext_lazy("The match runs again from where it stood. Both players are told."),
        ReasonForm,
        _reopen,
    ),
}
