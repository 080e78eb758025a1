"""The shapes of the API's answers about ratings, for its OpenAPI schema."""

from rest_framework import serializers

from golem.matches.api.shapes import PageShape, PlayerShape, Shape
from golem.play.rated import Unrated


class RankShape(Shape):
    """A rank: ``words`` is what people read, "12 kyu"; ``steps`` counts from 20 kyu, which is 0."""

    words = serializers.CharField()
    steps = serializers.IntegerField()


class StrengthShape(Shape):
    """How strong a player is at a game."""

    player = serializers.CharField()
    game = serializers.CharField()
    rating = serializers.FloatField(help_text="With four decimals; pages show one.")
    rank = RankShape()
    peak = serializers.FloatField(help_text="The highest rating so far, the start's included.")
    matches = serializers.IntegerField(help_text="Rated ones.")
    wins = serializers.IntegerField(help_text="Of rated matches.")
    last_at = serializers.DateTimeField(help_text="The end of the last rated match.")


class FoundShape(PlayerShape):
    """A player in the list of players."""

    since = serializers.DateField(help_text="The day of the sign-up, UTC.")
    strengths = StrengthShape(
        many=True, help_text="At each game with a rated match, or at the one that was asked for."
    )


class FoundPageShape(PageShape):
    """A page of players."""

    results = FoundShape(many=True)


class ChangeShape(Shape):
    """What a match changed for one of its players."""

    match = serializers.IntegerField()
    player = serializers.CharField()
    opponent = serializers.CharField()
    at = serializers.DateTimeField(help_text="The end of the match.")
    number = serializers.IntegerField(help_text="Of the player's rated matches, from 1.")
    result = serializers.FloatField(help_text="1, 0.5 or 0.")
    k = serializers.IntegerField(help_text="How much the match weighed.")
    before = serializers.FloatField()
    after = serializers.FloatField()
    opponent_before = serializers.FloatField()
    rank = RankShape(help_text="After the match.")


class StrengthPageShape(PageShape):
    """A page of the rating list."""

    results = StrengthShape(many=True)


class ChangePageShape(PageShape):
    """A page of a history."""

    results = ChangeShape(many=True)


class TallyShape(Shape):
    """Matches of one kind: ``key`` is a side, an ending or a player."""

    key = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    undecided = serializers.IntegerField(help_text="Nobody won.")


class RecordShape(Shape):
    """A player's matches at a game that count, rated or not."""

    player = serializers.CharField()
    game = serializers.CharField()
    by_side = TallyShape(many=True)
    by_ending = TallyShape(many=True)
    by_opponent = TallyShape(many=True, help_text="The 50 whom the player met most often.")
    opponents = serializers.IntegerField(help_text="How many different ones there were.")


class MatchRatingShape(Shape):
    """Whether a match is rated, and what it changed."""

    state = serializers.ChoiceField(
        choices=["running", "rated", "follows", "unrated"],
        help_text="`follows`: it will be, once all that ended before it is settled.",
    )
    reason = serializers.ChoiceField(
        choices=[str(reason) for reason in Unrated],
        allow_null=True,
        help_text="Why it is not rated.",
    )
    detail = serializers.CharField(allow_blank=True, help_text="The same as a sentence.")
    changes = ChangeShape(many=True)
