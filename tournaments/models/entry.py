"""Who takes part in an event: a person, or a team of them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from tournaments.models.event import LONGEST_NAME, Event


class Entry(models.Model):
    """One who takes part in ``event``: ``user``, or the team called ``team`` (then no user).

    ``number`` counts the entries of the event in order, from 1, for good. An entry that waits has
    no place yet; one that left before the start, or before it was first paired in an endless
    event, is deleted. ``rating`` is what its player, or the mean of
    its team, had when it was seeded, in ten-thousandths of a point; ``seed`` is its rank by that,
    from 1.
    """

    class Status(models.TextChoices):
        ENTERED = "entered"
        WAITING = "waiting"  # for a place to become free
        WITHDRAWN = "withdrawn"
        REMOVED = "removed"  # by the organiser

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="entries",
    )
    team = models.CharField(max_length=LONGEST_NAME, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ENTERED)
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    rating = models.PositiveIntegerField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(user__isnull=False), name="entered_once"
            ),
            models.UniqueConstraint(
                F("event"), Lower("team"), condition=~Q(team=""), name="team_name_once"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, team="") | (Q(user=None) & ~Q(team="")),
                name="a_person_or_a_team",
            ),
        ]
        indexes = [models.Index(fields=["event", "status", "number"], name="entry_status")]

    def __str__(self) -> str:
        return self.team or str(self.user)

    @property
    def takes_part(self) -> bool:
        """Whether it has a place and has neither left nor been removed."""
        return self.status == self.Status.ENTERED


class Member(models.Model):
    """A player of a team. ``board`` is where they play, from 1; null for the substitute.

    ``event`` repeats that of the entry: nobody is in two teams of one event.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    is_captain = models.BooleanField(default=False)
    agreed = models.BooleanField(default=False)  # invited by the captain until then

    class Meta:
        ordering = ["entry_id", F("board").asc(nulls_last=True)]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(agreed=True), name="in_one_team"
            ),
            models.UniqueConstraint(fields=["entry", "user"], name="in_a_team_once"),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(is_captain=True), name="one_captain"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in team {self.entry_id}"
