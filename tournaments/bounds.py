"""How large the parts of an event may be. Pure."""

from typing import Final

VERSION: Final = 1
"""The version of the event document that this server reads and writes."""

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 256
SMALLEST_GROUP: Final = 3
LARGEST_GROUP: Final = 20
"""A double round robin of this many has 380 matches."""
MOST_AT_ONCE: Final = 400
"""Matches that one group, or one round, may start in one transaction."""
MOST_STAGES: Final = 3
MOST_ROUNDS: Final = 20
LONGEST_NAME: Final = 60
LONGEST_DESCRIPTION: Final = 2000
LONGEST_PASSWORD: Final = 64
OPEN_DAYS: Final = 60
"""An event that starts when it is full, and does not fill, is cancelled after so many days."""
FARTHEST_DAYS: Final = 366
"""An event starts, or closes, at most so many days after it was made."""

USER_KINDS: Final = ("tournament", "team_cup")
SERVER_KINDS: Final = ("championship", "mini_cup", "ladder")
