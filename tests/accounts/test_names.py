"""Names: what may be one, whose it is, and that case makes no other person."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from accounts.names import validate_name
from accounts.selectors import find_user, house
from tests.accounts.conftest import account, body_of, sign_up
from tests.racing import race

GOOD = ["Bob", "bob_the-2nd", "a-b", "___", "x" * 20, "0123456789", "Mean", "house2"]
BAD = {
    "": "name_length",
    "ab": "name_length",
    "x" * 21: "name_length",
    "x" * 300: "name_length",
    "Al\u0456ce": "name_characters",  # Cyrillic i
    "Al\u0131ce": "name_characters",  # dotless i
    "Alice\u200b": "name_characters",  # zero width
    "\u202eecilA": "name_characters",  # right to left
    "\uff21\uff4c\uff49\uff43\uff45": "name_characters",  # full width
    "Ali\u0301ce": "name_characters",
    "bob\u0661": "name_characters",  # another script's digit
    " Alice": "name_characters",
    "Alice\n": "name_characters",
    "A\r\nBcc: x@e.org": "name_characters",
    'Doe, "J"': "name_characters",
    "a@b": "name_characters",
    "a\0b": "name_characters",
    "\U0001f600\U0001f600\U0001f600": "name_characters",
    "House": "name_reserved",
    "ADMIN": "name_reserved",
    "system": "name_reserved",
    "no-reply": "name_reserved",
}


@pytest.mark.parametrize("name", GOOD)
def test_good_names(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(("name", "code"), BAD.items())
def test_bad_names_say_why(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_name(name)
    assert refused.value.code == code


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name in BAD if "\0" not in name and len(name) <= 20])
def test_database_refuses_bad_names_by_itself(name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username=name, password="!")])


@pytest.mark.django_db
@pytest.mark.parametrize("name", list(BAD))
def test_no_way_of_making_a_user_lets_a_bad_name_through(name: str) -> None:
    with pytest.raises((ValidationError, ValueError)):
        User.objects.create_user(name, "x@example.org", "secret")
    with pytest.raises(CommandError):
        call_command("createsuperuser", interactive=False, username=name, email="x@example.org")
    assert find_user(name) is None or name == "House"


def test_renaming_is_checked_too(alice: User) -> None:
    alice.username = "me"
    with pytest.raises(ValidationError):
        alice.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=alice.pk).update(username="Admin")


def test_case_makes_no_other_name(alice: User) -> None:
    for spelling in ("alice", "ALICE", "aLiCe"):
        assert find_user(spelling) == alice
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.bulk_create([User(username=spelling, password="!")])


@pytest.mark.parametrize(
    "name", ["Al\u0131ce", "Alice\u200b", "Alice ", "alice\0", "", "a" * 10**6]
)
def test_look_alikes_find_nobody(alice: User, name: str) -> None:
    assert find_user(name) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["alice", "ALICE", " Alice", "Al\u0456ce", "Alice\u200b", "Al\u0131ce"]
)
def test_sign_up_refuses_a_look_alike(alice: User, name: str) -> None:
    answer = sign_up(Client(), name, "other@example.org")
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert User.objects.filter(is_house=False).count() == 1


@pytest.mark.django_db
def test_house_is_there_and_is_nobodys() -> None:
    assert (house().username, house().is_bot, house().has_usable_password()) == (
        "house",
        True,
        False,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="house2", is_house=True, is_bot=True)])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("confirming")
def test_two_sign_ups_at_once_with_one_name_in_two_cases() -> None:
    for number in range(5):
        name = f"Racer{number}"

        def sign(spelling: str, email: str) -> Callable[[], object]:
            return lambda: body_of(sign_up(Client(raise_request_exception=False), spelling, email))

        first = sign(name, f"a{number}@example.org")
        second = sign(name.upper(), f"b{number}@example.org")
        statuses = sorted(answer[0] for answer in race(first, second))
        assert statuses == [200, 302]
        assert User.objects.filter(username__iexact=name).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_loser_of_the_race_gets_an_error_at_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.adapter.find_user", lambda name: None)  # as if just before
    account("Alice")
    answer = sign_up(Client(), "ALICE", "second@example.org")
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"] == ["This name is taken."]
