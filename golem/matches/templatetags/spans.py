"""Template filters: a span of time in words, and seconds in digits."""

from datetime import timedelta

from django import template

from golem.matches import spans

register = template.Library()


@register.filter
def span(value: timedelta) -> str:
    """Return a span in words; see :func:`golem.matches.spans.words`."""
    return spans.words(value)


@register.filter
def hms(seconds: int) -> str:
    """Return seconds as "100:00:00"."""
    return spans.digits(seconds)


@register.filter
def signed_hms(seconds: int) -> str:
    """Return seconds as "+36:00:00" or "−5:00:00"; nothing is "0:00:00"."""  # noqa: RUF002
    return f"+{spans.digits(seconds)}" if seconds > 0 else spans.digits(seconds)
