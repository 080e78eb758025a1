"""The secret link of a player's calendar."""

from django.conf import settings
from django.db import models


class CalendarLink(models.Model):
    """``user`` has a calendar feed; ``digest`` is the SHA-256 of the token in its address.

    The token itself is stored nowhere.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_link"
    )
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
