"""What changes an account: its zone, its mark as a bot, its API tokens, visits."""

import logging
import uuid
from datetime import datetime, timedelta

from django.db import DatabaseError, OperationalError, transaction
from django.db.models import Q
from knox.models import get_digest_token
from knox.settings import CONSTANTS

from accounts import sessions
from accounts.hooks import has_had_a_match
from accounts.models import ApiToken, User
from accounts.models.user import StrengthShown, new_access_salt
from accounts.zones import validate_zone
from golem.outbox.preferences import plan_anew
from golem.rest.locks import was_lock
from golem.rest.refusals import Conflict, Forbidden, Missing

log = logging.getLogger(__name__)

MOST_TOKENS = 20
VISITS_NOTED = timedelta(minutes=1)
LIFETIME_BY_PASSWORD = timedelta(days=30)


def set_time_zone(user: User, name: str, now: datetime) -> None:
    """Store the zone in which ``user`` reads times; their next digest goes by it.

    Raises ``ValidationError`` if it is unknown.
    """
    validate_zone(name)
    user.time_zone = name
    with transaction.atomic():
        user.save(update_fields=["time_zone"])
        plan_anew(user.pk, now)


def set_strength_shown(user: User, shown: str) -> None:
    """Store whether ``user`` is shown ratings or ranks: a value of ``StrengthShown``."""
    user.strength_shown = StrengthShown(shown)
    user.save(update_fields=["strength_shown"])


def mark_as_bot(user: User) -> None:
    """Make ``user`` a bot, for good; again changes nothing.

    Raises ``Conflict`` (``has_played``) after its first match. The row is locked against the
    foreign keys of new seats too, so that no first match begins meanwhile.
    """
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        if not row.is_bot and has_had_a_match(row):
            raise Conflict("has_played")
        row.is_bot = user.is_bot = True
        row.save(update_fields=["is_bot"])


def end_other_access(user: User) -> None:
    """End all sessions of ``user``; the caller renews the present one. API tokens stay."""
    user.access_salt = new_access_salt()
    with transaction.atomic():
        user.save(update_fields=["access_salt"])
        sessions.end_all(user.pk)


def issue_token(
    user: User,
    name: str,
    scope: ApiToken.Scope,
    lifetime: timedelta,
    now: datetime,
    by_password: bool = False,
) -> tuple[ApiToken, str]:
    """Make an API token; return its row and the token itself, which nobody can show again.

    Expired tokens go. With 20 valid ones, a token by password takes the place of the one of its
    kind that would expire first; else ``Conflict`` (``too_many_tokens``). Raises ``Forbidden``
    (``access_ended``) if the password was changed, or the account closed, since ``user`` was read.
    """
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if not row.is_active or row.access_salt != user.access_salt:
            raise Forbidden("access_ended")
        row.auth_token_set.filter(expiry__lte=now).delete()
        _make_room(row, by_password)
        digest, clear = get_digest_token()
        token = ApiToken.objects.create(
            user=row,
            digest=digest,
            token_key=clear[: CONSTANTS.TOKEN_KEY_LENGTH],
            name=name,
            scope=scope,
            by_password=by_password,
            expiry=now + lifetime,
        )
    return token, clear


def _make_room(user: User, by_password: bool) -> None:
    held = ApiToken.objects.filter(user=user)
    if held.count() < MOST_TOKENS:
        return
    oldest = held.filter(by_password=True).order_by("expiry", "created").first()
    if not by_password or oldest is None:
        raise Conflict("too_many_tokens", most=MOST_TOKENS)
    oldest.delete()


def revoke_token(user: User, public_id: uuid.UUID) -> None:
    """End a token of ``user`` at once. Raises ``Missing`` (``no_such_token``)."""
    gone, _ = ApiToken.objects.filter(user=user, public_id=public_id).delete()
    if not gone:
        raise Missing("no_such_token")


def note_use(token: ApiToken, now: datetime) -> None:
    """Note that ``token`` was used, with one write in some minutes at most.

    Nobody's request fails for it: if the row is not to be had, the next use is noted.
    """
    if token.last_used is not None and now - token.last_used <= timedelta(minutes=5):
        return
    try:
        with transaction.atomic():
            ApiToken.objects.filter(pk=token.pk).update(last_used=now)
    except OperationalError as error:
        if not was_lock(error):
            raise


def note_visit(user: User, now: datetime) -> None:
    """Note that ``user`` was here, with one write a minute at most.

    A database that takes no writes at the moment does not keep anybody from reading.
    """
    before, after = now - VISITS_NOTED, now + VISITS_NOTED
    if user.last_seen is not None and before < user.last_seen < after:
        return
    noted = Q(last_seen__gt=before, last_seen__lt=after)  # later: by a clock that was wrong
    rows = User.objects.filter(Q(last_seen=None) | ~noted, pk=user.pk)
    try:
        rows.update(last_seen=now)
    except DatabaseError as error:
        log.warning("a visit could not be noted: %s", type(error).__name__)
