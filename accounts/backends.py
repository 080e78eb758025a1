"""Who a name and a password belong to."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.selectors import find_by_login


class NameOrAddressBackend(ModelBackend):
    """Login by name or by mail address, at the price of one password hash whatever comes of it."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        email: str | None = None,
        **_: Any,
    ) -> User | None:
        """Return the user if the password is theirs and the account is active, else nothing.

        Which of the three was wrong cannot be told, neither by the answer nor by the time.
        """
        typed = email or username
        if not typed or not password:
            return None
        user = find_by_login(typed)
        if user is None:
            User().set_password(password)
            return None
        right = user.check_password(password)
        return user if right and self.user_can_authenticate(user) else None
