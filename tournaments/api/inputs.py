"""What the API of events takes: requests checked for form, not yet for sense."""

from typing import Any

from rest_framework import serializers

from tournaments.bounds import LONGEST_NAME, LONGEST_PASSWORD
from tournaments.models import Event


class EventInput(serializers.Serializer[Any]):
    """A new event: its document, and a password for those who may enter."""

    document = serializers.DictField(help_text="See `GET events/schema/`.")
    password = serializers.CharField(
        max_length=LONGEST_PASSWORD, allow_blank=True, default="", trim_whitespace=False
    )


class PlanInput(serializers.Serializer[Any]):
    """A document to be tried out, and for how many."""

    document = serializers.DictField(help_text="See `GET events/schema/`.")
    players = serializers.IntegerField(
        min_value=2, max_value=256, required=False, help_text="Default: as many as may enter."
    )


class CloneInput(serializers.Serializer[Any]):
    """What is to be different; dates are left out, as they do not repeat themselves."""

    changes = serializers.DictField(
        default=dict, help_text="Fields of the document that replace those of the event."
    )
    password = serializers.CharField(
        max_length=LONGEST_PASSWORD, allow_blank=True, default="", trim_whitespace=False
    )


class EntryInput(serializers.Serializer[Any]):
    """Entering."""

    password = serializers.CharField(
        max_length=LONGEST_PASSWORD, allow_blank=True, default="", trim_whitespace=False
    )


class CancelInput(serializers.Serializer[Any]):
    """Calling an event off."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class TeamInput(EntryInput):
    """A new team."""

    name = serializers.CharField(max_length=LONGEST_NAME, trim_whitespace=False)


class InvitationInput(serializers.Serializer[Any]):
    """Whom a captain wants."""

    player = serializers.CharField(max_length=20, help_text="A player's name.")


class EventFilter(serializers.Serializer[Any]):
    """The filters of the event list."""

    game = serializers.CharField(max_length=30, required=False)
    kind = serializers.ChoiceField(choices=Event.Kind.values, required=False)
    status = serializers.ChoiceField(choices=Event.Status.values, required=False)
    mine = serializers.BooleanField(
        default=False, help_text="Those that I entered, played in or organise."
    )
