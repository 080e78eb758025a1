"""Matches of events whose result is new, or new again."""

from django.db import models

from golem.matches.models import Match
from tournaments.models.event import Event


class News(models.Model):
    """That ``match`` ended, was annulled or runs again: written in that very transaction.

    Only ever inserted there, so it waits for no lock; :mod:`tournaments.results` reads the rows
    under the event's lock, takes the result over and deletes them.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="news")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="event_news")

    class Meta:
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return f"news of match {self.match_id}"
