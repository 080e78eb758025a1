"""Settings of play itself."""

HOUSE_SECONDS = 1.0
"""Processor time, in seconds, that the house may spend on one of its moves."""
