"""What a program shows instead of a password: stored as a digest only."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class ApiToken(AbstractAuthToken):
    """An API token of ``user``, valid until ``expiry``.

    The token itself is shown once, when it is made. ``by_password`` marks those that
    ``auth/token/`` gave for a name and password. ``last_used`` is right to some minutes.
    """

    class Scope(models.TextChoices):
        """What a token may do: look only, or act as its user."""

        READ = "read", _("Read only")
        PLAY = "play", _("Read and play")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="auth_token_set"
    )
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=40)
    scope = models.CharField(max_length=4, choices=Scope)
    by_password = models.BooleanField(default=False)
    expiry = models.DateTimeField()
    last_used = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["ApiToken"]] = models.Manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(scope__in=["read", "play"]), name="token_scope_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.scope})"
