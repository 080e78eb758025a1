"""The command that looks for contradictions: silent if there are none, and it says each."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import F

from accounts.models import User
from golem import registry
from golem.matches import challenges, gifts, sweep
from golem.matches.models import (
    Brake,
    Challenge,
    Draw,
    Gift,
    Heartbeat,
    Match,
    Move,
    Pause,
    PlayerClock,
    SealedMove,
    Seat,
    Seed,
    StoredAnswer,
    VacationDay,
)
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.outbox.models import Message, Notice
from golem.play.controls import DEFAULT, PRESETS
from tests.matches.conftest import NOON, SEED, at, person

SETUP, RED_SETUP = "Pahbied", "Pacbdej"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def h(hours: float) -> datetime:
    """Return an instant of the last ten days."""
    return NOON - 10 * DAY + hours * HOUR


class World:
    """Matches of every kind, played by the services alone, over the last ten days."""

    def __init__(self) -> None:
        self.anna, self.boris, self.clara = (person(name) for name in ("Anna", "Boris", "Clara"))
        well_at(0)
        self.lost = self.begin("streetsoccer", self.anna, self.boris)
        self.running = self.begin("streetsoccer", self.boris, self.anna)
        self.strict = self.begin("streetsoccer", self.clara, self.boris, "fixed-7")
        self.sealed = self.begin("duel", self.clara, self.anna)
        self.whole = self.begin("duel", self.anna, self.boris)
        self.resigned = self.begin("streetsoccer", self.clara, self.anna)
        self._play()
        self._time_goes_by()
        self._people()

    def begin(self, key: str, first: User, second: User, control: str = DEFAULT) -> Match:
        seats = registry.load(key).info.seats
        users = dict(zip(seats, (first, second), strict=True))
        return start_match(Agreement(key, users, PRESETS[control], {}, True), h(0), SEED)

    def _play(self) -> None:
        submit_move(self.running.pk, self.boris, 1, SETUP, clock=well_at(1))
        submit_move(self.running.pk, self.anna, 2, RED_SETUP, clock=well_at(2))
        for ply, (first, second) in enumerate((("N1", "N2"), ("N3", "N1")), start=1):
            submit_move(self.whole.pk, self.anna, ply, first, clock=well_at(2 + ply))
            submit_move(self.whole.pk, self.boris, ply, second, clock=well_at(3 + ply))
        resign(self.resigned.pk, self.anna, clock=well_at(5))
        submit_move(self.sealed.pk, self.clara, 1, "N2", clock=well_at(5))

    def _time_goes_by(self) -> None:
        """A gift of less than nothing; a freeze; an outage; two days of vacation, and a loss."""
        gifts.give(self.lost.pk, "yellow", -230 * 3600, "a test", well_at(6)())
        sweep.freeze("a test", well_at(7)())
        sweep.thaw(well_at(8)())
        sweep.beat(well_at(9)())
        sweep.beat(h(12))
        for hour in (20, 40, 100, 239):
            sweep.run(well_at(hour))

    def _people(self) -> None:
        """A challenge that was taken, one that waits; a mail that told something."""
        Heartbeat.objects.update(at=NOON + DAY)
        offer = challenges.create(self.anna, None, challenges.Terms("streetsoccer"))
        self.taken = challenges.accept(offer.pk, self.boris)
        self.open = challenges.create(self.clara, None, challenges.Terms("streetsoccer"))
        self.mail = Message.objects.create(
            kind="notices", user=self.anna, address="a@example.org", created_at=NOON, sent_at=NOON
        )
        first = Notice.objects.order_by("pk")[0]
        told = Notice.objects.filter(pk=first.pk)
        told.update(state="told", closed_at=NOON, message=self.mail)


def well_at(hours: float) -> Callable[[], datetime]:
    """Let the server have been well until then, and return a clock that shows it."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": h(hours)})
    return at(h(hours))


@pytest.fixture
def world(duel: str, db: None, settings: Any) -> World:
    settings.VACATION_DAYS = 2
    return World()


def said(*arguments: str) -> list[str]:
    """Return the lines of the command; the last tells how many contradictions there are."""
    out = StringIO()
    try:
        call_command("check_invariants", *arguments, stdout=out, stderr=StringIO())
    except CommandError as error:
        out.write(f"{error}" if error.returncode == 1 else "another exit code")
    return out.getvalue().splitlines()


def test_a_healthy_database_is_passed_over_in_silence(world: World) -> None:
    assert (world.lost.seats.count(), VacationDay.objects.count()) == (2, 2)
    statuses = dict(Match.objects.values_list("pk", "how"))
    assert statuses[world.lost.pk] == "timeout"
    assert SealedMove.objects.count() == 1
    assert said() == ["No contradiction."]


def one(model: Any, **which: Any) -> Callable[..., int]:
    """Return an update of one row."""
    return model.objects.filter(pk=model.objects.filter(**which)[:1].get().pk).update  # type: ignore[no-any-return]


def seat(match: Match, name: str) -> Callable[..., int]:
    return one(Seat, match=match, name=name)


CORRUPTIONS: list[tuple[str, Callable[[World], Any], str]] = [
    ("a move is gone", lambda w: Move.objects.filter(match=w.running, ply=1).delete(),
     r"match \d+: ply 1 is missing, there is ply 2"),
    ("a move of an unknown seat", lambda w: one(Move, match=w.running, ply=1)(seat="green"),
     r"match \d+: a move is of a seat that the game does not have: green"),
    ("moves in the wrong order", lambda w: one(Move, match=w.running, ply=2)(at=h(0.5)),
     r"match \d+: ply 2 was played before ply 1"),
    ("a move before the match", lambda w: one(Move, match=w.running, ply=1)(at=h(-1)),
     r"match \d+: ply 1 was played at .*, outside the match"),
    ("an illegal move", lambda w: one(Move, match=w.running, ply=2)(notation="Pcgcgcg"),
     r"match \d+: the log fails at ply 2"),
    ("a game that is gone", lambda w: one(Match, pk=w.running.pk)(game="chess"),
     r"match \d+: is of an unknown game: chess, revision 1"),
    ("a draw is gone", lambda w: one(Draw, match=w.running)(number=2),
     r"match \d+: draw 1 is missing, there is draw 2"),
    ("another die", lambda w: one(Draw, match=w.running, number=1)(values=[[1, 2], [6, 5]][
        Draw.objects.get(match=w.running, number=1).values == [1, 2]]),
     r"match \d+: draw 1 is not what the seed gives"),
    ("a draw before the match", lambda w: one(Draw, match=w.running, number=1)(at=h(-1)),
     r"match \d+: draw 1 was made at .*, outside the match"),
    ("a draw of another ply", lambda w: one(Draw, match=w.running, number=1)(ply=7),
     r"match \d+: draw 1 is not stored with the ply that it belongs to"),
    ("another seed", lambda w: one(Seed, match=w.running)(secret=bytes(32)),
     r"match \d+: the seed from draw 1 on is not the one committed to"),
    ("a seed begins too late", lambda w: one(Seed, match=w.running)(first_draw=9),
     r"match \d+: the seeds begin with the draws \[9\]"),
    ("no seed", lambda w: Seed.objects.filter(match=w.running).delete(),
     r"match \d+: the seeds are of the runs \[\], of 0 to 0"),
    ("wrong ply", lambda w: one(Match, pk=w.running.pk)(ply=9),
     r"match \d+: ply is 9, by the log 3"),
    ("wrong score", lambda w: one(Match, pk=w.running.pk)(score={"yellow": 5, "red": 0}),
     r"match \d+: score is .*, by the log"),
    ("wrong position", lambda w: one(Match, pk=w.running.pk)(position="?"),
     r"match \d+: position is '\?', by the log"),
    ("wrong points", lambda w: one(Match, pk=w.lost.pk)(points={"yellow": 5, "red": 0}),
     r"match \d+: points is .*, by the log"),
    ("a wrong end", lambda w: one(Match, pk=w.whole.pk)(how="resignation"),
     r"match \d+: how is 'resignation', by the log 'higher'"),
    ("to move", lambda w: seat(w.running, "red")(to_move=True, turn_since=h(2)),
     r"match \d+: to_move:red is True, by the log False"),
    ("a turn without a beginning", lambda w: seat(w.running, "yellow")(turn_since=None),
     r"match \d+: yellow has a turn since None, to move: True"),
    ("a change that is to come", lambda w: one(Match, pk=w.running.pk)(changed_at=NOON + 99 * DAY),
     r"match \d+: it was changed at .*, which is to come"),
    ("an end before the beginning", lambda w: one(Match, pk=w.lost.pk)(ended_at=h(-1)),
     r"match \d+: started .*, ended .*, changed"),
    ("a clock that runs after the end", lambda w: seat(w.lost, "red")(runs_since=h(1)),
     r"match \d+: the clock of red runs, and the match is over"),
    ("a zero of a clock that stands", lambda w: seat(w.running, "red")(zero_at=NOON + 99 * DAY),
     r"match \d+: the clock of red runs out and does not run"),
    ("less than nothing", lambda w: seat(w.running, "red")(left=-HOUR),
     r"match \d+: the clock of red shows less than nothing"),
    ("more time than there is", lambda w: seat(w.running, "red")(left=F("left") + HOUR),
     r"match \d+: left:red is .*, by the log"),
    ("another zero", lambda w: seat(w.running, "yellow")(zero_at=NOON + 99 * DAY),
     r"match \d+: zero_at:yellow is .*, by the log"),
    ("a gift of which nobody knows", lambda w: Gift.objects.create(
        match=w.running, seat="red", seconds=60, reason="?", at=h(3)),
     r"match \d+: left:red is .*, by the log"),
    ("a gift to nobody", lambda w: one(Gift, match=w.lost)(seat="green"),
     r"match \d+: a gift is of a seat that the game does not have: green"),
    ("lost too early", lambda w: one(Match, pk=w.lost.pk)(ended_at=F("ended_at") - HOUR),
     r"match \d+: yellow lost on time with 1:00:00 on the clock"),
    ("lost with a day left", lambda w: VacationDay.objects.filter(number=2).delete(),
     r"match \d+: yellow lost on time with 1 vacation days left"),
    ("a day without need", lambda w: one(VacationDay, number=1)(at=F("at") - HOUR),
     r"match \d+: day 1 of \d+ .* was spent at .* with 1:00:00 on the clock"),
    ("a day with a clock that stood", lambda w: one(VacationDay, number=1)(match=w.running),
     r"match \d+: day 1 of \d+ .* was spent at .* with no running clock"),
    ("a day in a match without vacation", lambda w: one(VacationDay, number=1)(match=w.strict),
     r"match \d+: day 1 of \d+ .* was spent in it, and it allows no vacation"),
    ("somebody else's day", lambda w: one(VacationDay, number=1)(player=w.clara),
     r"match \d+: day 1 of \d+ .* was spent in it by somebody who is no player of it"),
    ("a day of another year", lambda w: one(VacationDay, number=1)(year=1999),
     r"match \d+: day 1 of 1999 .* was spent at .*, in another year"),
    ("a gap in the numbers", lambda w: one(VacationDay, number=2)(number=3),
     r"player \d+: 2 vacation days in \d+, numbered 1 to 3, of 2"),
    ("days in the wrong order", lambda w: one(VacationDay, number=2)(at=h(0.5)),
     r"player \d+: day 1 .* was spent after a later one"),
    ("a bot's day", lambda w: one(User, pk=w.anna.pk)(is_bot=True),
     r"player \d+: day 1 .* was spent by a bot"),
    ("a freeze in a freeze", lambda w: Pause.objects.create(
        kind="freeze", began_at=h(7.5), ended_at=h(8.5)),
     r"pause \d+: freeze from .* began before freeze from .* ended"),
    ("an outage without end", lambda w: Pause.objects.create(kind="outage", began_at=NOON),
     r"pause \d+: outage from .* has no end"),
    ("a pause that was forgotten", lambda w: Pause.objects.filter(kind="outage").delete(),
     r"match \d+: zero_at:yellow is .*, by the log"),
    ("two brakes", lambda w: [Brake.objects.create(on_since=NOON, reason="?") for _ in "12"],
     r"brake: there are 2 rows, of one"),
    ("a sealed move after the end", lambda w: one(SealedMove)(match=w.lost),
     r"match \d+: it is over, and 1 sealed moves wait"),
    ("a sealed move of another ply", lambda w: one(SealedMove)(ply=2),
     r"match \d+: left has sealed a move of ply 2, and ply 1 is to come"),
    ("a sealed move of who is not to move", lambda w: one(SealedMove)(match=w.running, seat="red",
        ply=3), r"match \d+: red has sealed a move and is not to move"),
    ("a sealed move that is none", lambda w: one(SealedMove)(notation="N9"),
     r"match \d+: the move that left has sealed is none"),
    ("all have sealed", lambda w: SealedMove.objects.create(
        match=w.sealed, ply=1, seat="right", notation="N1", at=h(6)),
     r"match \d+: all have sealed their moves, and the step is not resolved"),
    ("accepted without a match", lambda w: one(Challenge, pk=w.open.pk)(status="accepted"),
     r"challenge \d+ .*: it is accepted, and there is no match"),
    ("a match of an open challenge", lambda w: one(Challenge, match=w.taken)(status="open"),
     r"challenge \d+ .*: it is open, and match \d+ came of it"),
    ("others play", lambda w: one(Challenge, match=w.taken)(challenger=w.clara),
     r"challenge \d+ .*: others play match \d+, which came of it"),
    ("another game", lambda w: one(Challenge, match=w.taken)(game="duel"),
     r"challenge \d+ .*: match \d+, which came of it, is of another game"),
    ("open for too long", lambda w: one(Challenge, pk=w.open.pk)(expires_at=NOON - 2 * DAY),
     r"challenge \d+ .*: it is open, and its time was over at"),
    ("an answer that was never given", lambda w: StoredAnswer.objects.create(
        user=w.anna, key="k", digest="d", created_at=NOON),
     r"answer \d+: it has no status, and its act is over"),
    ("no row to lock", lambda w: PlayerClock.objects.filter(pk=w.anna.pk).delete(),
     r"player \d+: plays, and has no clock row"),
    ("told by no mail", lambda w: one(Notice, state="told")(message=None),
     r"notice \d+ \(.*\): told, and no mail that tells it was sent"),
    ("a notice that waits in a sent mail", lambda w: one(Notice, state="waiting")(message=late(w)),
     r"notice \d+ \(.*\): waits, and its mail \d+ was sent"),
    ("a notice that waits in a lost mail", lambda w: one(Notice, state="waiting")(message=gone(w)),
     r"notice \d+ \(.*\): waits, and its mail \d+ was given up"),
    ("a sent mail with its words", lambda w: one(Message, pk=w.mail.pk)(text="secret"),
     r"mail \d+: it has left or was given up, and still has its words"),
]  # fmt: skip


def late(world: World) -> Message:
    Message.objects.filter(pk=world.mail.pk).update(sent_at=NOON - HOUR)
    return world.mail


def gone(world: World) -> Message:
    Message.objects.filter(pk=world.mail.pk).update(sent_at=None, given_up_at=NOON)
    return world.mail


def test_each_contradiction_is_said(world: World) -> None:
    """All of them in one world, each undone after it."""
    unsaid = {}
    for name, corrupt, line in CORRUPTIONS:
        with transaction.atomic():
            corrupt(world)
            lines = said()
            transaction.set_rollback(True)
        if not any(re.match(line, found) for found in lines):
            unsaid[name] = lines
        assert re.fullmatch(r"\d+ contradictions\.", lines[-1]), name
        assert not any("secret" in found or "N9" in found for found in lines)
    assert not unsaid


def test_what_is_overdue_is_a_warning_only(world: World) -> None:
    Seat.objects.filter(match=world.taken, to_move=True).update(zero_at=NOON - HOUR)
    assert any(
        re.match(r"warning: match \d+: yellow is at zero since .*, not settled", line)
        for line in said()
    )
    Brake.objects.create(pk=1, on_since=NOON, reason="a test")
    assert not any(line.startswith("warning") for line in said())


def test_some_matches_only(world: World) -> None:
    seat(world.running, "yellow")(left=9 * HOUR)
    seat(world.lost, "red")(left=9 * HOUR)
    both = said()
    assert (len(both), both[-1]) == (3, "2 contradictions.")
    assert len(said(str(world.lost.pk))) == 2
    assert said(str(world.sealed.pk)) == ["No contradiction."]
    assert said("--since", h(20).isoformat()) == [both[0], "1 contradictions."]
    with pytest.raises(CommandError, match="no date"):
        call_command("check_invariants", "--since", "yesterday")


def test_a_move_at_the_very_instant_of_a_day_contradicts_nothing(
    duel: str, anna: User, boris: User, settings: Any
) -> None:
    """The day saves the clock, the move resolves the step, the next turn begins: all at once."""
    settings.VACATION_DAYS = 1
    seats = registry.load(duel).info.seats
    users = dict(zip(seats, (anna, boris), strict=True))
    match = start_match(Agreement(duel, users, PRESETS["days-1"], {}, True), h(0), SEED)
    submit_move(match.pk, boris, 1, "N1", clock=well_at(5))
    submit_move(match.pk, anna, 1, "N2", clock=well_at(24))
    Heartbeat.objects.update(at=NOON + DAY)
    assert VacationDay.objects.get().at == Move.objects.get(seat="left").at
    assert said(str(match.pk)) == ["No contradiction."]
