"""A match of an evening and what became of it: invitation, moves, a player who stays away.

Time is turned by hand; pages come from the real server, mails from the real outbox. With a folder
as ``PICTURES`` in the environment, every step is stored there as a picture.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from accounts.models import User
from golem.matches import challenges, reminders, sweep
from golem.matches.challenges import Terms
from golem.matches.log import present
from golem.matches.models import Challenge, Match, VacationDay
from golem.matches.services import submit_move
from golem.outbox.sender import send_due
from golem.play.movers import greedy
from tests.accounts.conftest import account
from tests.web.conftest import DESK, PHONE

pytestmark = pytest.mark.django_db(transaction=True)
START = datetime(2026, 3, 2, 18, 30, tzinfo=UTC)
SEED = bytes(range(32))
MAIL = {"width": 640, "height": 240}


@dataclass
class Wall:
    """The clock on the wall, which the test turns."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now

    def later(self, **span: float) -> None:
        """Let time go by, with nothing done meanwhile."""
        self.now += timedelta(**span)

    def work(self, until: Callable[[], bool]) -> None:
        """Let time go by with what a server does each hour, until something is so."""
        for _ in range(24 * 40):
            if until():
                return
            self.later(hours=1)
            sweep.run(self)
            reminders.remind(self.now)
            send_due()
        raise AssertionError("it never came to that")


@pytest.fixture
def wall(settings: Any) -> Iterator[Wall]:
    """The time in pages, jobs and mails; services are given it by name."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    wall = Wall(START)
    with mock.patch("django.utils.timezone.now", wall):
        yield wall


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Store a page as a picture, if that is wanted."""
    folder = os.environ.get("PICTURES")

    def store(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    return store


def mails_to(user: User) -> list[mail.EmailMultiAlternatives]:
    return [one for one in mail.outbox if one.to == [user.email]]  # type: ignore[misc]


def show(page: Page, letter: mail.EmailMultiAlternatives) -> None:
    """Show the HTML part of a mail, under its subject, as a mail program would."""
    html = letter.alternatives[0][0]
    page.set_content(str(html).replace("<body", f"<body data-subject='{letter.subject}'", 1))


def play(match: Match, wall: Wall, plies: int, rng: Random) -> None:
    """Let both sides move so many times, some minutes after one another."""
    for _ in range(plies):
        match.refresh_from_db()
        where = present(match)
        (seat,) = where.game.to_move(where.state)
        user = match.seats.get(name=seat).user
        text = where.game.write(greedy(where.game, where.state, seat, rng))
        wall.later(minutes=rng.randint(2, 15))
        submit_move(match.pk, user, match.ply, text, clock=wall)


@dataclass
class Scene:
    """Two players with their screens, a mail program, and the time."""

    wall: Wall
    anna: User
    boris: User
    desk: Page
    phone: Page
    letter: Page
    picture: Callable[[Page, str], None]

    def mail(self, user: User, subject: str, name: str) -> None:
        """See that the last mail to ``user`` has this subject, and take its picture."""
        last = mails_to(user)[-1]
        assert last.subject == f"[Golem] {subject}"
        show(self.letter, last)
        self.picture(self.letter, name)


@pytest.fixture
def scene(
    wall: Wall,
    new_page: Callable[..., Page],
    log_in: Callable[[Page, Any], None],
    picture: Callable[[Page, str], None],
) -> Scene:
    """Anna at a desk and Boris with a phone, both logged in."""
    anna = account("Anna", time_zone="Europe/Berlin")
    boris = account("Boris", time_zone="Europe/London")
    desk, phone, letter = new_page(DESK), new_page(PHONE), new_page(MAIL)
    log_in(desk, anna)
    log_in(phone, boris)
    return Scene(wall, anna, boris, desk, phone, letter, picture)


def test_an_evening_and_a_player_who_stays_away(
    scene: Scene, log_in: Callable[[Page, Any], None]
) -> None:
    challenge = invited(scene)
    match = played_until_late(scene, challenge)
    reminded(scene)
    a_day_is_spent(scene, match)
    scene.wall.work(until=lambda: Match.objects.filter(status="finished").exists())
    log_in(scene.desk, scene.anna)
    lost_on_time(scene, match)


def invited(scene: Scene) -> Challenge:
    """Anna invites Boris to a brisk match: 72 h, and 12 h more for each move."""
    terms = Terms("streetsoccer", seat="yellow", control="brisk")
    challenge = challenges.create(scene.anna, scene.boris, terms, clock=scene.wall)
    scene.wall.later(minutes=2)
    send_due()
    assert len(mails_to(scene.boris)) == 1
    scene.mail(scene.boris, "Anna invites you to a match", "1-invitation-mail")
    scene.phone.goto(f"/challenges/{challenge.pk}/")
    expect(scene.phone.get_by_role("button", name="Accept")).to_be_visible()
    scene.picture(scene.phone, "2-invitation-page")
    return challenge


def played_until_late(scene: Scene, challenge: Challenge) -> Match:
    """He takes it at once, and they play until late; then it is his turn."""
    scene.wall.later(minutes=20)
    with mock.patch("golem.matches.starting.secrets.token_bytes", return_value=SEED):
        match = challenges.accept(challenge.pk, scene.boris, clock=scene.wall)
    play(match, scene.wall, 13, Random(11))
    match.refresh_from_db()
    assert match.seats.get(to_move=True).user == scene.boris
    scene.desk.goto(f"/matches/{match.pk}/")
    expect(scene.desk.get_by_text("Boris").first).to_be_visible()
    scene.picture(scene.desk, "3-evening")
    scene.phone.goto(f"/matches/{match.pk}/")
    scene.picture(scene.phone, "3-evening-phone")
    scene.wall.later(hours=1)
    send_due()
    scene.mail(scene.boris, "Your turn against Anna", "4-your-turn-mail")
    return match


def reminded(scene: Scene) -> None:
    """He stays away: a reminder a day before his first vacation day would be spent."""
    begun = scene.wall.now
    scene.wall.work(until=lambda: len(mails_to(scene.boris)) > 2)
    words = "Your clock against Anna runs out within a day"
    scene.mail(scene.boris, words, "5-reminder-mail")
    assert timedelta(hours=47) <= scene.wall.now - begun <= timedelta(hours=50)


def a_day_is_spent(scene: Scene, match: Match) -> None:
    """His clock runs out, a vacation day is spent, and everybody can read it in the ledger."""
    scene.wall.work(until=VacationDay.objects.exists)
    scene.desk.goto(f"/matches/{match.pk}/")
    scene.desk.get_by_text("Clock of Boris").click()
    expect(scene.desk.locator("table.ledger").last).to_contain_text("vacation day")
    scene.picture(scene.desk, "6-ledger")
    scene.phone.goto("/players/Boris/")
    expect(scene.phone.get_by_text("19", exact=False).first).to_be_visible()
    scene.picture(scene.phone, "7-vacation")


def lost_on_time(scene: Scene, match: Match) -> None:
    """All his days are spent, he was reminded once more, and the match is lost on time."""
    assert VacationDay.objects.filter(player=scene.boris).count() == 20
    reminder, over = mails_to(scene.boris)[-2:]
    words = "[Golem] Your match against Anna is lost within a day unless you move"
    assert (reminder.subject, over.subject) == (words, "[Golem] You lost against Anna")
    show(scene.letter, reminder)
    scene.picture(scene.letter, "8-last-reminder-mail")
    scene.desk.goto(f"/matches/{match.pk}/")
    expect(scene.desk.locator("#result .headline")).to_have_text("Anna wins")
    expect(scene.desk.locator("#result")).to_contain_text("On time, at 2 : 0. Points 5 : 0.")
    scene.picture(scene.desk, "9-lost-on-time")
    scene.mail(scene.anna, "You won against Boris", "10-won-mail")
