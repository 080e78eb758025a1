"""The line to the mail server, whichever backend of Django's stands behind it."""

import logging
from typing import Any

from django.core.mail import EmailMessage, get_connection

from golem.outbox.smtp import Backend, Ready

log = logging.getLogger(__name__)


class Line:
    """An open line; raises whatever its backend does if it cannot be opened."""

    def __init__(self) -> None:
        self._backend: Any = get_connection()
        self._backend.open()

    def ready(self, mail: EmailMessage) -> Ready | EmailMessage:
        """Return the mail in the form in which :meth:`send` takes it."""
        return Ready(mail) if isinstance(self._backend, Backend) else mail

    def send(self, mail: Ready | EmailMessage) -> None:
        """Send one mail; raises what the backend does."""
        if isinstance(mail, Ready):
            self._backend.send_ready(mail)
        else:
            self._backend.send_messages([mail])

    @property
    def in_doubt(self) -> bool:
        """Whether the last mail may have been taken although no answer came."""
        return bool(getattr(self._backend, "in_doubt", False))

    def hang_up(self) -> None:
        """Close the line; the mails have left, so how it ends does not matter."""
        try:
            self._backend.close()
        except Exception as error:
            log.info("the line to the mail server broke at its end: %s", type(error).__name__)
