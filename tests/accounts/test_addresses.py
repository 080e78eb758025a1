"""Addresses: proven by a button, first come first had, and never changed behind one's back."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.selectors import addresses_for_reset, mail_address
from tests.accounts.conftest import (
    PASSWORD,
    account,
    link_in,
    log_in,
    mails_to,
    sign_up,
    signed_in,
)
from tests.racing import race

pytestmark = pytest.mark.django_db


def change(client: Client, address: str, password: str = PASSWORD) -> Any:
    """Return the answer of the address page."""
    cache.clear()
    return client.post("/account/email/", {"email": address, "password": password})


@pytest.mark.usefixtures("confirming")
def test_an_address_of_somebody_else_gives_nothing_to_who_claims_it() -> None:
    sign_up(Client(), "Claimer", "yvonne@example.org")
    cache.clear()
    Client().post("/account/password/reset/", {"email": "yvonne@example.org"})
    claim, reset = mails_to("yvonne@example.org")
    assert (claim.kind, reset.kind) == ("email_confirmation_signup", "unknown_account")
    assert mail_address(User.objects.get(username="Claimer")) is None
    sign_up(Client(), "Yvonne", "yvonne@example.org")
    link = link_in(mails_to("yvonne@example.org")[-1])
    Client().post(link)
    assert EmailAddress.objects.get(verified=True).user.username == "Yvonne"
    Client().post(link_in(claim))
    assert EmailAddress.objects.get(verified=True).user.username == "Yvonne"
    assert b"another account" in Client().get(link_in(claim)).content


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("confirming")
def test_two_confirm_one_address_at_once() -> None:
    for number in range(5):
        address = f"shared{number}@example.org"
        for name in ("One", "Two"):
            sign_up(Client(), f"{name}{number}", address)
            cache.clear()
        links = [link_in(mail) for mail in mails_to(address)]
        answers = race(*[lambda link=link: Client().post(link).status_code for link in links])
        assert answers == [302, 302]
        assert EmailAddress.objects.filter(email=address, verified=True).count() == 1


@pytest.mark.usefixtures("confirming")
def test_following_the_link_changes_nothing_and_the_button_works_once() -> None:
    sign_up(Client(), "Bob", "bob@example.org")
    link = link_in(mails_to("bob@example.org")[0])
    other = signed_in(account("Other"))
    page = other.get(link)
    assert b"Bob" in page.content
    assert not EmailAddress.objects.get(email="bob@example.org").verified
    assert "_auth_user_id" in other.session
    assert Client().post(link).status_code == 302
    assert EmailAddress.objects.get(email="bob@example.org").verified
    assert Client().post(link).status_code == 404
    assert b"used up" in Client().get(link).content
    assert log_in(Client(), "Bob").headers["Location"] == "/"


@pytest.mark.parametrize("confirm", ["mandatory", "none"])
def test_a_change_of_address_tells_the_old_one_and_waits_for_the_new(
    settings: Any, confirm: str
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = confirm
    alice = account("Alice", proven=confirm == "mandatory")
    client = signed_in(alice)
    assert change(client, "new@example.org").status_code == 302
    alice.refresh_from_db()
    assert (alice.email, mail_address(alice)) == ("alice@example.org", "alice@example.org")
    assert [user for user, _ in addresses_for_reset("new@example.org")] == []
    assert log_in(Client(), "new@example.org").status_code == 200
    assert [mail.kind for mail in mails_to("alice@example.org")] == ["address_change_asked"]
    assert client.post(link_in(mails_to("new@example.org")[0])).status_code == 302
    alice.refresh_from_db()
    assert (alice.email, mail_address(alice)) == ("new@example.org", "new@example.org")
    assert [mail.kind for mail in mails_to("alice@example.org")][1:] == ["email_changed"]
    assert addresses_for_reset("alice@example.org") == []
    assert addresses_for_reset("new@example.org") == [(alice, "new@example.org")]
    assert log_in(Client(), "new@example.org").status_code == 302


def test_another_wish_kills_the_link_of_the_first(alice: User) -> None:
    client = signed_in(alice)
    change(client, "first@example.org")
    change(client, "second@example.org")
    assert client.post(link_in(mails_to("first@example.org")[0])).status_code == 404
    client.post("/account/email/", {"forget": "1"})
    assert client.post(link_in(mails_to("second@example.org")[0])).status_code == 404
    assert User.objects.get(pk=alice.pk).email == "alice@example.org"


def test_a_change_of_address_needs_the_password(alice: User) -> None:
    answer = change(signed_in(alice), "new@example.org", "wrong")
    assert answer.context["form"].errors["password"] == ["This is not your password."]
    assert mails_to("new@example.org") == mails_to("alice@example.org") == []


@pytest.mark.usefixtures("confirming")
def test_the_page_does_not_tell_whose_an_address_is(alice: User) -> None:
    bob = account("Bob")
    client = signed_in(bob)
    known = change(client, "alice@example.org")
    free = change(client, "free@example.org")
    assert (known.status_code, free.status_code) == (302, 302)
    assert [mail.kind for mail in mails_to("alice@example.org")] == ["account_already_exists"]


def test_a_reset_goes_to_the_stored_address_only(alice: User) -> None:
    Client().post("/account/password/reset/", {"email": "ALICE@EXAMPLE.ORG"})
    assert [mail.kind for mail in mails_to("alice@example.org")] == ["password_reset_key"]
    for alike in ("al\u0131ce@example.org", "alice@ex\u0430mple.org", "alice@example.org\u200b"):
        Client().post("/account/password/reset/", {"email": alike})
    assert [mail.kind for mail in mails_to("alice@example.org")] == ["password_reset_key"]


def test_mails_show_times_in_the_readers_zone(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kathmandu")
    change(signed_in(alice), "new@example.org")
    (mail,) = mails_to("alice@example.org")
    assert "Asia/Kathmandu" in mail.text
    assert "Asia/Kathmandu" in mail.html
