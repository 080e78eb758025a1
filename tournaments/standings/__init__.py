"""Standings: a pure function of the scores and the rules of an event."""
