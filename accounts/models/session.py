"""Sessions that know whose they are, so that a person's can be counted and ended."""

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A session; ``user_id`` is who is signed in, null if nobody is.

    It is no foreign key: a session may be written while its account goes, and is dead then anyway.
    """

    user_id = models.BigIntegerField(null=True, db_index=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @classmethod
    def get_session_store_class(cls) -> "type[SessionBase]":
        """Return the store that writes these rows."""
        from accounts.sessions import SessionStore

        return SessionStore
