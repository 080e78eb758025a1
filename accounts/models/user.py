"""Who plays: one row a person, a bot or the house."""

from collections.abc import Collection
from typing import Any, ClassVar

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Lower, Replace
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.bytewise import Bytewise
from accounts.models.taken import TakenName
from accounts.names import (
    ALIKE_IN_ALL,
    GONE_PATTERN,
    HOUSE,
    LONGEST,
    PATTERN,
    READINGS,
    RESERVED_PATTERN,
    validate_name,
    well_formed,
)
from accounts.zones import DEFAULT_ZONE, validate_zone


class StrengthShown(models.TextChoices):
    """What a reader sees of how strong a player is."""

    RATING = "rating", _("ratings, such as 1512.3")
    RANK = "rank", _("ranks, such as 12 kyu")


def new_access_salt() -> str:
    """Return a fresh value for ``User.access_salt``."""
    return get_random_string(22)


class NameTaken(IntegrityError):
    """The name was somebody's who is gone, and stays theirs."""


def look_of(column: str | Value, reading: int) -> Replace:
    """Return one of :func:`accounts.names.looks` of a column, for the database."""
    shown: Any = F(column) if isinstance(column, str) else column
    for sign, alike in READINGS[reading]:
        shown = Replace(shown, Value(sign), Value(alike))
    shown = Lower(shown)
    for sign, alike in ALIKE_IN_ALL:
        shown = Replace(shown, Value(sign), Value(alike))
    assert isinstance(shown, Replace)
    return shown


class People(UserManager["User"]):
    """Users, found by name without regard to case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user of this name in any case. Raises ``User.DoesNotExist``.

        A text that cannot be a name is answered without asking the database.
        """
        if username is None or not well_formed(username):
            raise self.model.DoesNotExist
        return self.alias(key=Lower("username")).get(key=username.lower())


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox has no types
    """An account.

    ``is_bot`` is set before its first match, for good. ``is_house`` is the server's own computer
    opponent, exactly one row. ``email`` mirrors the primary address; whether that is proven
    stands with allauth's ``EmailAddress``. ``access_salt`` binds the sessions: a new value ends
    them all, and every stored change of the password brings one and deletes the API tokens.
    ``strength_shown``: whether pages show this reader ratings or ranks.
    ``last_seen`` is when the account last asked for a page or called the API, to the minute.
    ``left_at`` is when the account was deleted: from then on it is closed, and called ``gone-`` and
    its number. ``left_whole_at`` is when the last of what follows from that was done.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=LONGEST,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken.")},
    )
    is_bot = models.BooleanField(default=False)
    is_house = models.BooleanField(default=False, editable=False)
    time_zone = models.CharField(max_length=64, default=DEFAULT_ZONE, validators=[validate_zone])
    access_salt = models.CharField(max_length=22, default=new_access_salt, editable=False)
    last_seen = models.DateTimeField(null=True, blank=True, editable=False)
    left_at = models.DateTimeField(null=True, blank=True, editable=False)
    left_whole_at = models.DateTimeField(null=True, blank=True, editable=False)

    strength_shown = models.CharField(
        max_length=6, choices=StrengthShown.choices, default=StrengthShown.RATING
    )

    REQUIRED_FIELDS = ["email"]
    objects: ClassVar[People] = People()

    class Meta:
        indexes = [
            models.Index(fields=["email"], name="user_email"),
            *(  # beginnings of names; the unique ones below are in the database's own order
                models.Index(Bytewise(look_of("username", reading)), name=f"user_look_{reading}")
                for reading in range(len(READINGS))
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_unique_by_lower_case",
                violation_error_message=_("This name is taken."),
            ),
            *(
                models.UniqueConstraint(
                    look_of("username", reading),
                    name=f"username_unique_by_look_{reading}",
                    violation_error_message=_("This name looks like one that is taken."),
                )
                for reading in range(len(READINGS))
            ),
            models.CheckConstraint(condition=Q(username__regex=PATTERN), name="username_pattern"),
            models.CheckConstraint(
                condition=Q(is_house=True)
                | Q(left_at__isnull=False)
                | ~Q(username__iregex=RESERVED_PATTERN),
                name="username_not_reserved",
            ),
            models.CheckConstraint(
                condition=Q(left_at=None)
                | Q(username__regex=GONE_PATTERN, is_active=False, is_house=False, email=""),
                name="who_left_is_closed_and_nameless",
            ),
            models.CheckConstraint(
                condition=Q(left_whole_at=None) | Q(left_at__isnull=False),
                name="left_whole_after_left",
            ),
            models.CheckConstraint(
                condition=Q(is_house=False) | Q(username=HOUSE, is_bot=True),
                name="house_is_a_bot_called_house",
            ),
        ]

    @classmethod
    def normalize_username(cls, username: Any) -> Any:
        """Return ``username`` as it is: a look-alike is refused, not turned into another name."""
        return username

    @property
    def is_gone(self) -> bool:
        """Whether the account was deleted."""
        return self.left_at is not None

    def get_full_name(self) -> str:
        """Return the name; there is no other."""
        return self.username

    def get_short_name(self) -> str:
        """Return the name; there is no other."""
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row; a password that differs from the stored one ends all other access.

        Raises ``ValidationError`` for a name that may not be given, and ``NameTaken`` for one that
        somebody had who is gone.
        """
        fields: Collection[str] | None = kwargs.get("update_fields")
        named = fields is None or "username" in fields
        if named and not self.is_house and not self.is_gone:
            validate_name(self.username)
        if fields is None or "email" in fields:
            self.email = self.email.lower()
        with transaction.atomic():
            changed = self._password_differs(fields)
            if changed:
                self.access_salt = new_access_salt()
            if changed and fields is not None:
                kwargs["update_fields"] = {*fields, "access_salt"}
            super().save(*args, **kwargs)
            if changed:
                self.auth_token_set.all().delete()
            # Looked for last: who gives a name up holds it until the database lets the row in.
            if named and TakenName.objects.hold(self.username):
                raise NameTaken

    def clean(self) -> None:
        """Raise ``ValidationError`` for a name that somebody had who is gone."""
        super().clean()
        if TakenName.objects.hold(self.username):
            raise ValidationError({"username": _("This name is taken.")})

    def _password_differs(self, fields: Collection[str] | None) -> bool:
        written = fields is None or "password" in fields
        if self._state.adding or not written or "password" in self.get_deferred_fields():
            return False
        stored = User.objects.filter(pk=self.pk).values_list("password", flat=True).first()
        return stored is not None and stored != self.password

    def check_password(self, raw_password: str | None) -> bool:
        """Tell whether this is the password; work as long for an account that has none.

        A hash of an older kind is replaced, which is no change of the password: sessions and
        tokens stay. It is not replaced if the password was changed meanwhile.
        """
        return check_password(raw_password, self.password, self._renew_hash)

    def _renew_hash(self, raw_password: str | None) -> None:
        old, new = self.password, make_password(raw_password)
        if User.objects.filter(pk=self.pk, password=old).update(password=new):
            self.password = new

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        key = "accounts.User.access_salt"
        return salted_hmac(key, self.access_salt, secret=secret, algorithm="sha256").hexdigest()
