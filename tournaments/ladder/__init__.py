"""The ladder of a game: rungs, challenges, climbing."""
