"""The brake: when far too much is due at once, rather the clock is wrong than all the players.

While it is on, no path spends a vacation day or ends a match on time; everything else goes on.
"""

import logging
from datetime import datetime

from django.conf import settings
from django.db import transaction

from golem.matches.alarm import tell_operators
from golem.matches.models import Brake, Match, Seat

log = logging.getLogger(__name__)


def is_on() -> bool:
    """Tell whether the stored brake is on."""
    return Brake.objects.exists()


def holds(now: datetime) -> bool:
    """Tell whether nothing may be settled at ``now``; puts the brake on if too much is due.

    What it costs grows with what is due, and not with how many matches run.
    """
    if is_on():
        return True
    due = Seat.objects.filter(zero_at__lte=now).count()
    if due <= settings.BRAKE_ABOVE_MATCHES:
        return False
    running = _running_up_to(_enough_for(due))
    if due <= running * settings.BRAKE_ABOVE_SHARE:
        return False
    put_on(f"{due} clocks of {running} running matches at zero at once", now)
    return True


def _enough_for(due: int) -> int | None:
    """Return of how many running matches ``due`` is no more than the share that is borne."""
    share: float = settings.BRAKE_ABOVE_SHARE
    return int(due / share) + 1 if share > 0 else None


def _running_up_to(most: int | None) -> int:
    """Return how many matches run, counting no further than ``most``."""
    running = Match.objects.filter(status=Match.Status.RUNNING).order_by()
    return running.values("pk")[:most].count()


def put_on(reason: str, now: datetime, *, by_hand: bool = False) -> None:
    """Put the brake on, and raise the alarm by log, health page and mail; again changes nothing.

    ``by_hand``: an operator did it, so that nobody has to be woken by mail.
    """
    with transaction.atomic():  # the brake and its mail, or neither
        _, fresh = Brake.objects.get_or_create(pk=1, defaults={"on_since": now, "reason": reason})
        if fresh and not by_hand:
            tell_operators(reason, now)
    if fresh:
        log.critical("the brake is on, no clock is settled: %s", reason)


def release() -> bool:
    """Take the brake off, on the operator's word; return whether it was on."""
    deleted, _ = Brake.objects.all().delete()
    if deleted:
        log.warning("the brake is off")
    return bool(deleted)
