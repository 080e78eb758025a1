"""Deleting what nobody will come back for: old sessions, accounts whose address nobody proved."""

import logging
from datetime import datetime, timedelta
from importlib import import_module
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet

from accounts.hooks import has_had_a_match
from accounts.models import User
from accounts.selectors import proof_required

log = logging.getLogger(__name__)

UNPROVEN_FOR: Final = timedelta(days=30)
AT_MOST: Final = 500
"""Accounts that one run deletes; the next one goes on."""


def forget_sessions() -> None:
    """Delete the sessions that have expired."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_unproven(now: datetime) -> int:
    """Delete sign-ups of long ago that never proved an address; return how many.

    Only where an address must be proven to come in. Nobody is deleted who has ever been here, has
    a match, or was made by an operator.
    """
    if not proof_required():
        return 0
    candidates = _unproven(now).order_by("pk").values_list("pk", flat=True)[:AT_MOST]
    return sum(_forget(user_id, now) for user_id in list(candidates))


def _unproven(now: datetime) -> QuerySet[User]:
    proven = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    signed_up = EmailAddress.objects.filter(user=OuterRef("pk"))  # operators' accounts have none
    return User.objects.filter(
        ~Exists(proven),
        Exists(signed_up),
        date_joined__lt=now - UNPROVEN_FOR,
        last_login=None,
        last_seen=None,
        is_staff=False,
        is_superuser=False,
        is_bot=False,
    )


def _forget(user_id: int, now: datetime) -> bool:
    """Delete one account, unless it has come to life: its addresses are locked, so that nobody
    proves one meanwhile."""
    try:
        with transaction.atomic():
            list(EmailAddress.objects.select_for_update().filter(user=user_id).order_by("pk"))
            user = _unproven(now).select_for_update(of=("self",)).filter(pk=user_id).first()
            if user is None or has_had_a_match(user):
                return False
            user.delete()
    except ProtectedError:
        log.warning("account %s was never proven, but something hangs on it", user_id)
        return False
    return True
