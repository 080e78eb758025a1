"""Mails that are to be sent, were sent, or could not be."""

from django.db import models
from django.db.models import Q


class Message(models.Model):
    """One mail to one address, written in the transaction of what it tells.

    It waits until ``due_at``; each attempt moves that ahead first, so that two senders never
    hold one message and a killed sender's is tried again. Once sent or given up, the subject and
    the bodies are empty: they may hold a key to somebody's account.
    """

    kind = models.CharField(max_length=40)
    address = models.EmailField(max_length=254)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index("due_at", name="message_due", condition=Q(due_at__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(due_at__isnull=False, sent_at=None, given_up_at=None)
                | Q(due_at=None, sent_at__isnull=False, given_up_at=None)
                | Q(due_at=None, sent_at=None, given_up_at__isnull=False),
                name="message_waits_or_is_sent_or_given_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
