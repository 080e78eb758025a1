"""Links that switch mails off without a login: signed, for one user and the topics of one mail."""

from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.urls import reverse

SALT = "golem.outbox.unsubscribe"


def link(user_id: int, topics: Iterable[str]) -> str:
    """Return the address of the page, whose button switches these topics off for the user."""
    token = signing.dumps([user_id, sorted(topics)], salt=SALT)
    return f"{settings.GOLEM_ORIGIN}{reverse('outbox:unsubscribe', args=[token])}"


def read(token: str) -> tuple[int, list[str]] | None:
    """Return user id and topics of a link that we made, however long ago; else nothing.

    Nothing as well if there is no such user any more.
    """
    try:
        user_id, topics = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    known = get_user_model().objects.filter(pk=user_id).exists()
    return (user_id, topics) if known else None
