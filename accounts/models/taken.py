"""Names of people who are gone: nobody may have them again, and nobody can read them here."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from accounts.names import looks


class TakenNames(models.Manager["TakenName"]):
    """The names that were given up."""

    def keep(self, name: str) -> None:
        """Let nobody have ``name``, or one that looks like it, ever again."""
        rows = [TakenName(digest=digest) for digest in _digests(name, settings.SECRET_KEY)]
        self.bulk_create(rows, ignore_conflicts=True)

    def hold(self, name: str) -> bool:
        """Tell whether ``name``, or one that looks like it, was somebody's who is gone."""
        secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        found = [digest for secret in secrets for digest in _digests(name, secret)]
        return self.filter(pk__in=found).exists()


class TakenName(models.Model):
    """A name that was given up, as a keyed digest of what it looks like.

    The key is derived from ``SECRET_KEY``, so the table alone does not tell whether a guess is
    right.
    """

    digest = models.CharField(max_length=64, primary_key=True)

    objects: ClassVar[TakenNames] = TakenNames()

    def __str__(self) -> str:
        return "a name that was given up"


def _digests(name: str, secret: str) -> list[str]:
    return [
        salted_hmac(f"accounts.TakenName.{kind}", value, secret, algorithm="sha256").hexdigest()
        for kind, value in enumerate(looks(name))
    ]
