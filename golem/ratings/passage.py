"""What the page of a finished match says of its rating."""

from accounts.models import User
from golem.matches.models import Match
from golem.matches.passages import Passage
from golem.ratings.selectors import verdict_of


def of_match(match: Match, reader: User | None) -> Passage | None:
    """Return the change of both ratings, why there is none, or that it follows (three queries)."""
    return Passage("ratings/verdict.html", {"verdict": verdict_of(match), "match": match})
