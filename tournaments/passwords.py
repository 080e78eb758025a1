"""The password of an event: hashed, and not to be found out by trying."""

import limits
from django.conf import settings
from django.contrib.auth.hashers import check_password

from golem.rest.refusals import Forbidden, Unready
from golem.rest.throttles import counter
from tournaments.models import Event

TRIES = limits.parse("10/hour")
"""For one user and one event; right and wrong ones alike."""


class TooManyTries(Unready):
    """The password was tried too often."""

    status = 429


def prove(event: Event, user_id: int, password: str) -> str:
    """Return the hash that ``password`` fits, empty if the event needs none.

    It takes as long as a hash does: not to be called under a lock. Raises ``Forbidden``
    (``event_password_needed``, ``wrong_event_password``), ``TooManyTries``
    (``too_many_passwords``).
    """
    if not event.password:
        return ""
    if not password:
        raise Forbidden("event_password_needed")
    seconds = counter(settings.THROTTLE_STORAGE).seconds_to_wait(
        TRIES, "event_password", str(event.pk), str(user_id)
    )
    if seconds:
        raise TooManyTries("too_many_passwords", retry_after=seconds)
    if not check_password(password, event.password):
        raise Forbidden("wrong_event_password")
    return event.password
