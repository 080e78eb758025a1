"""Who plays: one row a person, a bot or the house."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class User(AbstractUser):
    """An account. ``is_bot`` is set before its first match, for good; ``is_house`` is the
    server's own computer opponent, exactly one row."""

    username = models.CharField(max_length=20, unique=True)
    is_bot = models.BooleanField(default=False)
    is_house = models.BooleanField(default=False, editable=False)
    owner = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="bots"
    )
    time_zone = models.CharField(max_length=64, default="UTC")

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_unique_by_lower_case"),
        ]
