"""The time control as columns, shared by a challenge and the match that comes of it."""

from django.db import models

from golem.play.controls import DEFAULT, PRESETS, TimeControl


class Timed(models.Model):
    """A row that has a time control; times in seconds."""

    control = models.CharField(max_length=20, default=DEFAULT)
    bank = models.PositiveIntegerField(default=PRESETS[DEFAULT].bank)
    increment = models.PositiveIntegerField(default=PRESETS[DEFAULT].increment)
    cap = models.PositiveIntegerField(default=PRESETS[DEFAULT].cap)
    vacation = models.BooleanField(default=True)

    class Meta:
        abstract = True

    @property
    def time_control(self) -> TimeControl:
        """The time control as a value."""
        return TimeControl(self.control, self.bank, self.increment, self.cap, self.vacation)


def control_columns(control: TimeControl) -> dict[str, str | int | bool]:
    """Return the values of the columns of :class:`Timed` for ``control``."""
    return {
        "control": control.name,
        "bank": control.bank,
        "increment": control.increment,
        "cap": control.cap,
        "vacation": control.vacation,
    }
