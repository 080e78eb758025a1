"""Time zones: the names that may be chosen, and the zone that a name stands for."""

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

DEFAULT_ZONE = "UTC"
# Old spellings, fixed offsets with their signs turned round, and files that are no zones.
LEFT_OUT = ("Etc/", "SystemV/", "posix/", "right/")


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names that may be chosen: UTC, and all of the form ``Area/Place``, sorted."""
    areas = {name for name in available_timezones() if "/" in name}
    return (DEFAULT_ZONE, *sorted(name for name in areas if not name.startswith(LEFT_OUT)))


def validate_zone(name: str) -> None:
    """Raise ``ValidationError`` (``unknown_time_zone``) for what is not in ``zone_names()``."""
    if name not in zone_names():
        raise ValidationError(_("There is no such time zone."), code="unknown_time_zone")


def zone(name: str) -> tzinfo:
    """Return the zone called ``name``; UTC when this machine's tables no longer know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
