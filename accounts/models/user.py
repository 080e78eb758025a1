"""Who plays: one row a person, a bot or the house."""

from collections.abc import Collection
from typing import Any, ClassVar

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.names import HOUSE, LONGEST, PATTERN, RESERVED_PATTERN, validate_name, well_formed
from accounts.zones import DEFAULT_ZONE, validate_zone


def new_access_salt() -> str:
    """Return a fresh value for ``User.access_salt``."""
    return get_random_string(22)


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
    ``last_seen`` is when the account last asked for a page or called the API, to the minute.
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

    REQUIRED_FIELDS = ["email"]
    objects: ClassVar[People] = People()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_unique_by_lower_case",
                violation_error_message=_("This name is taken."),
            ),
            models.CheckConstraint(condition=Q(username__regex=PATTERN), name="username_pattern"),
            models.CheckConstraint(
                condition=Q(is_house=True) | ~Q(username__iregex=RESERVED_PATTERN),
                name="username_not_reserved",
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

    def get_full_name(self) -> str:
        """Return the name; there is no other."""
        return self.username

    def get_short_name(self) -> str:
        """Return the name; there is no other."""
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row; a password that differs from the stored one ends all other access.

        Raises ``ValidationError`` for a name that may not be given.
        """
        fields: Collection[str] | None = kwargs.get("update_fields")
        if not self.is_house and (fields is None or "username" in fields):
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
