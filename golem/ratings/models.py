"""What is stored of ratings: each change, what is still to be looked at, and what was done anew."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from golem.matches.models import Match
from golem.play import rating

USER = settings.AUTH_USER_MODEL


class Change(models.Model):
    """What a match changed for one of its two players, and what they were after it.

    The changes of a game are in the order of (``at``, ``match``): ``at`` is the match's end.
    ``number`` counts the player's rated matches at the game, from 1. ``before``, ``after``,
    ``opponent_before`` and ``peak`` are ten-thousandths of a point, ``result`` counts half wins,
    ``k`` is how much the match weighed, ``rank`` the steps above 20 kyu.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="rating_changes", db_index=False
    )
    player = models.ForeignKey(
        USER, on_delete=models.PROTECT, related_name="rating_changes", db_index=False
    )
    game = models.CharField(max_length=30)
    at = models.DateTimeField()
    number = models.PositiveIntegerField()
    before = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    k = models.PositiveSmallIntegerField()
    result = models.PositiveSmallIntegerField()
    # The opponent is the player of the match's other change: the database need not look twice.
    opponent = models.ForeignKey(
        USER, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    opponent_before = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    rank = models.PositiveSmallIntegerField()
    peak = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rating_change_once"),
            models.UniqueConstraint(
                fields=["player", "game", "number"], name="rating_change_number_once"
            ),
            models.CheckConstraint(
                condition=Q(after__gte=rating.FLOOR, result__lte=rating.WIN, number__gte=1),
                name="rating_change_possible",
            ),
        ]
        indexes = [models.Index(fields=["game", "at", "match"], name="rating_change_order")]

    def __str__(self) -> str:
        before, after = rating.shown(self.before), rating.shown(self.after)
        return f"{before} to {after} of {self.player_id} by match {self.match_id}"

    @property
    def strength(self) -> rating.Strength:
        """What the player was after the match."""
        return rating.Strength(self.after, self.number, self.wins, self.rank, self.peak)


class Due(models.Model):
    """A match whose result came, went or was taken out, so that the fold has to look at it.

    Written in the transaction of that change. There may be several of one match: each goes once
    the match was looked at after it was written. ``noted_at`` is when that
    was, whatever the change is dated.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=30, db_index=True)
    noted_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"match {self.match_id}"


class Refold(models.Model):
    """Changes of ``game`` were worked out anew at ``at``: all of them, or from ``match`` on, which
    ended at ``since``, as a result before the newest came late or was taken out. So many players
    were ``told``."""

    game = models.CharField(max_length=30)
    at = models.DateTimeField()
    since = models.DateTimeField(null=True, blank=True)
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    told = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.game} anew from match {self.match_id}"
