"""Names: what may be one, whose it is, and that case makes no other person."""

from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.db.models import Value
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.models.user import look_of
from accounts.names import looks, validate_name, well_formed
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
    assert well_formed(name)


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


LOOK_THE_SAME = [  # each row: names that only one person can have among them
    ("Alice", "alice", "ALICE", "aLiCe", "Al1ce", "AL1CE", "Al_ice", "_Alice-", "A-l-i-c-e"),
    ("Karl", "KarI", "Kar1", "KARL", "karl_"),
    ("Bob0", "BobO", "bobo", "bob_0"),
    ("Will11", "WillIl", "Wi-1-1-1-1"),
]
LOOK_DIFFERENT = ["Karl", "Kari", "Alice", "Allce", "Mia", "Mla", "Anna1", "Anna2", "Anna11"]


def is_free(name: str) -> bool:
    """Tell whether the database lets a row of this name in."""
    try:
        with transaction.atomic():
            User.objects.bulk_create([User(username=name, password="!")])
    except IntegrityError:
        return False
    return True


@pytest.mark.django_db
@pytest.mark.parametrize("names", LOOK_THE_SAME, ids=lambda names: names[0])
def test_the_database_takes_one_of_names_that_look_the_same(names: tuple[str, ...]) -> None:
    assert is_free(names[0])
    assert [name for name in names if is_free(name)] == []


@pytest.mark.django_db
def test_names_that_look_different_are_different_people() -> None:
    assert [name for name in LOOK_DIFFERENT if not is_free(name)] == []


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.from_regex(r"\A[A-Za-z0-9_-]{3,20}\Z"))
def test_python_and_the_database_see_the_same_look(db: None, name: str) -> None:
    keys = {f"look_{reading}": look_of(Value(name), reading) for reading in (0, 1)}
    row = User.objects.filter(is_house=True).annotate(**keys).values_list(*keys).get()
    assert list(row) == looks(name)


@pytest.mark.parametrize(
    "name",
    ["Adm1n", "a_d_m_i_n", "H0use", "-house-", "rO0t", "syst-em", "gone-7", "G0NE_1", "gonel"],
)
def test_what_reads_as_a_reserved_name_is_reserved(db: None, name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)
    assert not is_free(name)


@pytest.mark.parametrize(
    "name", ["Al\u0131ce", "Alice\u200b", "Alice ", "alice\0", "", "a" * 10**6]
)
def test_look_alikes_find_nobody(alice: User, name: str) -> None:
    assert find_user(name) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    [
        *("alice", "ALICE", "AL1CE", " Alice", "Al\u0456ce", "Alice\u200b", "Al\u0131ce"),
        *("A1ice", "Al_ice", "Alice-", "\uff21\uff4c\uff49\uff43\uff45"),
    ],
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


def signs_up(name: str, address: str) -> int:
    """Return the status of a sign-up: 302 if it was taken."""
    return body_of(sign_up(Client(), name, address))[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("confirming")
def test_two_sign_ups_at_once_with_names_that_look_the_same() -> None:
    for number, (one, two) in enumerate([("Karl", "KarI"), ("Bob0", "B-o-b-O"), ("Will", "Wi1l")]):
        statuses = race(
            partial(signs_up, one, f"a{number}@example.org"),
            partial(signs_up, two, f"b{number}@example.org"),
        )
        assert sorted(statuses) == [200, 302]


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
    monkeypatch.setattr("accounts.adapter.name_is_taken", lambda name: False)  # as if just before
    monkeypatch.setattr("accounts.adapter.name_is_alike", lambda name: False)
    account("Alice")
    answer = sign_up(Client(), "ALICE", "second@example.org")
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"] == ["This name is taken."]
