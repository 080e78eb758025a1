"""The log of a match: secret seeds, draws of chance, moves, and moves that wait sealed."""

from datetime import timedelta

from django.conf import settings
from django.db import models

from golem.matches.models.match import Match


class Seed(models.Model):
    """A secret seed of a match, from draw ``first_draw`` on; its virtual dice start at 1.

    A match has one, and one more each time it is reopened: ``run`` counts them from 0. ``secret``
    (32 bytes) is shown only after the end of its run; ``commitment`` is its SHA-256 in
    hexadecimal, shown from the start.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seeds")
    run = models.PositiveSmallIntegerField(default=0)
    first_draw = models.PositiveIntegerField(default=1)
    secret = models.BinaryField()
    commitment = models.CharField(max_length=64)

    class Meta:
        ordering = ["match_id", "run"]
        constraints = [
            models.UniqueConstraint(fields=["match", "run"], name="seed_once_a_run"),
        ]

    def __str__(self) -> str:
        return f"commitment {self.commitment}"


class Draw(models.Model):
    """The values that chance gave: draw ``number`` (from 1) of the match, made as ``ply`` began."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveIntegerField()
    ply = models.PositiveIntegerField()
    label = models.CharField(max_length=20)
    values = models.JSONField()
    visible_to = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="draw_number_once"),
            models.UniqueConstraint(fields=["match", "ply", "label"], name="draw_label_once_a_ply"),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of {self.match_id}"


class Move(models.Model):
    """A played move in canonical notation; ``forced`` ones were written by the server.

    ``note`` is a line of text from the player, for the players only while the match runs.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.CharField(max_length=20)
    notation = models.CharField(max_length=200)
    forced = models.BooleanField(default=False)
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "ply", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "ply", "seat"], name="move_once_a_ply"),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply} of {self.match_id}: {self.notation}"


class SealedMove(models.Model):
    """A move that waits, unseen by everybody else, for the other seats of its step.

    ``at`` is when the seat first sealed one: then its clock stopped, with ``left`` on it after the
    increment. The seat's own columns go on as if it ran, for so everybody else sees it.

    ``by`` is set once a newcomer takes over the seat: who chose the move, and alone may see it. As
    long as it is null, the seat's player did.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sealed_moves")
    ply = models.PositiveIntegerField()
    seat = models.CharField(max_length=20)
    notation = models.CharField(max_length=200)
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    left = models.DurationField(default=timedelta(0))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "ply", "seat"], name="sealed_once_a_ply"),
        ]

    def __str__(self) -> str:
        return f"sealed move of ply {self.ply} of {self.match_id}"

    def told_to(self, user_id: int) -> str:
        """Return the move for who sits there; empty if somebody else chose it."""
        return self.notation if self.by_id in (None, user_id) else ""
