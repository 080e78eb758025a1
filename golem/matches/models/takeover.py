"""Who sat at a seat before its present player."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from golem.matches.models.match import Match


class Takeover(models.Model):
    """At ``at``, while ``ply`` was to be made, ``new`` took over the seat of ``old`` as it was:
    position, clock, and a move that waited sealed. The match is unrated from then on, for good.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="takeovers")
    seat = models.CharField(max_length=20)
    ply = models.PositiveIntegerField()
    old = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats_left"
    )
    new = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats_taken"
    )
    at = models.DateTimeField()
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["match_id", "at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(old=F("new")), name="takeover_by_another"),
            models.UniqueConstraint(fields=["match", "at"], name="takeover_at_an_instant"),
        ]

    def __str__(self) -> str:
        return f"{self.new_id} for {self.old_id} as {self.seat} of {self.match_id}"
