"""Settings of play itself."""

from golem.settings.environment import number

HOUSE_SECONDS = 1.0
"""Processor time, in seconds, that the house may spend on one of its moves."""

VACATION_DAYS = number("VACATION_DAYS", 20, most=366)
"""Vacation days that a player has in a calendar year (UTC)."""

BRAKE_ABOVE_MATCHES = number("BRAKE_ABOVE_MATCHES", 50)
BRAKE_ABOVE_SHARE = number("BRAKE_ABOVE_PERCENT", 5, most=100) / 100
"""Above this number of clocks at zero and this share of the running matches, the brake goes on."""

WRONG_CLOCK_HOURS = number("WRONG_CLOCK_HOURS", 72)
"""A silence of the web processes longer than this is rather a wrong clock than an outage."""
