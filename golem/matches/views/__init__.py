"""The pages of matches and challenges."""
