"""Which matches are rated, as a table."""

from dataclasses import replace
from typing import Any

import pytest

from golem.play.rated import Finished, Unrated, why_unrated

FOUGHT = Finished(
    ("yellow", "red"), "goals", "yellow", agreed=True, movers=frozenset({"yellow", "red"})
)
NO_MOVES: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"winner": ""}, None),
        ({"winner": "", "movers": NO_MOVES}, None),
        ({"how": "timeout"}, None),
        ({"how": "resignation", "movers": frozenset({"red"})}, None),  # the winner never moved
        ({"how": "withdrawal"}, None),
        ({"how": "timeout", "movers": frozenset({"yellow"})}, Unrated.NO_MOVE),
        ({"how": "resignation", "movers": NO_MOVES}, Unrated.NO_MOVE),
        ({"agreed": False}, Unrated.AGREED),
        ({"annulled": True}, Unrated.ANNULLED),
        ({"how": "annulled", "winner": ""}, Unrated.ANNULLED),
        ({"bots": True}, Unrated.BOT),
        ({"replaced": True}, Unrated.REPLACED),
        ({"replaced": True, "agreed": False}, Unrated.REPLACED),
        ({"annulled": True, "bots": True, "agreed": False}, Unrated.ANNULLED),
        ({"how": "both_timed_out", "winner": ""}, Unrated.BOTH_TIMED_OUT),
        ({"how": "both_withdrew", "winner": ""}, Unrated.DOUBLE_FORFEIT),
        ({"how": "bye"}, Unrated.BYE),
        ({"how": "adjudicated"}, None),
        ({"how": "adjudicated", "winner": ""}, None),
        ({"how": "adjudicated", "winner": "", "pointless": True}, Unrated.DOUBLE_FORFEIT),
        ({"seats": ("a", "b", "c"), "winner": "a"}, Unrated.NOT_TWO),
    ],
)
def test_why_not(changes: dict[str, Any], reason: Unrated | None) -> None:
    assert why_unrated(replace(FOUGHT, **changes)) == reason
