"""The shapes of the API's answers about events; the tests hold the answers to them."""

from rest_framework import serializers

from golem.matches.api.shapes import PageShape, PlayerShape, Shape
from tournaments.models import Entry, Event


class EventShape(Shape):
    """An event, as a list shows it."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Event.Kind.values)
    name = serializers.CharField()
    game = serializers.CharField()
    status = serializers.ChoiceField(choices=Event.Status.values)
    organiser = PlayerShape(allow_null=True, help_text="Null: the server itself.")
    bots = serializers.BooleanField()
    rated = serializers.BooleanField()
    time_control = serializers.CharField()
    vacation = serializers.BooleanField()
    password = serializers.BooleanField(help_text="Whether one is needed to enter.")
    players = serializers.IntegerField(help_text="How many have, or had, a place.")
    waiting = serializers.IntegerField(help_text="How many wait for one.")
    least = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True)
    entry_open = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(allow_null=True)
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="Null: when it is full, or at once."
    )
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class EventPageShape(PageShape):
    """A page of events, the newest first."""

    results = EventShape(many=True)


class OwnShape(Shape):
    """How the reader stands to an event."""

    organiser = serializers.BooleanField()
    number = serializers.IntegerField(allow_null=True, help_text="Of their entry, or their team's.")
    status = serializers.ChoiceField(choices=Entry.Status.values, allow_null=True)
    team = serializers.CharField(allow_null=True)
    invitations = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of teams that want them."
    )


class EventWholeShape(EventShape):
    """An event with its document."""

    document = serializers.DictField(help_text="See `GET events/schema/`.")
    mine = OwnShape()


class MemberShape(Shape):
    """A player of a team."""

    id = serializers.IntegerField()
    player = PlayerShape()
    board = serializers.IntegerField(allow_null=True, help_text="Null: the substitute, or invited.")
    captain = serializers.BooleanField()
    agreed = serializers.BooleanField()


class EntryShape(Shape):
    """Who takes part in an event: a player, or a team."""

    number = serializers.IntegerField()
    player = PlayerShape(allow_null=True)
    team = serializers.CharField(allow_null=True)
    members = MemberShape(many=True)
    status = serializers.ChoiceField(choices=Entry.Status.values)
    entered_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)


class EntryPageShape(PageShape):
    """A page of entries, in the order of entering."""

    results = EntryShape(many=True)


class PlanStageShape(Shape):
    """What one stage comes to."""

    kind = serializers.ChoiceField(choices=["round_robin", "swiss", "knock_out"])
    players = serializers.IntegerField()
    groups = serializers.ListField(
        child=serializers.IntegerField(), help_text="How many are in each group."
    )
    rounds = serializers.IntegerField()
    matches = serializers.IntegerField()
    at_once = serializers.IntegerField()
    goes_on = serializers.IntegerField()


class PlanShape(Shape):
    """What an event would come to."""

    players = serializers.IntegerField(help_text="For so many; in a team cup: teams.")
    least = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True)
    boards = serializers.IntegerField(help_text="Matches of one meeting: 1, but for teams.")
    matches = serializers.IntegerField()
    at_once = serializers.IntegerField(help_text="The most that one player has at a time.")
    match_lasts = serializers.IntegerField(
        allow_null=True, help_text="Seconds that both clocks of a match run at most; null: unknown."
    )
    starts_at = serializers.DateTimeField(allow_null=True, help_text="At the latest.")
    ends_by = serializers.DateTimeField(allow_null=True, help_text="At the latest; null: unknown.")
    stages = PlanStageShape(many=True)
