"""Spans of time in words and in digits; always rounded down, so never more than is true."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def whole_seconds(span: timedelta) -> int:
    """Return the whole seconds in ``span``, rounded down; zero for a negative one."""
    return max(0, span // timedelta(seconds=1))


def words(span: timedelta) -> str:
    """Return ``span`` as its two largest units: "3 days 4 h", "5 h 12 min", "7 min", "40 s".

    A negative span is "0 s".
    """
    seconds = whole_seconds(span)
    if seconds >= DAY:
        return _two(_days(seconds // DAY), _hours(seconds % DAY // HOUR))
    if seconds >= HOUR:
        return _two(_hours(seconds // HOUR), _minutes(seconds % HOUR // MINUTE))
    if seconds >= MINUTE:
        return _minutes(seconds // MINUTE)
    return _("%(number)d s") % {"number": seconds}


def _two(first: str, second: str) -> str:
    return f"{first} {second}" if second else first


def _days(number: int) -> str:
    return ngettext("%(number)d day", "%(number)d days", number) % {"number": number}


def _hours(number: int) -> str:
    return _("%(number)d h") % {"number": number} if number else ""


def _minutes(number: int) -> str:
    return _("%(number)d min") % {"number": number} if number else ""


def digits(seconds: int) -> str:
    """Return a number of seconds as hours, minutes and seconds, as in "100:00:00"."""
    sign = "−" if seconds < 0 else ""  # noqa: RUF001  a true minus, as wide as a plus
    minutes, rest = divmod(abs(seconds), MINUTE)
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{rest:02}"
