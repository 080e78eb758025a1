"""Deleting an account: closed and nameless at once, and then all that follows, however often.

The first part is one transaction, and nobody comes in or begins anything after it. The second is
done by a task that may be killed anywhere: each of its steps may be taken again, and only when all
are done is the row marked so.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import hooks, sessions
from accounts.adapter import AccountAdapter
from accounts.models import ApiToken, TakenName, User
from accounts.models.user import new_access_salt
from accounts.names import GONE
from accounts.selectors import mail_address
from accounts.zones import DEFAULT_ZONE
from golem.outbox.leaving import forget_person
from golem.rest.publishing import publish
from golem.rest.refusals import Forbidden, Unready

Clock = Callable[[], datetime]

log = logging.getLogger(__name__)


def leave(user_id: int, now: datetime) -> User:
    """Delete the account, for good; return its row as it is then. Again changes nothing.

    What follows from it is left to :func:`carry_out`, for which the workers are nudged. Raises
    ``Forbidden`` (``staff_stays``) for the staff and the house.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        if user.is_gone:
            return user
        if user.is_staff or user.is_superuser or user.is_house:
            raise Forbidden("staff_stays")
        user.left_at = now
        _say_farewell(user)
        _end_access(user)
        name = user.username
        _give_up_name(user)
        user.save()
        for rename in hooks.renaming:
            rename(user, name)
        transaction.on_commit(_nudge, robust=True)
    return user


def _say_farewell(user: User) -> None:
    address = mail_address(user)
    if address is not None:
        facts = {"user": user, "timestamp": user.left_at}
        AccountAdapter().send_mail("account_deleted", address, facts)


def _end_access(user: User) -> None:
    user.is_active = False
    user.set_unusable_password()
    user.access_salt = new_access_salt()
    user.groups.clear()
    user.user_permissions.clear()
    ApiToken.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    sessions.end_all(user.pk)


def _give_up_name(user: User) -> None:
    TakenName.objects.keep(user.username)
    _scrub_staffs_log(user)
    user.username, user.email = f"{GONE}{user.pk}", ""
    user.time_zone, user.last_seen, user.last_login = DEFAULT_ZONE, None, None


def _scrub_staffs_log(user: User) -> None:
    """Take the name and the address out of what the admin pages note of the staff's acts."""
    told = Q(object_repr__icontains=user.username) | Q(change_message__icontains=user.username)
    if user.email:
        told |= Q(object_repr__icontains=user.email) | Q(change_message__icontains=user.email)
    LogEntry.objects.filter(told).update(object_repr=f"{GONE}{user.pk}", change_message="")


def _nudge() -> None:
    from accounts.tasks import complete_deletions as task

    publish(task)


def carry_out(user_id: int, now: datetime, clock: Clock = timezone.now) -> bool:
    """Do what follows from a deletion; tell whether there was anything left to do.

    ``clock`` is asked by each room once it holds its locks.

    Raises what a room raises that cannot do its part now (``Unready``): to be called again.
    """
    left = User.objects.filter(pk=user_id, left_at__isnull=False, left_whole_at=None)
    user = left.first()
    if user is None:
        return False
    for act in hooks.leaving:
        act(user, clock)
    forget_person(user.pk)
    sessions.end_all(user.pk)
    left.update(left_whole_at=now)
    return True


def carry_out_all(now: datetime, clock: Clock = timezone.now) -> int:
    """Carry out all deletions that are not whole; return how many stay so, to be tried later."""
    left = User.objects.filter(left_at__isnull=False, left_whole_at=None).order_by("left_at")
    return sum(
        not _tried(user_id, now, clock) for user_id in list(left.values_list("pk", flat=True))
    )


def _tried(user_id: int, now: datetime, clock: Clock) -> bool:
    try:
        carry_out(user_id, now, clock)
    except Unready as refusal:
        log.info("the deletion of account %s goes on later: %s", user_id, refusal.code)
        return False
    except Exception:
        log.exception("the deletion of account %s could not be carried out", user_id)
        return False
    return True
