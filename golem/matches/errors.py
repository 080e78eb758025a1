"""What the services of matches and challenges refuse, by type; the code says which."""

from golem.rest.refusals import Conflict, Forbidden, Unready


class NotAPlayer(Forbidden):
    """The caller has no seat in this match."""

    def __init__(self) -> None:
        super().__init__("not_a_player")


class StalePly(Conflict):
    """The move answers another ply than the one to be made now."""

    def __init__(self, match_id: int, ply: int) -> None:
        super().__init__("stale_ply", ply=ply)
        self.match_id = match_id


class NotYourTurn(Conflict):
    """The caller's seat does not owe a move."""

    def __init__(self, match_id: int) -> None:
        super().__init__("not_your_turn")
        self.match_id = match_id


class MatchOver(Conflict):
    """The match has ended; its result stands."""

    def __init__(self, match_id: int) -> None:
        super().__init__("match_over")
        self.match_id = match_id


class ClocksBraked(Unready):
    """A clock of this match is at zero, and nothing is settled until the operator's word."""

    def __init__(self) -> None:
        super().__init__("clocks_braked", retry_after=600)
