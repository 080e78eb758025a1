"""Upkeep of the clocks: the sweep, the heartbeat, outages, freeze and thaw."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from golem.matches import brake, claims, clocks, outages, settle
from golem.matches.models import Heartbeat, Pause, SealedMove, Seat
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.play import clock
from golem.rest.refusals import Conflict

log = logging.getLogger(__name__)

BATCH = 100


def run(now_clock: Clock = timezone.now) -> int:
    """Settle everything that is due; return how much failed, which the log tells.

    What another sweep has claimed, or a player holds at this moment, is left to them; and what
    lies after the last heartbeat to later ones: it may prove to be an outage.
    """
    now = now_clock()
    last = Heartbeat.objects.values_list("at", flat=True).first()
    return claims.sweep(now if last is None else min(now, last))


# --- heartbeat and outages ---


def beat(now: datetime) -> None:
    """Note that moves can be made; a long silence before becomes an outage.

    Called each minute by every web process, after it has read and written the database.
    """
    last = Heartbeat.objects.values_list("at", flat=True).first()
    silent = last is not None and now - last > clocks.SILENCE
    in_transaction(lambda: _beat(now, outage=silent), alone=silent)


def _beat(now: datetime, *, outage: bool) -> None:
    last = Heartbeat.objects.select_for_update().first()
    if last is None:
        Heartbeat.objects.create(pk=1, at=now)
        return
    since, silence = last.at, now - last.at
    if silence > timedelta(0):
        Heartbeat.objects.filter(pk=last.pk).update(at=now)
    if outage and silence > clocks.SILENCE:  # nobody else's heartbeat has come meanwhile
        _after_silence(since, now, silence)


def _after_silence(since: datetime, now: datetime, silence: timedelta) -> None:
    wrong = silence > timedelta(hours=settings.WRONG_CLOCK_HOURS)
    if wrong and settings.PRODUCTION:
        brake.put_on(f"no heartbeat for {silence}: is the clock right?", now)
        _anew(now)
        return
    Pause.objects.create(kind=Pause.Kind.OUTAGE, began_at=since, ended_at=now)
    outages.compute(since, now)
    log.warning("an outage from %s to %s: no clock ran", since, now)


# --- freeze and thaw ---


def freeze(reason: str, now: datetime) -> None:
    """Stop all clocks until the thaw; raise ``Conflict`` if they are frozen already."""
    in_transaction(lambda: _freeze(reason, now), alone=True)


def _freeze(reason: str, now: datetime) -> None:
    if Pause.objects.filter(ended_at=None).exists():
        raise Conflict("frozen_already")
    Pause.objects.create(kind=Pause.Kind.FREEZE, began_at=now, reason=reason)
    # What is due already is settled as due before it.
    due = settle.due_seats(settle.horizon(now)).values("pk")
    Seat.objects.filter(runs_since__isnull=False).exclude(pk__in=due).update(zero_at=None)


def thaw(now: datetime) -> None:
    """Let the clocks run again; raise ``Conflict`` if they are not frozen."""
    in_transaction(lambda: _thaw(now), alone=True)


def _thaw(now: datetime) -> None:
    if not Pause.objects.filter(ended_at=None).update(ended_at=now):
        raise Conflict("not_frozen")
    _anew(now)


def _anew(now: datetime) -> None:
    """Work out anew when each running clock reaches zero."""
    sealed = SealedMove.objects.filter(match=OuterRef("match"), seat=OuterRef("name"))
    clocks_on = Seat.objects.filter(~Exists(sealed), runs_since__isnull=False)
    running = clocks_on.order_by("pk")
    first = running.order_by("runs_since").values_list("runs_since", flat=True).first()
    pauses = clocks.pauses(first, now) if first else ()
    batch: list[Seat] = []
    for seat in running.iterator(chunk_size=BATCH):
        assert seat.runs_since is not None
        seat.zero_at = clock.run_out(seat.runs_since, seat.left, pauses)
        batch.append(seat)
        if len(batch) == BATCH:
            clocks.store_zeros(batch)
            batch = []
    clocks.store_zeros(batch)
