"""What every pairing asks of its list of players."""

from collections.abc import Sequence

from tournaments.errors import PairingError


def check(players: Sequence[int], fewest: int, most: int) -> None:
    """Raise ``PairingError`` unless all differ and there are ``fewest`` to ``most`` of them.

    Codes: ``too_few`` and ``too_many`` (``players``, ``limit``), ``twice_entered`` (``player``).
    """
    if len(set(players)) < len(players):
        twice = next(one for one in players if players.count(one) > 1)
        raise PairingError("twice_entered", player=twice)
    if len(players) < fewest:
        raise PairingError("too_few", players=len(players), limit=fewest)
    if len(players) > most:
        raise PairingError("too_many", players=len(players), limit=most)
