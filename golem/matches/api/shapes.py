"""The shapes of the API's answers, for its OpenAPI schema; the tests hold the answers to them."""

from typing import Any

from rest_framework import serializers


class Shape(serializers.Serializer[Any]):
    """An answer's shape; nothing is ever read or written through it.

    The docstrings of the shapes stand in the schema and on the page about the API.
    """


class PlayerShape(Shape):
    """Who sits at a seat, or offers a match."""

    name = serializers.CharField()
    is_bot = serializers.BooleanField()


class TimeControlShape(Shape):
    """How much time each seat has."""

    name = serializers.CharField()
    bank = serializers.IntegerField(help_text="Seconds.")
    increment = serializers.IntegerField(help_text="Seconds after each own move.")
    cap = serializers.IntegerField(help_text="Seconds that a clock never goes above.")
    vacation = serializers.BooleanField()


class ClockShape(Shape):
    running = serializers.BooleanField()
    left = serializers.IntegerField(help_text="Seconds on the clock at the instant `at`.")
    at = serializers.DateTimeField()
    zero_at = serializers.DateTimeField(
        allow_null=True, help_text="When it reaches zero if nobody moves."
    )


class FullClockShape(ClockShape):
    """A clock as the answer about one match shows it."""

    lost_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Your own running clock only: when the match is lost if nobody moves anywhere.",
    )


class ClockChangeShape(Shape):
    """A change of a clock; ``change`` is what ``left`` differs from the one before it."""

    at = serializers.DateTimeField()
    reason = serializers.ChoiceField(
        choices=["start", "used", "increment", "vacation", "gift", "reopened"]
    )
    change = serializers.IntegerField(help_text="Seconds.")
    left = serializers.IntegerField(help_text="Seconds on the clock then.")
    match = serializers.IntegerField(
        allow_null=True, help_text="Whose clock ran out, for a vacation day."
    )
    note = serializers.CharField(allow_blank=True, help_text="Why time was given.")


class PauseShape(Shape):
    """A time in which no clock ran."""

    kind = serializers.ChoiceField(choices=["outage", "freeze"])
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null: it goes on.")
    reason = serializers.CharField(allow_blank=True)


class ReopeningShape(Shape):
    """An end that was taken back: what it had been, and when and why the match ran again."""

    ended_at = serializers.DateTimeField()
    how = serializers.CharField()
    winner = serializers.CharField(allow_null=True)
    points = serializers.DictField(child=serializers.IntegerField())
    at = serializers.DateTimeField(help_text="From then on it ran again.")
    reason = serializers.CharField()


class ActShape(Shape):
    """What an operator or organiser did to a match."""

    kind = serializers.ChoiceField(choices=["give", "annul", "reopen", "adjudicate", "replace"])
    at = serializers.DateTimeField()
    seat = serializers.CharField(
        allow_null=True, help_text="Whom time was given, who was adjudged to win, or was replaced."
    )
    seconds = serializers.IntegerField(allow_null=True, help_text="How much was given.")
    reason = serializers.CharField()


class TakeoverShape(Shape):
    """A newcomer plays on for somebody: names, and the ply that was to be made then."""

    at = serializers.DateTimeField()
    ply = serializers.IntegerField()
    seat = serializers.CharField()
    old = serializers.CharField()
    new = serializers.CharField()
    reason = serializers.CharField()


class LedgersShape(Shape):
    """The changes of the clocks of a match by seat, in order; a turn that runs is not in them."""

    seats = serializers.DictField(child=ClockChangeShape(many=True))
    pauses = PauseShape(many=True)
    reopenings = ReopeningShape(many=True, help_text="Between end and reopening no clock ran.")
    takeovers = TakeoverShape(many=True, help_text="The clock goes on from what it showed.")
    acts = ActShape(many=True, help_text="What operators and organisers did to this match.")


class SeedShape(Shape):
    """A secret seed of a match, from draw ``first_draw`` on; it has one more for each reopening."""

    commitment = serializers.CharField(help_text="SHA-256 of the seed, hexadecimal.")
    seed = serializers.CharField(
        allow_null=True, help_text="Hexadecimal; once the match has ended that it was drawn for."
    )
    first_draw = serializers.IntegerField()


class OutcomeShape(Shape):
    """How a match ended; ``winner`` is a seat, or null for nobody; ``points`` by seat."""

    how = serializers.CharField(
        help_text="The game's own word, or resignation, timeout, both_timed_out, withdrawal, "
        "both_withdrew, adjudicated or annulled."
    )
    winner = serializers.CharField(allow_null=True)
    points = serializers.DictField(child=serializers.IntegerField())


class EventOfMatchShape(Shape):
    """The event that a match belongs to, and the group or round there."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    url = serializers.CharField(help_text="The path of its page.")


class MatchBriefShape(Shape):
    """A match as lists show it. ``seats`` and ``score`` are by seat."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    revision = serializers.IntegerField(help_text="Of the rules that this match is played by.")
    options = serializers.DictField()
    status = serializers.ChoiceField(choices=["running", "finished"])
    ply = serializers.IntegerField(help_text="The number of the ply to be made now, from 1.")
    to_move = serializers.ListField(child=serializers.CharField())
    seats = serializers.DictField(child=PlayerShape())
    your_seat = serializers.CharField(allow_null=True)
    score = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    outcome = OutcomeShape(allow_null=True)
    event = EventOfMatchShape(allow_null=True)
    rated = serializers.BooleanField(help_text="Never of an annulled match.")
    counts = serializers.BooleanField(help_text="Finished and not annulled.")
    annulled_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when its result is out for good."
    )
    reopened = serializers.IntegerField(help_text="How often it was let run again after an end.")
    time_control = TimeControlShape()
    clocks = serializers.DictField(child=ClockShape())
    started_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class MatchShape(MatchBriefShape):
    """A match as it stands, as far as the reader may know."""

    clocks = serializers.DictField(child=FullClockShape())
    legal = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Moves that you can make now; null if too many to list, then see squares.",
    )
    squares = serializers.ListField(child=serializers.CharField(), allow_null=True)
    position = serializers.DictField(help_text="The game's own fields.")
    text = serializers.CharField(help_text="The position in one line.")
    sealed = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="Your own sealed move; empty: whom you replaced sealed one, and it stands.",
    )
    commitment = serializers.CharField(help_text="SHA-256 of the secret seed, hexadecimal.")
    seed = serializers.CharField(allow_null=True, help_text="Hexadecimal; after the end only.")
    seeds = SeedShape(many=True, help_text="All of them; the last is the one above.")
    acts = ActShape(many=True, help_text="When and why what was decided about it.")


class MoveShape(Shape):
    """A move that was made."""

    ply = serializers.IntegerField()
    seat = serializers.CharField()
    notation = serializers.CharField()
    forced = serializers.BooleanField(help_text="Written by the server: there was no choice.")
    note = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class DrawShape(Shape):
    """A draw of chance: all the dice that it used up, in order."""

    number = serializers.IntegerField()
    ply = serializers.IntegerField(help_text="The ply that began with it.")
    label = serializers.CharField()  # type: ignore[assignment]
    values = serializers.ListField(child=serializers.IntegerField())
    at = serializers.DateTimeField()


class LogShape(Shape):
    """The moves and the draws so far, in order."""

    results = MoveShape(many=True)
    draws = DrawShape(many=True)


class PlayedShape(Shape):
    """A move that was taken; ``sealed`` if it waits for other seats of its ply."""

    seat = serializers.CharField()
    ply = serializers.IntegerField()
    notation = serializers.CharField(help_text="The canonical text.")
    sealed = serializers.BooleanField()
    match = MatchShape()


class TrialShape(Shape):
    """What a move would come to, up to the next draw of chance."""

    legal = serializers.BooleanField()
    seat = serializers.CharField()
    ply = serializers.IntegerField()
    notation = serializers.CharField()
    position = serializers.DictField()
    text = serializers.CharField()
    score = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    outcome = OutcomeShape(allow_null=True)


class DraftShape(Shape):
    """A move in the making: its text so far, and the squares that lead on."""

    notation = serializers.CharField(allow_blank=True)
    complete = serializers.BooleanField()
    squares = serializers.ListField(child=serializers.CharField())
    ask = serializers.CharField(help_text="A code for what to choose next.")
    prompt = serializers.CharField(help_text="The same as a sentence for a person.")


class ChallengeShape(Shape):
    """An offer to play; ``match`` is the one that it led to."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    options = serializers.DictField()
    challenger = PlayerShape()
    opponent = PlayerShape(allow_null=True)
    seat = serializers.CharField(allow_null=True, help_text="The challenger's; null: by lot.")
    rated = serializers.BooleanField()
    rating_from = serializers.IntegerField(
        allow_null=True, help_text="The lowest rating that may take it; null: any."
    )
    rating_to = serializers.IntegerField(
        allow_null=True, help_text="The highest rating that may take it; null: any."
    )
    time_control = TimeControlShape()
    status = serializers.ChoiceField(
        choices=["open", "accepted", "declined", "cancelled", "expired"]
    )
    match = serializers.IntegerField(allow_null=True)
    rematch_of = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class OptionShape(Shape):
    """A choice that is made when a match is agreed on."""

    key = serializers.CharField()
    choices = serializers.ListField()
    default = serializers.JSONField()
    name = serializers.CharField(help_text="What it is called.")
    words = serializers.ListField(
        child=serializers.CharField(), help_text="What the choices are called, in their order."
    )


class GameShape(Shape):
    """A game that can be played here."""

    key = serializers.CharField()
    title = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    revision = serializers.IntegerField()
    stage = serializers.CharField()
    plies = serializers.IntegerField(allow_null=True, help_text="Of normal play, if fixed.")
    options = OptionShape(many=True)


class LegalShape(Shape):
    """The moves that are legal in a position."""

    legal = serializers.ListField(child=serializers.CharField())


class PageShape(Shape):
    """A page of a list: addresses of the next and the former page, null where there is none."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class MatchPageShape(PageShape):
    """A page of matches."""

    results = MatchBriefShape(many=True)


class ChallengePageShape(PageShape):
    """A page of challenges."""

    results = ChallengeShape(many=True)
