"""Who meets whom, on how many boards."""

from django.db import models
from django.db.models import F, Q

from golem.matches.models import Match
from tournaments.models.group import Group, Place


class Pairing(models.Model):
    """A meeting of ``first`` and ``second`` in round ``round`` of a group; ``second`` is null for
    a bye.

    It has a :class:`Board` for each match that belongs to it: one in a round robin or a Swiss
    round, two or more in a tie of a knock-out, one for each pair of players of two teams.
    ``points`` and ``goals`` of the two are projections of its boards; ``winner`` is set where the
    meeting as a whole has one (knock-out, teams), ``reason`` says by which rule.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    first = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="pairings_first")
    second = models.ForeignKey(
        Place, null=True, blank=True, on_delete=models.PROTECT, related_name="pairings_second"
    )
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    first_points = models.PositiveIntegerField(default=0)
    second_points = models.PositiveIntegerField(default=0)
    winner = models.ForeignKey(
        Place, null=True, blank=True, on_delete=models.PROTECT, related_name="pairings_won"
    )
    reason = models.CharField(max_length=30, blank=True)

    class Meta:
        ordering = ["group_id", "round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["group", "round", "number"], name="pairing_once"),
            models.CheckConstraint(
                condition=Q(second=None) | ~Q(first=F("second")), name="nobody_meets_himself"
            ),
        ]
        indexes = [
            models.Index(fields=["group"], condition=Q(decided_at=None), name="pairing_open"),
            models.Index(fields=["group", "decided_at"], name="pairing_decided"),
        ]

    def __str__(self) -> str:
        return f"pairing {self.round}.{self.number} of group {self.group_id}"

    @property
    def is_bye(self) -> bool:
        """Whether ``first`` meets nobody in this round."""
        return self.second_id is None


class Board(models.Model):
    """One match of a pairing, played or not.

    ``first_seat`` is the seat of the game at which the pairing's first side sits. ``match`` is
    null until it is started, and stays so if one side left before.

    What follows is the result as tables take it, a projection of the match and of who withdrew.
    ``result`` is empty while it is open; ``withdrawal`` if one side or both left before it was
    played to its end, which the half rule of the table looks at; ``forfeit`` if it was settled
    away from the board otherwise.
    """

    class Result(models.TextChoices):
        PLAYED = "played"
        WITHDRAWAL = "withdrawal"
        FORFEIT = "forfeit"
        DOUBLE_FORFEIT = "double_forfeit"
        BYE = "bye"
        ANNULLED = "annulled"

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(default=1)
    first_seat = models.CharField(max_length=20)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="board"
    )
    result = models.CharField(max_length=15, choices=Result.choices, blank=True)
    first_points = models.PositiveSmallIntegerField(default=0)
    second_points = models.PositiveSmallIntegerField(default=0)
    first_goals = models.PositiveSmallIntegerField(null=True, blank=True)
    second_goals = models.PositiveSmallIntegerField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pairing_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="board_number_once"),
            models.CheckConstraint(
                condition=Q(result="", ended_at=None) | (~Q(result="") & Q(ended_at__isnull=False)),
                name="board_ended_iff_it_has_a_result",
            ),
        ]
        indexes = [
            models.Index(
                fields=["pairing"], condition=Q(match=None, result=""), name="board_to_start"
            ),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of pairing {self.pairing_id}"
