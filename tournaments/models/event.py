"""An event: what its organiser wrote down, and how far it has come."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

LONGEST_NAME = 60  # characters


class Event(models.Model):
    """A tournament, an edition of a championship, a mini cup, a ladder or a team cup.

    ``document`` is the event as its organiser wrote it (:mod:`tournaments.document`), which never
    changes once it has started; ``name``, ``game``, ``kind`` and ``bots`` repeat what lists ask
    for. ``series`` names a row of events of which each follows the one before ("championship of a
    game"), ``edition`` numbers them from 1. An event without an ``organiser`` is the server's own.

    ``closes_at`` is when entry ends by itself; ``starts_at`` when it starts (null: when it is
    full). ``due_at`` is the next instant at which time alone brings something about, for
    :mod:`tournaments.advance`. All instants are UTC.
    """

    class Kind(models.TextChoices):
        TOURNAMENT = "tournament"
        CHAMPIONSHIP = "championship"
        MINI_CUP = "mini_cup"
        LADDER = "ladder"
        TEAM_CUP = "team_cup"

    class Status(models.TextChoices):
        ENTRY = "entry"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    kind = models.CharField(max_length=15, choices=Kind.choices)
    game = models.CharField(max_length=30)
    name = models.CharField(max_length=LONGEST_NAME)
    document = models.JSONField()
    bots = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ENTRY)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="events_organised",
    )
    password = models.CharField(max_length=128, blank=True, editable=False)
    series = models.CharField(max_length=50, blank=True)
    edition = models.PositiveIntegerField(null=True, blank=True)
    entry_open = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["series", "edition"], condition=~Q(series=""), name="edition_once"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["entry", "running"], ended_at=None)
                | Q(status__in=["finished", "cancelled"], ended_at__isnull=False),
                name="event_ended_iff_over",
            ),
            models.CheckConstraint(
                condition=Q(status="entry", started_at=None)
                | Q(status__in=["running", "finished"], started_at__isnull=False)
                | Q(status="cancelled"),
                name="event_started_iff_it_ran",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="event_due"),
            models.Index(fields=["status", "-id"], name="event_status"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether it has ended, or was cancelled."""
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def rules(self) -> dict[str, Any]:
        """The document, typed as what it is."""
        document: dict[str, Any] = self.document
        return document
