"""A changed password ends every other access; a renewed hash does not."""

from collections.abc import Callable
from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.test import Client

from accounts.models import ApiToken, User
from tests.accounts.conftest import (
    OTHER_PASSWORD,
    PASSWORD,
    account,
    ask_token,
    link_in,
    log_in,
    mails_to,
    signed_in,
)

pytestmark = pytest.mark.django_db


def by_form(user: User) -> None:
    """Change the password on the account's own page."""
    fields = {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    client = signed_in(user)
    assert client.post("/account/password/change/", fields).status_code == 302
    assert client.get("/account/settings/").status_code == 200  # this session goes on


def by_reset(user: User) -> None:
    """Change it with the key from a mail."""
    client = Client()
    client.post("/account/password/reset/", {"email": user.email})
    form = client.get(link_in(mails_to(user.email)[-1]), follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD})


def by_admin(user: User) -> None:
    """Change it as a superuser in the admin pages."""
    root = User.objects.create_superuser("Rooot", "root@example.org", PASSWORD)
    fields = {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD, "usable_password": "true"}
    answer = signed_in(root).post(f"/admin/accounts/user/{user.pk}/password/", fields)
    assert answer.status_code == 302


def by_command(user: User) -> None:
    """Change it with ``changepassword``, the name in another case."""
    with patch("getpass.getpass", return_value=OTHER_PASSWORD):
        call_command("changepassword", user.username.upper(), stdout=StringIO())


def by_code(user: User) -> None:
    """Change it as any code may."""
    user.set_password(OTHER_PASSWORD)
    user.save(update_fields=["password"])


def by_hand(user: User) -> None:
    """Change it by writing the hash."""
    user.password = make_password(OTHER_PASSWORD)
    user.save()


WAYS = [by_form, by_reset, by_admin, by_command, by_code, by_hand]


@pytest.mark.parametrize("change", WAYS, ids=lambda way: way.__name__)
def test_any_change_of_the_password_ends_all_other_access(
    alice: User, change: Callable[[User], None]
) -> None:
    session, bystander = signed_in(alice), signed_in(account("Bob"))
    clear = ask_token(Client(), "Alice").json()["token"]
    others = ask_token(Client(), "Bob").json()["token"]
    change(User.objects.get(pk=alice.pk))
    assert session.get("/account/settings/").status_code == 302
    assert _me(clear) == 401
    assert not ApiToken.objects.filter(user=alice).exists()
    assert bystander.get("/account/settings/").status_code == 200
    assert _me(others) == 200
    assert log_in(Client(), "Alice").status_code == 200
    assert log_in(Client(), "Alice", OTHER_PASSWORD).status_code == 302


def _me(clear: str) -> int:
    return Client(headers={"Authorization": f"Token {clear}"}).get("/api/v1/me/").status_code


def test_taking_the_password_away_ends_access_too(alice: User) -> None:
    session = signed_in(alice)
    alice.set_unusable_password()
    alice.save()
    assert session.get("/account/settings/").status_code == 302


def test_a_renewed_hash_ends_nothing(alice: User, settings: Any) -> None:
    session = signed_in(alice)
    clear = ask_token(Client(), "Alice").json()["token"]
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    before = User.objects.get(pk=alice.pk).password
    assert log_in(Client(), "Alice").status_code == 302
    after = User.objects.get(pk=alice.pk).password
    assert (before.partition("$")[0], after.partition("$")[0]) == ("md5", "scrypt")
    assert session.get("/account/settings/").status_code == 200
    assert _me(clear) == 200
    assert log_in(Client(), "Alice").status_code == 302


def test_a_renewed_hash_never_brings_an_old_password_back(alice: User, settings: Any) -> None:
    seen_before = User.objects.get(pk=alice.pk)
    by_code(alice)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert seen_before.check_password(PASSWORD)
    assert User.objects.get(pk=alice.pk).check_password(OTHER_PASSWORD)


def test_other_changes_end_nothing(alice: User) -> None:
    session = signed_in(alice)
    clear = ask_token(Client(), "Alice").json()["token"]
    alice.time_zone = "Europe/Berlin"
    alice.save()
    assert session.get("/account/settings/").status_code == 200
    assert _me(clear) == 200
