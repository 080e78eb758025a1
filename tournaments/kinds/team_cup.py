"""The team cup: stages of team matches, each a board match for every pair of players."""

from tournaments.kinds.staged import Staged

LIFE = Staged()
