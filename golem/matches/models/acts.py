"""What operators did, and the runs of matches that they reopened."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from golem.matches.models.match import Match


class Act(models.Model):
    """One act of an operator or organiser: what, on which match if on one, why, by whom and when.

    ``by`` is null if it was a command on the server. ``data`` holds what else belongs to the kind:
    ``seconds`` of a gift; ``began_at`` and ``ended_at`` of an outage, in ISO 8601; ``winner`` (a
    seat, or empty) and ``points`` by seat of an adjudication; ``old`` and ``new`` user (ids) of a
    replacement. On the page of its match everybody can read it, but not who did it.
    """

    class Kind(models.TextChoices):
        FREEZE = "freeze"
        THAW = "thaw"
        OUTAGE = "outage"
        BRAKE = "brake"
        RELEASE = "release"
        GIVE = "give"
        ANNUL = "annul"
        REOPEN = "reopen"
        ADJUDICATE = "adjudicate"
        REPLACE = "replace"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="acts"
    )
    seat = models.CharField(max_length=20, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    data = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["-at"], name="act_at")]
        permissions = [("operate", "Can work the clocks, annul and reopen matches")]

    def __str__(self) -> str:
        return f"{self.kind} at {self.at:%Y-%m-%d %H:%M}"


class Reopening(models.Model):
    """An end of a match that was taken back: it ended at ``ended_at`` and runs again from ``at``.

    ``number`` counts them from 1. ``how``, ``winner`` and ``points`` are what the end had been;
    ``given`` are the seconds that clocks got at ``at``, by seat. What lies between runs for nobody.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reopenings")
    number = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField()
    at = models.DateTimeField()
    how = models.CharField(max_length=30)
    winner = models.CharField(max_length=20, blank=True)
    points = models.JSONField()
    given = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="reopening_number_once"),
            models.CheckConstraint(
                condition=Q(at__gt=F("ended_at")), name="reopened_after_it_ended"
            ),
        ]

    def __str__(self) -> str:
        return f"reopening {self.number} of {self.match_id}"
