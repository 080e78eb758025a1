"""A match, its seats, and the row of a person that every change of a match locks first."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from golem.matches.models.timed import Timed


class MatchQuerySet(models.QuerySet["Match"]):
    """Questions that are asked of matches everywhere."""

    def counting(self) -> "MatchQuerySet":
        """Return the matches whose result counts: finished and not annulled."""
        return self.filter(status=Match.Status.FINISHED, annulled_at=None)


class Match(Timed):
    """One game being played, or finished.

    Game, revision, options, seeds, draws and moves are the truth. ``ply`` (the number of the
    move to be made now, from 1), ``score``, ``position`` (the one-line text), ``how``,
    ``winner``, ``points`` and the seats' ``to_move`` are projections of it, which
    ``manage.py rebuild_matches`` makes anew.

    ``annulled_at``: since when its result is out for good. ``reopened`` counts how often it was
    let run again after an end, the last time at ``reopened_at``; see
    :class:`~golem.matches.models.Reopening`.
    """

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"

    game = models.CharField(max_length=30)
    revision = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    rated = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    ply = models.PositiveIntegerField(default=1)
    score = models.JSONField(null=True, blank=True)
    position = models.TextField(blank=True)
    how = models.CharField(max_length=30, blank=True)
    winner = models.CharField(max_length=20, blank=True)
    points = models.JSONField(null=True, blank=True)
    started_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    annulled_at = models.DateTimeField(null=True, blank=True)
    reopened = models.PositiveSmallIntegerField(default=0)
    reopened_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["status", "-changed_at"], name="match_status_changed"),
            models.Index(fields=["game", "status", "-id"], name="match_game_status"),
            models.Index(
                fields=["game", "ended_at", "id"],
                condition=Q(status="finished"),
                name="match_game_ended",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="running", ended_at=None, how="")
                | (Q(status="finished", ended_at__isnull=False) & ~Q(how="")),
                name="match_ended_iff_finished",
            ),
            models.CheckConstraint(
                condition=Q(annulled_at=None) | Q(status="finished"),
                name="match_annulled_is_finished",
            ),
            models.CheckConstraint(
                condition=Q(reopened=0, reopened_at=None)
                | Q(reopened__gt=0, reopened_at__isnull=False),
                name="match_reopened_at_an_instant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} #{self.pk}"

    @property
    def runs_from(self) -> datetime:
        """When it was started, or reopened the last time."""
        return self.reopened_at or self.started_at

    @property
    def counts(self) -> bool:
        """Whether its result counts: it is finished and not annulled."""
        return self.status == self.Status.FINISHED and self.annulled_at is None

    def hold(self, seats: list["Seat"]) -> None:
        """Have all seats, read elsewhere, at hand as ``seats.all()``, as a prefetch would."""
        for seat in seats:
            seat.match = self
        rows: Any = self.seats.all()
        rows._result_cache, rows._prefetch_done = seats, True
        self._prefetched_objects_cache = {"seats": rows}


class Seat(models.Model):
    """A side of a match: its ``name`` in the game's order (``number``, from 0), and who sits there.

    ``turn_since`` is the instant at which the present turn of this seat began. ``thinking_until``
    is used at the house's own seats: until then one worker is choosing a move, and no other starts.

    ``left`` is what the clock shows at ``runs_since`` if it runs, else all along; ``zero_at`` is
    when it runs out if nobody moves. All three are projections of the ledger.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats"
    )
    to_move = models.BooleanField(default=False)
    turn_since = models.DateTimeField(null=True, blank=True)
    thinking_until = models.DateTimeField(null=True, blank=True, editable=False)
    left = models.DurationField(default=timedelta(0))
    runs_since = models.DateTimeField(null=True, blank=True)
    zero_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "name"], name="seat_name_once"),
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_user_once"),
        ]
        indexes = [
            models.Index(
                fields=["user", "turn_since"], condition=Q(to_move=True), name="seat_to_move"
            ),
            models.Index(fields=["user", "match"], name="seat_user_match"),
            models.Index(
                fields=["zero_at", "id"], condition=Q(zero_at__isnull=False), name="seat_due"
            ),
            models.Index(
                fields=["user"], condition=Q(runs_since__isnull=False), name="seat_running"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.match_id}"


class PlayerClock(models.Model):
    """The row of one person that whoever changes one of their matches locks, in ascending order."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="clock"
    )

    def __str__(self) -> str:
        return f"clock of {self.user_id}"
