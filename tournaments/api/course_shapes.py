"""The shapes of answers about the course of an event; the tests hold the answers to them."""

from rest_framework import serializers

from golem.matches.api.shapes import PageShape, PlayerShape, Shape
from tournaments.models import Board, EventAct, Group
from tournaments.standings.metrics import METRICS
from tournaments.standings.table import SHARED


class SideShape(Shape):
    """Who stands in a table or a pairing: the number of the entry, and a player or a team."""

    number = serializers.IntegerField()
    player = PlayerShape(allow_null=True)
    team = serializers.CharField(allow_null=True)


class GroupShape(Shape):
    """A group of an event."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=Group.Kind.values)
    stage = serializers.IntegerField()
    level = serializers.IntegerField(help_text="The league, or the level of a mini cup.")
    number = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The last one whose matches may start.")
    players = serializers.IntegerField()
    open = serializers.IntegerField(help_text="Matches without a result, in rounds that began.")
    to_start = serializers.IntegerField(help_text="Those of them that wait to be started.")
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class GroupPageShape(PageShape):
    """A page of groups, in the order in which they were made."""

    results = GroupShape(many=True)


class ReasonShape(Shape):
    """What separated a row from the one above it."""

    code = serializers.ChoiceField(choices=[*METRICS, SHARED])
    above = serializers.IntegerField(allow_null=True, help_text="The number of that entry.")
    values = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="That of the row above first."
    )
    detail = serializers.CharField()


class PossibleShape(Shape):
    """The places that one can still end on, if nobody withdraws."""

    best = serializers.IntegerField()
    worst = serializers.IntegerField()
    exact = serializers.BooleanField(
        help_text="Both can be reached. Else they are bounds: none outside can be reached."
    )


class RowShape(SideShape):
    """A row of a table."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    evens = serializers.IntegerField()
    losses = serializers.IntegerField()
    points = serializers.IntegerField()
    goals_for = serializers.IntegerField()
    goals_against = serializers.IntegerField()
    values = serializers.DictField(
        child=serializers.CharField(allow_null=True),
        help_text="Of each step, as an exact fraction: `37/5`. Null: it was not needed.",
    )
    reason = ReasonShape(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(allow_null=True, help_text="What is said of who left.")
    possible = PossibleShape(allow_null=True)
    rank_now = serializers.IntegerField(
        allow_null=True, help_text="With supposed results: the rank without them."
    )


class TableShape(GroupShape):
    """A group with its table."""

    tie_breaks = serializers.ListField(child=serializers.CharField())
    goals = serializers.BooleanField(help_text="Whether they count; of teams: board points.")
    rows = RowShape(many=True)
    left_out = RowShape(many=True, help_text="Who withdrew before half of the matches were over.")


class OpenMatchShape(Shape):
    """A match without a result, or a meeting of teams."""

    key = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    first = serializers.IntegerField(help_text="The number of the entry.")
    second = serializers.IntegerField()
    assumed = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class WhatIfShape(TableShape):
    """A table with supposed results."""

    matches = OpenMatchShape(many=True)
    choices = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The points (first, second) that a match can give.",
    )


class BoardShape(Shape):
    """One match of a pairing."""

    number = serializers.IntegerField()
    match = serializers.IntegerField(allow_null=True)
    seats = serializers.DictField(child=serializers.CharField())
    first_seat = serializers.CharField(allow_null=True, help_text="Where the first side sits.")
    result = serializers.ChoiceField(choices=Board.Result.values, allow_null=True)
    first_points = serializers.IntegerField()
    second_points = serializers.IntegerField()
    first_goals = serializers.IntegerField(allow_null=True)
    second_goals = serializers.IntegerField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class PairingShape(Shape):
    """Who meets whom."""

    id = serializers.IntegerField()
    group = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    first = SideShape()
    second = SideShape(allow_null=True, help_text="Null: a bye.")
    first_points = serializers.IntegerField()
    second_points = serializers.IntegerField()
    winner = serializers.IntegerField(allow_null=True, help_text="The number of the entry.")
    reason = serializers.CharField(allow_null=True, help_text="The step that decided a tie.")
    decided_at = serializers.DateTimeField(allow_null=True)
    boards = BoardShape(many=True)


class PairingPageShape(PageShape):
    """A page of pairings, in the order in which they were made."""

    results = PairingShape(many=True)


class EventActShape(Shape):
    """An act on an event."""

    kind = serializers.ChoiceField(choices=EventAct.Kind.values)
    at = serializers.DateTimeField()
    by = PlayerShape(allow_null=True, help_text="Null: the server, by the rules.")
    entry = serializers.IntegerField(allow_null=True)
    player = PlayerShape(allow_null=True)
    match = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    detail = serializers.CharField()


class EventActPageShape(PageShape):
    """A page of acts, the last first."""

    results = EventActShape(many=True)


class AnnouncementShape(Shape):
    """What an organiser said to all."""

    at = serializers.DateTimeField()
    text = serializers.CharField()


class AnnouncementPageShape(PageShape):
    """A page of announcements, the last first."""

    results = AnnouncementShape(many=True)


class ComingShape(Shape):
    """Something that will happen in an event."""

    code = serializers.CharField()
    at = serializers.DateTimeField(allow_null=True, help_text="When, or when at the latest.")
    number = serializers.IntegerField(allow_null=True, help_text="How many it waits for.")
    stage = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    rounds = serializers.IntegerField(allow_null=True)
    detail = serializers.CharField()


class NextShape(Shape):
    """What happens next in an event, the next first."""

    results = ComingShape(many=True)
