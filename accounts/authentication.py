"""API tokens in the ``Authorization`` header."""

import re
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import ApiToken, User
from accounts.services import note_use, note_visit

FORM = re.compile(rb"\A[0-9a-f]{64}\Z")


class ApiTokenAuthentication(TokenAuthentication):
    """``Authorization: Token ...``: the user, and the ``ApiToken`` as ``request.auth``.

    One answer for a token that is malformed, unknown, revoked, expired, or of a closed account:
    401 with the code ``invalid_token``.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Return user and token row. Raises ``AuthenticationFailed``."""
        now = timezone.now()
        found = _valid(token, now) if FORM.match(token) else None
        if found is None:
            raise AuthenticationFailed(_("This token is not valid."), code="invalid_token")
        note_use(found, now)
        note_visit(found.user, now)
        return found.user, found


def _valid(token: bytes, now: datetime) -> ApiToken | None:
    rows = ApiToken.objects.filter(expiry__gt=now, user__is_active=True).select_related("user")
    return rows.filter(digest=hash_token(token.decode("ascii"))).first()
