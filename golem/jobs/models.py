"""When each periodic job was last done."""

from django.db import models


class LastRun(models.Model):
    """One row a job, written at the end of each run by whoever did it: a worker or a command.

    A worker that lives and takes no tasks writes none, which is how it is noticed. ``good_at``
    is the end of the last run that did not fail, ``took_seconds`` the length of the last one.
    """

    job = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()
    good_at = models.DateTimeField(null=True, blank=True)
    took_seconds = models.FloatField()
    failed = models.BooleanField()
    runs = models.PositiveBigIntegerField(default=0)
    failures = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.job} at {self.at:%Y-%m-%d %H:%M:%S}"
