"""The pitch that football games of one family share: squares, walks, and the lines of a ball."""
