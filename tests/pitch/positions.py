"""What every game of the pitch keeps to when it writes and reads positions: as one line of text,
as a drawing, as fields. Each game brings positions of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

from golem.play.errors import BadPosition

NO_TEXTS = [None, 5, b"x", ["x"]]
"""What is no text at all."""


class Lines(Protocol):
    """A module that reads and writes positions as text: one line, or a drawing."""

    def read(self, given: Any, /) -> Any: ...

    def write(self, position: Any, /) -> str: ...


class Fields(Protocol):
    """A module that reads and writes positions as fields."""

    def from_fields(self, given: Mapping[str, Any], /) -> Any: ...

    def to_fields(self, position: Any, /) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Forms:
    """The three forms of a game's positions."""

    text: Lines
    diagram: Lines
    fields: Fields

    def check_round_trips(self, given: Mapping[str, Any]) -> None:
        """The position of the fields comes back from each form as it was."""
        position = self.fields.from_fields(given)
        assert self.text.read(self.text.write(position)) == position
        assert self.diagram.read(self.diagram.write(position)) == position
        assert self.fields.from_fields(self.fields.to_fields(position)) == position

    def check_refused_fields(self, given: Mapping[str, Any], code: str, field: str | None) -> None:
        """The fields are refused with this code; the error names this one of them."""
        with pytest.raises(BadPosition) as refused:
            self.fields.from_fields(given)
        assert refused.value.code == code
        assert refused.value.data.get("field") == field

    def check_missing(self, given: Mapping[str, Any], name: str) -> None:
        """Without the field of that name the others are refused, and the error names it."""
        rest = {key: value for key, value in given.items() if key != name}
        self.check_refused_fields(rest, "bad_position", name)

    def check_values(self, line: str) -> None:
        """Positions are values: equal ones are one in a set, and none can be changed."""
        position = self.text.read(line)
        assert len({position, self.text.read(line)}) == 1
        with pytest.raises(AttributeError):
            position.ply = 6


def check_refused(form: Lines, given: object) -> None:
    """What is given is no position in this form."""
    with pytest.raises(BadPosition):
        form.read(given)
