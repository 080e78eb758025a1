"""Clicks of the seat that is to move, in any game of the pitch."""

from dataclasses import dataclass
from typing import Any

import pytest

from golem.play.errors import IllegalMove, NotationError
from golem.play.protocol import Clicks, Draft


@dataclass(frozen=True)
class Clicker:
    """Somebody who clicks in this game."""

    game: Clicks

    def click(self, position: Any, draft: str, square: str | None) -> Draft:
        """Return the draft after the click."""
        return self.game.click(position, position.to_move, draft, square)

    def refusal(self, position: Any, draft: str, square: str | None) -> str:
        """Return the code with which the click is refused."""
        with pytest.raises((IllegalMove, NotationError)) as refused:
            self.click(position, draft, square)
        code: str = refused.value.code
        return code
