"""What becomes of the mails of somebody whose account is deleted."""

from django.db import transaction

from golem.outbox.models import Mailbox, Message, Notice, Preference

FAREWELL = "account_deleted"
"""The kind of the one mail that is told to nobody's log; its row goes once it has left."""


def forget_person(user_id: int) -> None:
    """Delete mails that wait, the log of those that were sent, and preferences."""
    with transaction.atomic():
        list(Mailbox.objects.select_for_update(no_key=True).filter(pk=user_id))
        Notice.objects.filter(user=user_id).delete()
        Message.objects.filter(user=user_id).delete()
        Preference.objects.filter(user=user_id).delete()
        Mailbox.objects.filter(pk=user_id).delete()
