"""The shapes of the answers of an event's desk."""

from rest_framework import serializers

from golem.matches.api.shapes import Shape


class IdleShape(Shape):
    """A match that waits for somebody."""

    match = serializers.IntegerField()
    seat = serializers.CharField()
    player = serializers.CharField()
    opponent = serializers.CharField(help_text="The name of who plays against them.")
    since = serializers.DateTimeField()
    last_seen = serializers.DateTimeField(allow_null=True)
    zero_at = serializers.DateTimeField(
        allow_null=True, help_text="When the clock is at zero; null: it stands still."
    )


class IdleListShape(Shape):
    """All matches of the event that wait, the longest waiting first."""

    results = IdleShape(many=True)
