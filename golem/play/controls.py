"""Time controls: bank, increment and cap, in whole seconds, and the named presets."""

from dataclasses import dataclass, replace
from datetime import timedelta

HOUR = 3600
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has: at first ``bank``; after each own move ``increment`` more, up
    to ``cap``; all in seconds. ``vacation`` tells whether vacation days may be spent on it."""

    name: str
    bank: int
    increment: int
    cap: int
    vacation: bool = True

    @property
    def bank_time(self) -> timedelta:
        """The bank as a span of time."""
        return timedelta(seconds=self.bank)

    @property
    def increment_time(self) -> timedelta:
        """The increment as a span of time."""
        return timedelta(seconds=self.increment)

    @property
    def cap_time(self) -> timedelta:
        """The cap as a span of time."""
        return timedelta(seconds=self.cap)


def _days(number: int) -> TimeControl:
    return TimeControl(f"days-{number}", number * DAY, number * DAY, number * DAY)


def _fixed(number: int) -> TimeControl:
    return TimeControl(f"fixed-{number}", number * DAY, 0, number * DAY, vacation=False)


def without_vacation(control: TimeControl) -> TimeControl:
    """Return the same time control, by the same name, on which no vacation day is spent."""
    return replace(control, vacation=False)


DEFAULT = "littlegolem"
FIXED_DAYS = (7, 14, 30, 60)
PRESETS: dict[str, TimeControl] = {
    control.name: control
    for control in (
        TimeControl(DEFAULT, 240 * HOUR, 36 * HOUR, 240 * HOUR),
        TimeControl("brisk", 72 * HOUR, 12 * HOUR, 72 * HOUR),
        *(_days(number) for number in (1, 2, 3, 5, 7, 14)),
        *(_fixed(number) for number in FIXED_DAYS),
    )
}
"""The time controls that a challenge can choose, by name, in the order in which they are shown."""
