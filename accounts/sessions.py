"""Sessions in the database; a cookie that can be no session's is not even looked up."""

import re
from typing import Any

from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{8,40}", re.ASCII)


class SessionStore(db.SessionStore):
    """Django's own, but that PostgreSQL is never asked for a key that it cannot hold (NUL)."""

    def _validate_session_key(self, key: Any) -> bool:
        return isinstance(key, str) and KEY.fullmatch(key) is not None
