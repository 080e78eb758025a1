"""Mails about matches: caused in the transaction of what happens, true when they leave."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from accounts.models import User
from golem.matches import challenges
from golem.matches.annulment import annul
from golem.matches.challenges import Terms
from golem.matches.models import Challenge, Match
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.outbox.models import Notice
from golem.outbox.sender import send_due
from tests.matches.conftest import NOON, at, begin, person
from tests.outbox.post_office import PostOffice, open_post_office

pytestmark = pytest.mark.django_db
SETUP = "Pahbied"


@pytest.fixture
def office(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """The mail server that all mails of this test go to; the sender's present is NOON."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    with open_post_office() as found:
        settings.EMAIL_BACKEND = "golem.outbox.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


def notices() -> list[tuple[str, str, int, int]]:
    """Return what waits to be told: kind, whom, about what, at which ply."""
    rows = Notice.objects.filter(state="waiting").order_by("pk")
    return list(rows.values_list("kind", "user__username", "subject", "ply"))


def sent(office: PostOffice) -> list[tuple[str, str]]:
    """Send, and return to whom and under which subject the mails so far went."""
    send_due()
    return [(str(m["To"]).split("@")[0], str(m["Subject"])[8:]) for m in office.taken]


def text_of(office: PostOffice) -> str:
    body = office.taken[-1].get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_each_turn_is_noted_for_its_player(soccer: Match, anna: User, boris: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(NOON))
    assert notices() == [
        ("your_turn", "Anna", soccer.pk, 1),
        ("your_turn", "Boris", soccer.pk, 2),
    ]


def test_a_turn_already_played_is_not_told(soccer: Match, anna: User, office: PostOffice) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(NOON))
    assert sent(office) == [("boris", "Your turn against Anna")]
    text = text_of(office)
    assert f"StreetSoccer, match {soccer.pk}, move 2" in text
    assert "then one of your 20 vacation days is spent" in text
    assert f"http://127.0.0.1:8000/matches/{soccer.pk}/" in text


def test_several_matches_are_one_mail(anna: User, boris: User, office: PostOffice) -> None:
    for _ in range(3):
        begin("streetsoccer", anna, boris)
    assert sent(office) == [("anna", "Your turn in 3 matches")]


def test_the_readers_zone_has_its_name(anna: User, boris: User, office: PostOffice) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Tokyo")
    begin("streetsoccer", anna, boris)
    assert sent(office)
    assert "(Asia/Tokyo)" in text_of(office)


def test_a_move_that_was_undone_is_told_to_nobody(soccer: Match, anna: User) -> None:
    def fail_late() -> None:
        with transaction.atomic():
            submit_move(soccer.pk, anna, 1, SETUP, clock=at(NOON))
            raise IntegrityError

    with pytest.raises(IntegrityError):
        fail_late()
    assert notices() == [("your_turn", "Anna", soccer.pk, 1)]


def test_a_sealed_move_ends_the_own_turn_only(
    duel: str, anna: User, boris: User, office: PostOffice
) -> None:
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N1", clock=at(NOON))
    assert sent(office) == [("boris", "Your turn against Anna")]


def test_who_resigned_is_not_told_of_the_end(
    soccer: Match, anna: User, boris: User, office: PostOffice
) -> None:
    Notice.objects.all().delete()
    resign(soccer.pk, boris, clock=at(NOON))
    assert sent(office) == [("anna", "You won against Boris")]
    assert "by resignation" in text_of(office)


def test_invitation_and_challenge_taken(anna: User, boris: User, office: PostOffice) -> None:
    seat = Terms("streetsoccer", seat="yellow")
    made = challenges.create(anna, boris, seat, clock=at(NOON))
    assert sent(office) == [("boris", "Anna invites you to a match")]
    assert "StreetSoccer, 10 days, +36 hours a move, rated" in text_of(office)
    assert f"/challenges/{made.pk}/" in text_of(office)
    challenges.accept(made.pk, boris, clock=at(NOON))
    assert sent(office)[1:] == [("anna", "Your turn, Challenge taken")]
    assert "Boris took your challenge" in text_of(office)


def test_an_invitation_taken_back_is_not_told(anna: User, boris: User, office: PostOffice) -> None:
    made = challenges.create(anna, boris, Terms("streetsoccer"), clock=at(NOON))
    challenges.cancel(made.pk, anna, clock=at(NOON))
    assert sent(office) == []


def test_an_offer_of_a_rematch_says_so(
    soccer: Match, anna: User, boris: User, office: PostOffice
) -> None:
    resign(soccer.pk, anna, clock=at(NOON))
    Notice.objects.all().delete()
    challenges.rematch(soccer.pk, boris, clock=at(NOON))
    assert sent(office) == [("anna", "Boris offers you a rematch")]


def test_bots_and_the_house_are_told_nothing(anna: User) -> None:
    house = User.objects.get(is_house=True)
    robot = person("Robot", is_bot=True)
    challenges.create(anna, house, Terms("streetsoccer", seat="red"), clock=at(NOON))
    challenges.create(anna, robot, Terms("streetsoccer"), clock=at(NOON))
    begin("streetsoccer", robot, anna, rated=False)
    assert {name for _, name, _, _ in notices()} <= {"Anna"}
    assert Challenge.objects.filter(opponent=robot).exists()


def test_the_command_and_a_worker_tell_it_once(
    soccer: Match, office: PostOffice, capsys: Any
) -> None:
    call_command("send_mail")
    call_command("send_mail")
    assert capsys.readouterr().out == "1 sent\n0 sent\n"
    assert len(office.taken) == 1


def test_a_match_that_runs_again_and_one_annulled(
    soccer: Match, anna: User, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end is told to Boris; then both are told, in one mail each, that it runs again."""
    monkeypatch.setattr("django.utils.timezone.now", at(NOON + timedelta(minutes=5)))
    resign(soccer.pk, anna, at(NOON))
    assert sent(office) == [("boris", "You won against Anna")]
    reopen(soccer.pk, "a slip", None, at(NOON))
    assert sorted(sent(office)[1:]) == [
        ("anna", "A match runs again, Your turn"),
        ("boris", "Your match against Anna runs again"),
    ]
    assert "The operators: a slip" in text_of(office)
    annul(soccer.pk, "a slip after all", None, at(NOON))
    assert sorted(sent(office)[3:]) == [
        ("anna", "Your match against Boris was annulled"),
        ("boris", "Your match against Anna was annulled"),
    ]
    assert "It counts nowhere." in text_of(office)
    assert "The operators: a slip after all" in text_of(office)


def test_an_end_that_was_taken_back_before_it_was_told_is_not_told(
    soccer: Match, anna: User, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", at(NOON + timedelta(minutes=5)))
    resign(soccer.pk, anna, at(NOON))
    reopen(soccer.pk, "a slip", None, at(NOON))
    resign(soccer.pk, anna, at(NOON))
    assert sent(office) == [("boris", "You won against Anna")]
