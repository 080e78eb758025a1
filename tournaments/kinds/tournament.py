"""The user tournament."""

from tournaments.kinds.staged import Staged

LIFE = Staged()
