"""The mini cup of a game: rights, levels, groups of three."""
