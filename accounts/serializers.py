"""The JSON of accounts: what comes in, what goes out."""

from typing import Any

from django.core.exceptions import ValidationError as Invalid
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from accounts.models.user import StrengthShown
from accounts.selectors import LONGEST_LOGIN
from accounts.zones import validate_zone


class Strict(serializers.Serializer[Any]):
    """Refuses members that it does not know, with the code ``unknown_field``."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated members. Raises ``ValidationError``."""
        known = super().to_internal_value(data)
        strange = {name: self._unknown(name) for name in data if name not in self.fields}
        if strange:
            raise serializers.ValidationError(strange)
        return known

    @staticmethod
    def _unknown(name: str) -> list[Any]:
        return [serializers.ErrorDetail(_("There is no such field."), code="unknown_field")]


class CredentialsSerializer(Strict):
    """A name, or a mail address, and the password."""

    username = serializers.CharField(max_length=LONGEST_LOGIN)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        """Return the members under the names that the login takes."""
        return {"typed": attrs["username"], "password": attrs["password"]}


class TokenSerializer(serializers.Serializer[Any]):
    """A new token, shown this once."""

    token = serializers.CharField()
    expiry = serializers.DateTimeField()
    scope = serializers.CharField()
    user = serializers.CharField()


class ZoneSerializer(Strict):
    """What may be changed of one's own account."""

    time_zone = serializers.CharField(required=False, max_length=64)
    strength_shown = serializers.ChoiceField(required=False, choices=StrengthShown.values)

    def validate_time_zone(self, value: str) -> str:
        """Return the name of a zone that may be chosen. Raises ``ValidationError``."""
        try:
            validate_zone(value)
        except Invalid as error:
            raise serializers.ValidationError(error.message, code=error.code) from error
        return value


class AccountSerializer(serializers.ModelSerializer[User]):
    """An account as its own holder sees it."""

    name = serializers.CharField(source="username")
    scope = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = [
            "id",
            "name",
            "email",
            "is_bot",
            "time_zone",
            "strength_shown",
            "date_joined",
            "scope",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(choices=["read", "play"], allow_null=True))
    def get_scope(self, user: User) -> str | None:
        """Return the scope of the token in use; none in a browser's session."""
        scope: str | None = self.context["scope"]
        return scope
