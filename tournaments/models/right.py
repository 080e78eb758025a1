"""The right to a group of a mini cup."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.group import Group


class Right(models.Model):
    """That ``entry`` may play in a group of ``level``: entered for (level 1) or earned in
    ``earned_in``.

    Of several rights of one entry to one level only one waits at a time; a further one waits once
    that one was ``used_in`` a group. A right given up has ``given_up_at``.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rights")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="rights")
    level = models.PositiveIntegerField()
    earned_in = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.PROTECT, related_name="rights_earned"
    )
    at = models.DateTimeField()
    waits = models.BooleanField(default=False)
    used_in = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.PROTECT, related_name="rights_used"
    )
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "level", "at", "pk"]
        constraints = [
            models.UniqueConstraint(
                F("entry"), F("level"), condition=Q(waits=True), name="one_right_waits"
            ),
            models.UniqueConstraint(
                fields=["entry", "earned_in"],
                condition=Q(earned_in__isnull=False),
                name="a_right_is_earned_once",
            ),
            models.CheckConstraint(
                condition=Q(waits=False) | Q(used_in=None, given_up_at=None),
                name="a_right_waits_unused",
            ),
        ]

    def __str__(self) -> str:
        return f"right of {self.entry_id} to level {self.level}"
