"""What the organiser's requests hold: checked for form, not yet for sense."""

from typing import Any

from rest_framework import serializers

from golem.matches.acts import LONGEST_REASON
from tournaments.organising.announcing import LONGEST


class ReasonInput(serializers.Serializer[Any]):
    """Why an organiser does it; everybody can read it."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class ReplaceInput(ReasonInput):
    """Who plays on for whom."""

    player = serializers.CharField(max_length=20, help_text="The newcomer's name.")
    old = serializers.CharField(
        max_length=20, required=False, help_text="In a team: the name of who is replaced."
    )


class TimeInput(ReasonInput):
    """Time for a player."""

    seat = serializers.CharField(max_length=20)
    seconds = serializers.IntegerField(min_value=1, max_value=366 * 24 * 3600)


class DecisionInput(ReasonInput):
    """How a match is decided."""

    winner = serializers.CharField(
        max_length=20, allow_null=True, help_text="A seat; null: nobody won."
    )
    points = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=1000),
        required=False,
        help_text="By seat. Default: those of a full win, or of an even match.",
    )


class AnnouncementInput(serializers.Serializer[Any]):
    """What everybody is to be told."""

    text = serializers.CharField(max_length=LONGEST)


class LineupInput(serializers.Serializer[Any]):
    """Who plays where."""

    boards = serializers.ListField(
        child=serializers.IntegerField(allow_null=True, min_value=1, max_value=2**62),
        max_length=20,
        help_text="The numbers (`id`) of members from board 1 on; null: nobody can play there.",
    )
