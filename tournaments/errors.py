"""The ways in which the pure parts of tournaments refuse; sentences are made elsewhere."""

from golem.play.errors import Refusal


class ScoringError(Refusal):
    """Codes: ``unknown_scoring`` (``key``), ``counts_nowhere`` (``how``)."""


class StandingsError(Refusal):
    """Codes: ``unknown_metric`` (``metric``), ``not_a_competitor`` (``competitor``)."""


class PairingError(Refusal):
    """Codes: ``too_few``, ``too_many``, ``twice_entered``, ``odd_tie``, ``not_due`` and others.

    Each function names those that it raises.
    """


class CannotPair(PairingError):
    """No round can be made from these players: the event ends with the rounds it has."""
