"""The brake raises the alarm: by mail, to those who may work the clocks, and once."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command

from accounts.models import User
from golem.matches import brake, operators, outages, sweep
from golem.matches.models import Brake, Pause, Seat
from golem.outbox.models import Message
from golem.outbox.sender import send_due
from tests.matches.conftest import NOON, begin
from tests.matches.hours import h, sweep_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def clara(clara: User) -> User:
    """Let Clara be one of the operators."""
    clara.is_staff = True
    clara.save()
    clara.user_permissions.add(Permission.objects.get(codename="operate"))
    return clara


def test_operators_are_told_once_and_nobody_else(
    anna: User,
    boris: User,
    clara: User,
    settings: Any,
    mailoutbox: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: h(24 * 400 + 1))
    settings.BRAKE_ABOVE_MATCHES = 3
    for _ in range(5):
        begin("streetsoccer", anna, boris)
    for _ in range(3):
        sweep_at(24 * 400)
    assert Brake.objects.exists()
    send_due()
    [mail] = [mail for mail in mailoutbox if "brake" in mail.subject]
    assert (mail.to, mail.subject) == (["clara@example.org"], "[Golem] The brake is on")
    for text in (mail.body, mail.alternatives[0][0]):
        assert "5 clocks of 5 running matches at zero at once" in text
        assert f"{settings.GOLEM_ORIGIN}/admin/matches/act/clocks/" in text
    brake.release()
    brake.put_on("again", h(9999))
    assert Message.objects.filter(kind="brake", due_at__isnull=False).count() == 1


def test_what_an_operator_does_wakes_nobody(clara: User) -> None:
    operators.brake_on("a check", clara, h(1))
    operators.release(clara, h(2))
    outages.lay(h(-5), h(-1), "no line", clara, h(2))
    assert not Message.objects.exists()


def test_the_command_tells_how_the_clocks_stand(
    anna: User, boris: User, capsys: pytest.CaptureFixture[str]
) -> None:
    match = begin("streetsoccer", anna, boris)
    Seat.objects.filter(match=match, name="yellow").update(zero_at=NOON)
    call_command("clocks", "status")
    lines = ["brake: off", "freeze: no", "clocks at zero: 1", "last heartbeat: never"]
    assert capsys.readouterr().out.splitlines() == lines
    brake.put_on("far <too> much", h(5))
    operators.freeze("moving house", None, h(6))
    call_command("clocks", "status")
    told = capsys.readouterr().out
    assert f"brake: since {h(5)}: far <too> much\n" in told
    assert f"freeze: since {h(6)}: moving house\n" in told


def test_a_silence_of_days_is_rather_a_wrong_clock(clara: User, settings: Any) -> None:
    settings.PRODUCTION = True
    sweep.beat(h(0))
    sweep.beat(h(72))
    assert Pause.objects.count() == 1
    assert not Brake.objects.exists()
    sweep.beat(h(144.1))
    assert Pause.objects.count() == 1
    assert "is the clock right?" in Brake.objects.get().reason
    assert Message.objects.get().address == "clara@example.org"


def test_how_long_is_a_setting_and_nothing_to_a_laptop(clara: User, settings: Any) -> None:
    sweep.beat(h(0))
    sweep.beat(h(500))
    settings.PRODUCTION, settings.WRONG_CLOCK_HOURS = True, 600
    sweep.beat(h(1000))
    assert Pause.objects.count() == 2
    assert not Brake.objects.exists()


def test_the_brake_is_not_on_without_its_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ConnectionError("killed between the two")

    monkeypatch.setattr(brake, "tell_operators", fail)
    with pytest.raises(ConnectionError):
        brake.put_on("far too much is due", h(1))
    assert not brake.is_on()
