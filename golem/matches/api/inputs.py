"""What the API takes: requests checked for form, not yet for sense."""

from typing import Any

from rest_framework import serializers

from golem.matches.challenges import HIGHEST_BOUND
from golem.matches.models import Challenge
from golem.play.controls import DEFAULT


class MoveInput(serializers.Serializer[Any]):
    """A move: the ply that it answers is never guessed."""

    notation = serializers.CharField(max_length=200, trim_whitespace=False)
    ply = serializers.IntegerField(min_value=1)
    dry_run = serializers.BooleanField(default=False)
    note = serializers.CharField(max_length=200, allow_blank=True, default="")


class ClickInput(serializers.Serializer[Any]):
    """A click on the board: the draft so far, and the square (null: how does the draft stand)."""

    draft = serializers.CharField(
        max_length=200, allow_blank=True, default="", trim_whitespace=False
    )
    square = serializers.CharField(max_length=20, allow_null=True, default=None)
    ply = serializers.IntegerField(min_value=1)


class ChallengeInput(serializers.Serializer[Any]):
    """A challenge; without ``opponent`` it is open to everybody, without ``seat`` drawn by lot."""

    game = serializers.CharField(max_length=30)
    opponent = serializers.CharField(max_length=20, allow_null=True, default=None)
    seat = serializers.CharField(max_length=20, allow_null=True, allow_blank=True, default=None)
    options = serializers.DictField(default=dict)
    time_control = serializers.CharField(max_length=20, default=DEFAULT)
    rated = serializers.BooleanField(default=True)
    rating_from = serializers.IntegerField(
        min_value=0,
        max_value=HIGHEST_BOUND,
        allow_null=True,
        default=None,
        help_text="Of an open challenge: the lowest rating that may take it.",
    )
    rating_to = serializers.IntegerField(
        min_value=0,
        max_value=HIGHEST_BOUND,
        allow_null=True,
        default=None,
        help_text="Of an open challenge: the highest rating that may take it.",
    )


class MatchFilter(serializers.Serializer[Any]):
    """The filters of the match list."""

    mine = serializers.BooleanField(default=False, help_text="Only matches in which I have a seat.")
    to_move = serializers.BooleanField(default=False, help_text="Only matches where I am to move.")
    status = serializers.ChoiceField(choices=["running", "finished"], required=False)
    game = serializers.CharField(max_length=30, required=False)
    player = serializers.CharField(max_length=20, required=False, help_text="A player's name.")


class ChallengeFilter(serializers.Serializer[Any]):
    """The filters of the challenge list."""

    mine = serializers.BooleanField(default=False, help_text="Those that I made or received.")
    status = serializers.ChoiceField(choices=Challenge.Status.values, required=False)
    game = serializers.CharField(max_length=30, required=False)
