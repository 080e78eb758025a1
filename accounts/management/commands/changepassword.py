"""``changepassword NAME``: Django's own, with names in any case."""

from typing import Any

from django.contrib.auth.management.commands import changepassword

from accounts.selectors import find_user


class Command(changepassword.Command):
    """Change the password of an account, which ends its sessions and tokens."""

    def handle(self, *args: Any, **options: Any) -> Any:
        """Ask for the new password of the account of this name."""
        user = find_user(options["username"] or "")
        if user is not None:
            options["username"] = user.username
        return super().handle(*args, **options)
