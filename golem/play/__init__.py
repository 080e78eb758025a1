"""The pure vocabulary of play: no Django, no wall clock, no input or output."""
