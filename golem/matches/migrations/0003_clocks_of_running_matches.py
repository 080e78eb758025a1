"""Matches that began before clocks were kept: their clocks start with the bank, at the upgrade."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

REASON = "clocks were not kept before this version"


def start_clocks(apps, schema_editor):
    match = apps.get_model("matches", "Match")
    seat = apps.get_model("matches", "Seat")
    first = match.objects.order_by("started_at").first()
    if first is None:
        return
    now = timezone.now()
    apps.get_model("matches", "Pause").objects.create(
        kind="outage", began_at=first.started_at, ended_at=now, reason=REASON
    )
    for row in seat.objects.select_related("match").iterator(chunk_size=500):
        row.left = timedelta(seconds=row.match.bank)
        if row.to_move:
            row.runs_since, row.zero_at = row.turn_since, now + row.left
        row.save(update_fields=["left", "runs_since", "zero_at"])


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_clocks")]
    operations = [migrations.RunPython(start_clocks, migrations.RunPython.noop)]
