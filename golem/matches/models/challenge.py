"""An offer to play: to one player, or to everybody in the waiting room."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from golem.matches.models.match import Match
from golem.matches.models.timed import Timed


class Challenge(Timed):
    """A game offered by ``challenger``; open to all when ``opponent`` is null.

    ``seat`` is the challenger's own, empty when it is drawn by lot. ``rematch_of`` is the match
    that it repeats with the sides swapped. Of an open one ``rating_from`` and ``rating_to`` (whole
    points, null: no bound) are the ratings of those who may take it.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        CANCELLED = "cancelled"
        EXPIRED = "expired"

    game = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    rated = models.BooleanField(default=True)
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_made"
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="challenges_received",
    )
    seat = models.CharField(max_length=20, blank=True)
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge"
    )
    rematch_of = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="rematches"
    )

    class Meta:
        indexes = [
            models.Index(
                fields=["expires_at"], condition=Q(status="open"), name="challenge_open_expiry"
            ),
            models.Index(  # every page counts what waits for its reader
                fields=["opponent"], condition=Q(status="open"), name="challenge_open_to"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=Q(status__in=["open", "accepted"]),
                name="one_rematch_of_a_match",
            ),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk} to {self.game}"
