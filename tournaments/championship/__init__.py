"""The championship of a game: editions, leagues, champions."""
