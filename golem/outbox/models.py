"""What is to be told to whom, the mails that tell it, and what people wish to be told."""

from django.conf import settings
from django.db import models
from django.db.models import Q

USER = settings.AUTH_USER_MODEL


class Message(models.Model):
    """One mail to one address, written in the transaction of what it tells.

    It waits until ``due_at``. A sender that claims it holds it until ``leased_until``, so that two
    senders never hold one message and a killed sender's is tried again. Once sent or given up,
    the subject and the bodies are empty: they may hold a key to somebody's account. A mail that
    tells notices has none at all: it is written when it is sent. ``doubts`` counts the attempts
    that were begun and of which nobody knows (yet) whether the mail server took it.
    """

    kind = models.CharField(max_length=40)
    user = models.ForeignKey(
        USER, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    address = models.EmailField(max_length=254)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    doubts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index("due_at", name="message_due", condition=Q(due_at__isnull=False)),
            models.Index("created_at", name="message_created"),
            models.Index(
                "given_up_at", name="message_given_up", condition=Q(given_up_at__isnull=False)
            ),
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


class Notice(models.Model):
    """Something that ``user`` is to be told, written in the transaction that causes it.

    ``kind`` names an entry of :mod:`golem.outbox.kinds`; ``subject`` is the number of what it is
    about (a match, a challenge), ``ply`` the ply or 0, ``run`` how often the match had been let run
    again, or 0. While it waits it is looked at when
    ``due_at`` comes; ``message`` is the mail that tells it. It is closed when it was told, or
    for the reason for which it was not.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        TOLD = "told"
        STALE = "stale"  # no longer true when it was to be told
        QUIET = "quiet"  # told of one like it, and the reader has not been here since
        OFF = "off"
        UNREACHABLE = "unreachable"  # no address that mails may go to
        FAILED = "failed"

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=40)
    subject = models.PositiveBigIntegerField()
    ply = models.PositiveIntegerField(default=0)
    run = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    in_digest = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    message = models.ForeignKey(
        Message, null=True, blank=True, on_delete=models.SET_NULL, related_name="notices"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "subject", "ply", "run"], name="notice_once"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", closed_at=None)
                | (~Q(state="waiting") & Q(closed_at__isnull=False)),
                name="notice_waits_or_is_closed",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=Q(state="waiting", message=None),
                name="notice_due",
            ),
            models.Index(
                fields=["message"],
                condition=Q(state="waiting", message__isnull=False),
                name="notice_in_mail",
            ),
            models.Index(fields=["user", "-created_at"], name="notice_user_created"),
            models.Index(fields=["created_at"], name="notice_created"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}/{self.ply} to {self.user_id}"


class Mailbox(models.Model):
    """The row of one person that whoever puts notices into a mail locks, and their digest's hour.

    ``digest_hour`` is an hour (0 to 23) in the person's own time zone.
    """

    user = models.OneToOneField(
        USER, on_delete=models.CASCADE, primary_key=True, related_name="mailbox"
    )
    digest_hour = models.PositiveSmallIntegerField(default=8)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(digest_hour__lte=23), name="digest_hour_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"mailbox of {self.user_id}"


class Preference(models.Model):
    """How ``user`` wishes to be told of one topic; without a row, the topic's default counts."""

    class Mode(models.TextChoices):
        AT_ONCE = "at_once"
        DIGEST = "digest"
        OFF = "off"

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="mail_preferences")
    topic = models.CharField(max_length=40)
    mode = models.CharField(max_length=10, choices=Mode.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "topic"], name="preference_once"),
        ]

    def __str__(self) -> str:
        return f"{self.topic}: {self.mode}"
