"""Deleting an account: what goes, what stays, and that the name is found nowhere."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounts import hooks
from accounts.leaving import carry_out, carry_out_all, leave
from accounts.models import ApiToken, Session, TakenName, User
from accounts.selectors import find_user, house, name_is_taken
from accounts.tasks import complete_deletions
from golem.outbox import cleanup
from golem.outbox.models import Mailbox, Message, Notice, Preference
from golem.rest.refusals import Forbidden, Unready
from tests.accounts.conftest import (
    PASSWORD,
    account,
    ask_token,
    log_in,
    mails_to,
    sign_up,
    signed_in,
)
from tests.accounts.leavers import ADDRESS, NAME, NOW, gone
from tests.accounts.test_names import signs_up
from tests.racing import race

pytestmark = pytest.mark.django_db


def asked(client: Client, name: str = NAME, password: str = PASSWORD) -> Any:
    """Return the answer of the page that deletes the account."""
    return client.post("/account/delete/", {"name": name, "password": password})


def everywhere(word: str) -> list[str]:
    """Return the columns of the database in which ``word`` stands, in any case."""
    found = []
    for model in apps.get_models():
        for row in model._base_manager.values():
            for column, value in row.items():
                shown = bytes(value).decode(errors="replace") if _binary(value) else str(value)
                if word.lower() in shown.lower():
                    found.append(f"{model.__name__}.{column}")
    return found


def _binary(value: object) -> bool:
    return isinstance(value, bytes | memoryview)


def test_the_row_is_closed_and_nameless(wanderer: User) -> None:
    wanderer.groups.add(Group.objects.create(name="clerks"))
    left = gone(wanderer)
    assert left.username == f"gone-{wanderer.pk}"
    assert (left.is_active, left.email, left.time_zone, left.is_gone) == (False, "", "UTC", True)
    assert (left.last_login, left.last_seen, left.has_usable_password()) == (None, None, False)
    assert left.left_at == left.left_whole_at == NOW
    assert not left.groups.exists()


def test_all_access_ends(wanderer: User) -> None:
    browser, other = signed_in(wanderer), signed_in(account("Stays"))
    token = ask_token(Client(), NAME).json()["token"]
    gone(wanderer)
    assert browser.get("/account/settings/").status_code == 302
    assert other.get("/account/settings/").status_code == 200
    bearer = Client(headers={"Authorization": f"Token {token}"})
    assert bearer.get("/api/v1/me/").status_code == 401
    assert ask_token(Client(), NAME).json()["code"] == "bad_credentials"
    assert log_in(Client(), ADDRESS).status_code == 200
    assert log_in(Client(), f"gone-{wanderer.pk}").status_code == 200
    assert not ApiToken.objects.filter(user=wanderer).exists()
    assert not Session.objects.filter(user_id=wanderer.pk).exists()
    assert not EmailAddress.objects.filter(user=wanderer).exists()


def test_no_reset_and_no_new_password_brings_it_back(wanderer: User) -> None:
    Client().post("/account/password/reset/", {"email": ADDRESS})
    link = mails_to(ADDRESS)[0].text
    path = link[link.index("/account/password/reset/key/") :].split()[0]
    gone(wanderer)
    assert b"used up" in Client().get(path, follow=True).content
    Client().post("/account/password/reset/", {"email": ADDRESS})
    assert mails_to(ADDRESS)[-1].kind == "unknown_account"


def test_mails_and_wishes_go(wanderer: User) -> None:
    waiting = {"created_at": NOW, "due_at": NOW}
    Message.objects.create(kind="notices", user=wanderer, address=ADDRESS, **waiting)
    Notice.objects.create(kind="your_turn", user=wanderer, subject=1, **waiting)
    Mailbox.objects.create(user=wanderer)
    Preference.objects.create(user=wanderer, topic="your_turn", mode="off")
    gone(wanderer)
    for model in (Notice, Mailbox, Preference):
        assert not model.objects.filter(user=wanderer).exists()
    assert [mail.kind for mail in mails_to(ADDRESS)] == ["account_deleted"]


def test_the_last_mail_says_it_in_ones_zone_and_leaves_no_trace(wanderer: User) -> None:
    User.objects.filter(pk=wanderer.pk).update(time_zone="Asia/Kathmandu")
    gone(wanderer)
    (mail,) = mails_to(ADDRESS)
    assert "Asia/Kathmandu" in mail.text
    assert NAME in mail.text
    assert NAME not in mail.subject
    assert mail.user_id is None
    Message.objects.filter(pk=mail.pk).update(
        sent_at=NOW, due_at=None, subject="", text="", html=""
    )
    cleanup.forget(NOW)
    assert everywhere(ADDRESS) == []


def test_name_and_address_stand_nowhere_in_the_database(wanderer: User) -> None:
    client = signed_in(wanderer)
    client.post("/account/email/", {"email": "wanderer@elsewhere.org", "password": PASSWORD})
    kind = ContentType.objects.get_for_model(User)
    for who, told in ((wanderer, NAME), (house(), f"[{{'object': '{NAME}'}}]")):
        LogEntry.objects.create(
            user=house(),
            content_type=kind,
            object_id=str(who.pk),
            object_repr=str(who),
            action_flag=CHANGE,
            change_message=told,
        )
    assert "User.username" in everywhere(NAME)
    gone(wanderer)
    Message.objects.all().delete()  # the farewell, and what went to the address that was wished for
    assert everywhere("wanderer") == []


def test_nobody_can_have_the_name_again(wanderer: User) -> None:
    gone(wanderer)
    assert find_user(NAME) is None
    assert Client().get(f"/players/{NAME}/").status_code == 404
    for name in ("Wanderer", "WANDERER", "Wan_derer", f"gone-{wanderer.pk}", "gone-99", "G0NE_7"):
        answer = sign_up(Client(), name, "new@example.org")
        assert answer.context["form"].errors["username"], name
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("wanderer", "new@example.org", PASSWORD)
    other = account("Other")
    other.username = "Wanderer-"
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save()
    assert sign_up(Client(), "Wanderin", ADDRESS).status_code == 302  # the address is free


def test_the_name_stays_taken_when_the_secret_key_is_changed(wanderer: User, settings: Any) -> None:
    gone(wanderer)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "x" * 50
    assert name_is_taken("wanderer")
    assert not name_is_taken("Another")
    assert NAME.lower() not in str(list(TakenName.objects.values())).lower()


@pytest.mark.django_db(transaction=True)
def test_a_sign_up_with_the_name_while_it_is_given_up() -> None:
    for number in range(6):
        name = f"Passing{number}"
        user = account(name)
        answers = race(
            partial(leave, user.pk, NOW),
            partial(signs_up, name.upper(), "n@example.org"),
            partial(signs_up, f"{name}_", "m@example.org"),
        )
        assert answers[1:] == [200, 200]
        assert User.objects.filter(username__istartswith=name).count() == 0


def test_the_page_asks_for_name_and_password(wanderer: User) -> None:
    client = signed_in(wanderer)
    assert b"gone-" in client.get("/account/delete/").content
    for name, password, field in (
        ("Wander", PASSWORD, "name"),
        (NAME, "wrong", "password"),
        ("", PASSWORD, "name"),
        (NAME, "", "password"),
    ):
        assert asked(client, name, password).context["form"].errors[field]
    assert User.objects.get(pk=wanderer.pk).is_active
    answer = asked(client, "wanderer")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert b"Your account is deleted" in client.get("/").content
    assert "_auth_user_id" not in client.session
    assert User.objects.get(pk=wanderer.pk).is_gone


def test_nobody_deletes_by_a_link_or_from_elsewhere(wanderer: User) -> None:
    assert signed_in(wanderer).get("/account/delete/").status_code == 200
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(wanderer)
    assert asked(strict).status_code == 403
    assert asked(Client()).headers["Location"].startswith("/account/login/")
    assert User.objects.get(pk=wanderer.pk).is_active


def test_guesses_at_the_password_count_with_those_of_the_login(wanderer: User) -> None:
    client = signed_in(wanderer)
    for _ in range(5):
        assert asked(client, NAME, "wrong").status_code == 200
    refused = asked(client, NAME, PASSWORD)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert ask_token(Client(), NAME).status_code == 429
    assert User.objects.get(pk=wanderer.pk).is_active


def api_delete(client: Client, **body: Any) -> Any:
    """Return the API's answer to the wish to be deleted."""
    return client.post("/api/v1/me/delete/", body, content_type="application/json")


def test_the_api_asks_for_name_and_password_too(wanderer: User) -> None:
    token = ask_token(Client(), NAME).json()["token"]
    client = Client(headers={"Authorization": f"Token {token}"})
    bad = api_delete(client, name="Nobody", password="wrong").json()["errors"]
    assert (bad["name"][0]["code"], bad["password"][0]["code"]) == ("wrong_name", "wrong_password")
    assert set(api_delete(client).json()["errors"]) == {"name", "password"}
    assert api_delete(Client(), name=NAME, password=PASSWORD).status_code == 401
    ApiToken.objects.update(scope="read")
    assert api_delete(client, name=NAME, password=PASSWORD).status_code == 403
    assert User.objects.get(pk=wanderer.pk).is_active
    ApiToken.objects.update(scope="play")
    assert api_delete(client, name=NAME, password=PASSWORD).status_code == 204
    assert api_delete(client, name=NAME, password=PASSWORD).status_code == 401
    assert User.objects.get(pk=wanderer.pk).is_gone


def test_staff_and_house_stay(wanderer: User) -> None:
    wanderer.is_staff = True
    wanderer.save()
    for user in (wanderer, house()):
        with pytest.raises(Forbidden):
            leave(user.pk, NOW)
    answer = asked(signed_in(wanderer))
    assert b"not deleted here" in answer.content
    assert (api_delete(signed_in(wanderer), name=NAME, password=PASSWORD).json()["code"]) == (
        "staff_stays"
    )
    with pytest.raises(CommandError, match="staff"):
        call_command("accounts", "delete", "wanderer", "--sure")
    assert User.objects.get(pk=wanderer.pk).is_active


def test_a_bot_can_go_too(wanderer: User) -> None:
    User.objects.filter(pk=wanderer.pk).update(is_bot=True)
    assert gone(wanderer).is_bot


def test_the_command(wanderer: User) -> None:
    out = StringIO()
    with pytest.raises(CommandError, match="Nothing was done"):
        call_command("accounts", "delete", "wanderer")
    assert User.objects.get(pk=wanderer.pk).is_active
    call_command("accounts", "delete", "WANDERER", "--sure", stdout=out)
    assert out.getvalue() == f"Wanderer is deleted, and called gone-{wanderer.pk}.\n"
    assert User.objects.get(pk=wanderer.pk).left_whole_at is not None
    with pytest.raises(CommandError, match="no account"):
        call_command("accounts", "delete", "Wanderer", "--sure")


@pytest.mark.parametrize("dies_at", [0, 1, 2])
def test_a_deletion_that_dies_between_two_steps_goes_on(
    wanderer: User, monkeypatch: pytest.MonkeyPatch, dies_at: int
) -> None:
    done: list[int] = []

    def step(number: int) -> Callable[[User, object], None]:
        def act(user: User, clock: object) -> None:
            assert not connection.in_atomic_block or connection.savepoint_ids is not None
            if number == dies_at and number not in done:
                done.append(number)
                raise KeyboardInterrupt
            done.append(number)

        return act

    monkeypatch.setattr(hooks, "leaving", [step(number) for number in range(3)])
    leave(wanderer.pk, NOW)
    with pytest.raises(KeyboardInterrupt):
        carry_out(wanderer.pk, NOW)
    row = User.objects.get(pk=wanderer.pk)
    assert (row.is_active, row.username, row.left_whole_at) == (False, f"gone-{row.pk}", None)
    complete_deletions()
    assert User.objects.get(pk=wanderer.pk).left_whole_at is not None
    assert done == [*range(dies_at + 1), 0, 1, 2]
    assert not carry_out(wanderer.pk, NOW)


def test_what_cannot_be_done_now_is_done_later_and_stops_no_other(
    wanderer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = account("First"), account("Second")
    troubles = {first.pk: Unready("busy"), second.pk: RuntimeError("broken")}

    def act(user: User, clock: object) -> None:
        if user.pk in troubles:
            raise troubles.pop(user.pk)

    monkeypatch.setattr(hooks, "leaving", [act])
    for number, user in enumerate((first, second, wanderer)):
        leave(user.pk, NOW + timedelta(seconds=number))
    assert carry_out_all(NOW) == 2
    assert User.objects.get(pk=wanderer.pk).left_whole_at == NOW
    assert carry_out_all(NOW) == 0


def test_a_second_deletion_changes_nothing(wanderer: User) -> None:
    first = gone(wanderer)
    again = leave(wanderer.pk, NOW + timedelta(days=1))
    assert (again.left_at, again.username) == (first.left_at, first.username)
    assert len(mails_to(ADDRESS)) == 1


@pytest.mark.django_db(transaction=True)
def test_two_deletions_at_once_are_one() -> None:
    for number in range(5):
        user = account(f"Twice{number}")

        def go(user: User = user) -> str:
            leave(user.pk, NOW)
            carry_out(user.pk, NOW)
            return "done"

        assert race(go, go, go) == ["done"] * 3
        assert len(mails_to(f"twice{number}@example.org")) == 1


def test_the_database_keeps_who_left_closed(wanderer: User) -> None:
    gone(wanderer)
    rows = User.objects.filter(pk=wanderer.pk)
    for wrong in ({"is_active": True}, {"username": "Back"}, {"email": ADDRESS}, {"left_at": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**wrong)


def test_the_player_page_says_it_and_offers_nothing(wanderer: User) -> None:
    gone(wanderer)
    page = signed_in(account("Reader")).get(f"/players/gone-{wanderer.pk}/").content.decode()
    assert "This account was deleted" in page
    for word in ("?opponent=", 'value="mute"', 'value="block"', "days of"):
        assert word not in page


def test_log_out_everywhere_else(wanderer: User) -> None:
    here, there = Client(), signed_in(wanderer)
    here.force_login(wanderer)
    token = ask_token(Client(), NAME).json()["token"]
    assert here.get("/account/sessions/end/").status_code == 405
    assert here.post("/account/sessions/end/").headers["Location"] == "/account/settings/"
    assert here.get("/account/settings/").status_code == 200
    assert there.get("/account/settings/").status_code == 302
    assert Session.objects.filter(user_id=wanderer.pk).count() == 1
    bearer = Client(headers={"Authorization": f"Token {token}"})
    assert bearer.get("/api/v1/me/").status_code == 200
