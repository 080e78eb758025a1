"""What was done to an event, and what its organiser has to say."""

from django.conf import settings
from django.db import models

from golem.matches.models import Match
from tournaments.models.entry import Entry
from tournaments.models.event import Event


class EventAct(models.Model):
    """One act on an event that its page tells everybody: what, to whom, why and when.

    ``by`` is null if the server did it by the rules. ``data`` holds what else belongs to the kind,
    without a name or an address: names are read from the rows when it is shown.
    """

    class Kind(models.TextChoices):
        CREATED = "created"
        ENTRY_CLOSED = "entry_closed"
        ENTRY_OPENED = "entry_opened"
        STARTED = "started"
        CANCELLED = "cancelled"
        ENDED = "ended"
        WITHDREW = "withdrew"
        REMOVED = "removed"
        REPLACED = "replaced"
        TIME_GIVEN = "time_given"
        ADJUDICATED = "adjudicated"
        ANNULLED = "annulled"
        LINEUP = "lineup"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=15, choices=Kind.choices)
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="acts"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="event_acts"
    )
    reason = models.CharField(max_length=200, blank=True)
    data = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["event", "-at"], name="event_act_at")]

    def __str__(self) -> str:
        return f"{self.kind} in event {self.event_id}"


class Announcement(models.Model):
    """A line or two from the organiser to everybody, told to those who take part."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="announcements")
    text = models.TextField(max_length=2000)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"announcement {self.pk} of event {self.event_id}"
