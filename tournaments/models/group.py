"""A group: those who play each other for one table, and their places in it."""

from django.db import models
from django.db.models import Q

from tournaments.models.entry import Entry
from tournaments.models.event import Event


class Group(models.Model):
    """Some entries of an event that meet by one set of rules, and have one table.

    A round robin is one group; so is a Swiss tournament, a knock-out with all its rounds, and a
    ladder. ``stage`` numbers the event's stages from 1. ``level`` is the league of a championship
    or the level of a mini cup, else 1. ``number`` counts the groups of the same stage and level.
    ``round`` is the last one whose matches may start; those of a round robin that plays by the
    round are paired beforehand. ``rules`` is what the event's document says of the
    stage, as it stood when the group was made. ``to_start`` boards wait for their match and
    ``open`` have no result yet; both are projections, by which :mod:`tournaments.advance` finds
    the groups that have something to do.
    """

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round_robin"
        SWISS = "swiss"
        KNOCK_OUT = "knock_out"
        LADDER = "ladder"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="groups")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    stage = models.PositiveSmallIntegerField(default=1)
    level = models.PositiveIntegerField(default=1)
    number = models.PositiveIntegerField(default=1)
    round = models.PositiveSmallIntegerField(default=0)
    rules = models.JSONField(default=dict, blank=True)
    to_start = models.PositiveIntegerField(default=0)
    open = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "stage", "level", "number"]
        indexes = [
            models.Index(
                fields=["event", "open"], condition=Q(ended_at=None), name="group_going_on"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "stage", "level", "number"], name="group_number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"group {self.level}.{self.number} of {self.event_id}"


class Place(models.Model):
    """The place of ``entry`` in ``group``: ``number`` is that of the pairing table, from 1; in a
    ladder it is the rung, and changes.

    ``withdrawn_at``: since when it plays no more here. ``counted``: whether its results stand in
    the table (see the half rule in docs/tournament-rules.md). All that follows is the stored
    table, a cache that :mod:`tournaments.tables` makes anew: ``rank`` from 1, ``shared`` with
    others or not, sums over its finished matches, ``values`` by metric, ``decided`` what
    separated it from the row above.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="places")
    number = models.PositiveIntegerField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    counted = models.BooleanField(default=True)
    rank = models.PositiveIntegerField(null=True, blank=True)
    shared = models.BooleanField(default=False)
    played = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    evens = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    goals_for = models.PositiveIntegerField(default=0)
    goals_against = models.PositiveIntegerField(default=0)
    values = models.JSONField(default=dict, blank=True)
    decided = models.JSONField(null=True, blank=True)
    fate = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["group_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "number"],
                name="place_number_once",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(fields=["group", "entry"], name="one_place_in_a_group"),
        ]
        indexes = [
            models.Index(fields=["group", "rank"], name="place_rank"),
            models.Index(
                fields=["entry"], condition=Q(withdrawn_at=None), name="place_of_entry_playing"
            ),
        ]

    def __str__(self) -> str:
        return f"place {self.number} of group {self.group_id}"
