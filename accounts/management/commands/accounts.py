"""The operators' hand on accounts: delete one, export one, go on with deletions."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts import leaving
from accounts.export import document
from accounts.models import User
from accounts.selectors import find_user
from golem.rest.refusals import Refused
from golem.rest.wording import sentence


class Command(BaseCommand):
    """One act on an account, or what is left to do of deletions."""

    help = (
        "Deletes an account for its owner, or writes all that is held of it as JSON. Running "
        "matches of a deleted account are lost by withdrawal; finished ones stay, under another "
        "name. The name is never given to anybody again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the act and the account."""
        acts = parser.add_subparsers(dest="act", required=True)
        deleted = acts.add_parser(
            "delete",
            help="delete an account, for good",
            description="The account is closed and loses its name at once; what follows from it "
            "is done right after. Not for accounts of the staff: take their rights away first. "
            "This cannot be undone.",
        )
        deleted.add_argument("name", help="the name of the account, in any case")
        deleted.add_argument("--sure", action="store_true", help="really do it")
        exported = acts.add_parser("export", help="write all that is held of an account as JSON")
        exported.add_argument("name", help="the name of the account, in any case")
        acts.add_parser("complete", help="go on with deletions that were broken off")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say so; raise ``CommandError`` with the reason if not."""
        if options["act"] == "complete":
            self._complete()
        elif options["act"] == "export":
            for piece in document(_account(options["name"]), timezone.now()):
                self.stdout.write(piece.decode(), ending="")
        else:
            self._delete(_account(options["name"]), sure=options["sure"])

    def _delete(self, user: User, *, sure: bool) -> None:
        name = user.username
        if not sure:
            raise CommandError(f"Nothing was done. {name} is deleted, for good, with --sure.")
        try:
            gone = leaving.leave(user.pk, timezone.now())
        except Refused as error:
            raise CommandError(sentence(error.code, error.data)) from error
        self.stdout.write(f"{name} is deleted, and called {gone.username}.")
        self._complete()

    def _complete(self) -> None:
        left = leaving.carry_out_all(timezone.now())
        if left:
            self.stderr.write(f"{left} deletions are not complete yet; a job goes on with them.")
            sys.exit(1)


def _account(name: str) -> User:
    user = find_user(name)
    if user is None:
        raise CommandError("There is no account of this name.")
    return user
