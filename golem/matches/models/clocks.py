"""Rows that bear on clocks: vacation days spent, pauses, gifts, the heartbeat and the brake.

What a clock shows is computed from these and from a match's own rows; see
:mod:`golem.matches.clocks`.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from golem.matches.models.match import Match


class VacationDay(models.Model):
    """One vacation day that ``player`` spent at ``at``, as a clock of theirs in ``match`` ran out.

    ``number`` counts the days of the calendar ``year`` (UTC), from 1.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacation_days"
    )
    year = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="vacation_days")

    class Meta:
        ordering = ["player_id", "at"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "year", "number"], name="vacation_day_number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"day {self.number} of {self.year} of player {self.player_id}"


class Pause(models.Model):
    """An interval in which no clock of any match runs; ``ended_at`` is null while it goes on."""

    class Kind(models.TextChoices):
        OUTAGE = "outage"
        FREEZE = "freeze"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["began_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gt=F("began_at")),
                name="pause_ends_after_it_began",
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=Q(ended_at=None), name="one_pause_goes_on"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} from {self.began_at:%Y-%m-%d %H:%M}"


class Gift(models.Model):
    """Time that an operator gave to a seat, with the reason; ``seconds`` may be negative."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="gifts")
    seat = models.CharField(max_length=20)
    seconds = models.IntegerField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "at"]

    def __str__(self) -> str:
        return f"{self.seconds} s to {self.seat} of {self.match_id}"


class Heartbeat(models.Model):
    """The one row that every web process renews each minute: until ``at`` moves could be made."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at:%Y-%m-%d %H:%M:%S}"


class Brake(models.Model):
    """The one row that tells since when nothing may be settled on time, and why.

    No row: the brake is off.
    """

    on_since = models.DateTimeField()
    reason = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.reason
