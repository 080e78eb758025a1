"""Whom a player does not want to hear of."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Boundary(models.Model):
    """``holder`` mutes ``other`` (does not see their lines of text), or blocks them (who is
    blocked can neither challenge the holder nor take the holder's open challenges)."""

    class Kind(models.TextChoices):
        MUTE = "mute"
        BLOCK = "block"

    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="boundaries"
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "boundaries"
        constraints = [
            models.UniqueConstraint(fields=["holder", "other", "kind"], name="boundary_once"),
            models.CheckConstraint(condition=~Q(holder=F("other")), name="boundary_not_self"),
        ]

    def __str__(self) -> str:
        return f"{self.holder_id} {self.kind}s {self.other_id}"
