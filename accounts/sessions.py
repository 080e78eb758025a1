"""Sessions in the database; a cookie that can be no session's is not even looked up."""

import re
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{8,40}", re.ASCII)


class SessionStore(db.SessionStore):
    """Django's own, but that each row tells whose it is, and that PostgreSQL is never asked for a
    key that it cannot hold (NUL)."""

    @classmethod
    def get_model_class(cls) -> Any:
        """Return the model of the rows."""
        from accounts.models import Session

        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the row for ``data``, with the id of who is signed in."""
        row: Any = super().create_model_instance(data)
        row.user_id = data.get(SESSION_KEY)
        return row

    def _validate_session_key(self, key: Any) -> bool:
        return isinstance(key, str) and KEY.fullmatch(key) is not None


def end_all(user_id: int) -> None:
    """End every session of the account."""
    SessionStore.get_model_class().objects.filter(user_id=user_id).delete()
