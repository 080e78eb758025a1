"""How strong a player is at a game, as it stands now."""

from django.conf import settings
from django.db import models

from golem.play.rating import START, shown


class Strength(models.Model):
    """What the rated matches of ``user`` at ``game`` come to; only who has one has a row.

    A projection that ``golem.ratings`` alone writes. ``rating`` and ``peak`` are ten-thousandths
    of a point, ``rank`` counts the steps above 20 kyu; ``last_at`` is the end of the last match.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="strengths"
    )
    game = models.CharField(max_length=30)
    rating = models.PositiveIntegerField(default=START)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(default=0)
    peak = models.PositiveIntegerField(default=START)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="strength_once_a_game"),
        ]
        indexes = [models.Index(fields=["game", "-rating", "user"], name="strength_list")]

    def __str__(self) -> str:
        return f"{shown(self.rating)} of {self.user_id} at {self.game}"
