"""Options are filled in and checked."""

import pytest

from golem.play.protocol import GameInfo as Info
from golem.play.protocol import Option, OptionValue, full_options

INFO = Info(
    "g", "G", ("a",), 1, (1, 0), (Option("size", (1, 2), 1), Option("fast", (True, False), False))
)


def test_missing_options_have_their_defaults() -> None:
    assert full_options(INFO, {}) == {"size": 1, "fast": False}
    assert full_options(INFO, {"size": 2}) == {"size": 2, "fast": False}


@pytest.mark.parametrize(
    ("given", "key"),
    [({"size": 3}, "size"), ({"size": True}, "size"), ({"fast": 1}, "fast"), ({"x": 1}, "x")],
)
def test_what_is_no_choice_is_refused(given: dict[str, OptionValue], key: str) -> None:
    with pytest.raises(ValueError, match=f"^{key}$"):
        full_options(INFO, given)
