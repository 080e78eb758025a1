"""The operators' hand on the clocks: sweep, freeze, thaw, give time, outages, brake."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from golem.jobs.notes import noted
from golem.matches import brake, operators, outages, sweep
from golem.matches.figures import ClockFigures, Held, clock_figures
from golem.matches.operating.doings import computed_anew
from golem.matches.outages import Laid
from golem.rest.refusals import Refused
from golem.rest.wording import sentence


def instant(text: str) -> datetime:
    """Return the instant that an argument names; UTC unless it says otherwise."""
    try:
        at = parse_datetime(text)
    except ValueError:
        at = None
    if at is None:
        raise ArgumentTypeError("not an instant such as 2026-07-01T03:00")
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def hours(text: str) -> int:
    """Return the seconds of an argument in hours."""
    try:
        return round(float(text) * 3600)
    except (ValueError, OverflowError):
        raise ArgumentTypeError("not a number of hours") from None


class Command(BaseCommand):
    """One act on the clocks of all matches, or on one seat's."""

    help = (
        "Settles what is due, freezes and thaws all clocks, gives time, lays outages, works the "
        "brake. Every act but the sweep is logged, for staff to read in /admin/."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the act and what it needs."""
        acts = parser.add_subparsers(dest="act", required=True)
        acts.add_parser("sweep", help="settle everything that is due, as the worker does")
        freeze = acts.add_parser("freeze", help="stop all clocks until the thaw")
        freeze.add_argument("reason", help="shown on every match page")
        acts.add_parser("thaw", help="let the clocks run again")
        give = acts.add_parser("give", help="give time to one seat")
        give.add_argument("match", type=int, help="the number of the match")
        give.add_argument("seat", help="its name in the game, such as yellow")
        give.add_argument("hours", type=hours, help="may be negative, such as -1.5")
        give.add_argument("reason", help="shown in the ledger of the match")
        outage = acts.add_parser(
            "outage",
            help="let no clock have run in a time that is past",
            description="For when the server was well and players could not reach it. All that "
            "ran in that time is computed anew, with the brake on meanwhile; matches that ended "
            "on time because of it are listed, for `matches reopen`. An outage that the server "
            "itself noticed needs no command. If broken off, give the same command again.",
        )
        outage.add_argument("began", type=instant, help="such as 2026-07-01T03:00, UTC")
        outage.add_argument("ended", type=instant, help="likewise, and past")
        outage.add_argument("reason", help="shown on the pages of matches that ran then")
        braked = acts.add_parser("brake", help="put the brake on: nothing is settled on time")
        braked.add_argument(
            "reason", nargs="?", default="put on by hand", help="shown to whoever looks after it"
        )
        acts.add_parser("release", help="take the brake off")
        acts.add_parser("status", help="tell brake, freeze, clocks at zero and the last heartbeat")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say what was done; raise ``CommandError`` with the reason if not."""
        try:
            said = getattr(self, f"_{options['act']}")(options)
        except Refused as error:
            raise CommandError(sentence(error.code, error.data)) from error
        self.stdout.write(said)

    def _sweep(self, options: dict[str, Any]) -> str:
        failed = noted("sweep")(sweep.run)()
        if brake.is_on():
            raise CommandError("The brake is on: nothing is settled. See `clocks status`.")
        if failed:
            raise CommandError(f"{failed} could not be settled; the log says why.")
        return "Everything that was due is settled."

    def _freeze(self, options: dict[str, Any]) -> str:
        operators.freeze(options["reason"], None, timezone.now())
        return "All clocks stand still."

    def _thaw(self, options: dict[str, Any]) -> str:
        operators.thaw(None, timezone.now())
        return "The clocks run again."

    def _give(self, options: dict[str, Any]) -> str:
        match, seat, seconds = options["match"], options["seat"], options["hours"]
        operators.give(match, seat, seconds, options["reason"], None, timezone.now())
        return f"{seconds / 3600:g} h for {seat} in match {match}."

    def _outage(self, options: dict[str, Any]) -> str:
        began, ended, now = options["began"], options["ended"], timezone.now()
        return "\n".join(_told(outages.lay(began, ended, options["reason"], None, now)))

    def _brake(self, options: dict[str, Any]) -> str:
        operators.brake_on(options["reason"], None, timezone.now())
        return "The brake is on."

    def _release(self, options: dict[str, Any]) -> str:
        operators.release(None, timezone.now())
        return "The brake is off."

    def _status(self, options: dict[str, Any]) -> str:
        return "\n".join(_state(clock_figures(timezone.now())))


def _state(found: ClockFigures) -> list[str]:
    """Return in lines how the clocks of all matches stand."""
    return [
        f"brake: {_held(found.brake, 'off')}",
        f"freeze: {_held(found.freeze, 'no')}",
        f"clocks at zero: {found.due}",
        f"last heartbeat: {found.heartbeat or 'never'}",
    ]


def _held(held: Held | None, otherwise: str) -> str:
    return f"since {held.since}: {held.reason}" if held else otherwise


def _told(laid: Laid) -> list[str]:
    """Return in lines what an outage came to."""
    lines = [computed_anew(laid.matches)]
    if laid.lost:
        lines.append("These ended on time because of it; `matches reopen` lets them run again:")
        lines += [f"  match {m.pk}, lost {m.ended_at:%Y-%m-%d %H:%M} UTC" for m in laid.lost]
    if laid.days:
        lines.append("These vacation days were spent in it; they stay, with their 24 hours:")
        lines += [f"  {day.player.username}, {day.at:%Y-%m-%d %H:%M} UTC" for day in laid.days]
    return lines
