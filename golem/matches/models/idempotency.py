"""Answers kept for clients that ask again."""

from django.conf import settings
from django.db import models

from golem.matches.models.match import Match


class StoredAnswer(models.Model):
    """The answer to one act of a user under its ``Idempotency-Key``, written with the act itself.

    ``digest`` is the SHA-256 of the request; ``status`` is 0 only inside the transaction that
    has not finished the act yet.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stored_answers"
    )
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    content_type = models.CharField(max_length=100, blank=True)
    body = models.BinaryField(default=bytes)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="answer_key_once"),
        ]
        indexes = [models.Index(fields=["created_at"], name="answer_created")]

    def __str__(self) -> str:
        return f"answer {self.pk}"
