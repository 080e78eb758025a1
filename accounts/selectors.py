"""Finding accounts: by name in any case, by what is typed at the login, by address."""

from collections.abc import Collection
from functools import reduce
from operator import or_

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet

from accounts.models import ApiToken, TakenName, User
from accounts.models.user import look_of
from accounts.names import READINGS, looks, well_formed
from accounts.zones import zone
from golem.outbox.readers import Reader

LONGEST_LOGIN = 254  # characters, as an address may have


def find_user(name: str) -> User | None:
    """Return the account of this name, in whatever case it is written, or nothing."""
    try:
        return User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        return None


def name_is_taken(name: str) -> bool:
    """Tell whether somebody has this name, or had it and is gone."""
    return find_user(name) is not None or TakenName.objects.hold(name)


def name_is_alike(name: str) -> bool:
    """Tell whether somebody has a name that looks like this one."""
    keys = {f"look_{reading}": look_of("username", reading) for reading in range(len(READINGS))}
    same = [Q(**{key: look}) for key, look in zip(keys, looks(name), strict=True)]
    return well_formed(name) and User.objects.alias(**keys).filter(reduce(or_, same)).exists()


def house() -> User:
    """Return the server's own computer opponent."""
    return User.objects.get(is_house=True)


def find_by_login(typed: str) -> User | None:
    """Return the account that a login form means by a name or a mail address, or nothing.

    Names hold no ``@``, so the two cannot be confused. Of several accounts with one address its
    proven owner is meant, else the oldest account.
    """
    if len(typed) > LONGEST_LOGIN or "\0" in typed:
        return None
    return _by_address(typed) if "@" in typed else find_user(typed)


def _by_address(address: str) -> User | None:
    owner, oldest = _owner(address.lower()), _with_email(address.lower()).first()
    return owner.user if owner else oldest  # both are asked for: the work tells nothing


def addresses_for_reset(address: str) -> list[tuple[User, str]]:
    """Return the accounts whose password a mail to ``address`` may reset, with their address.

    Only a proven address counts; where the server asks for no proof, an account's own address
    does as well. The address returned is the stored one, never the one that was typed.
    """
    owner = _owner(address.lower())
    unproven = [] if proof_required() else list(_with_email(address.lower()))
    if owner is not None:
        found = [(owner.user, owner.email)]
    else:
        found = [(user, user.email) for user in unproven]
    return [(user, stored) for user, stored in found if user.is_active]


def proof_required() -> bool:
    """Tell whether an address must be confirmed before its account may be used."""
    return bool(app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY)


def has_proven_address(user: User) -> bool:
    """Tell whether ``user`` has confirmed an address."""
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def mail_address(user: User) -> str | None:
    """Return where mails to ``user`` may go, or nothing: a proven address where one is required."""
    proven = EmailAddress.objects.get_verified(user)
    if proven is not None:
        return str(proven.email)
    return None if proof_required() else user.email or None


def readers_of(user_ids: Collection[int]) -> dict[int, Reader]:
    """Return, by id, the people to whom mails about matches may go (two queries).

    None go to bots and the house, to closed accounts, and to addresses that may not be used.
    """
    users = User.objects.filter(pk__in=user_ids, is_active=True, is_bot=False).only(
        "username", "email", "time_zone", "last_seen"
    )
    proven = EmailAddress.objects.filter(user__in=user_ids, verified=True)
    rows = proven.order_by("primary", "-pk").values_list("user", "email")  # the last one wins
    addresses: dict[int, str] = dict(rows)
    unproven = not proof_required()
    found = {}
    for user in users:
        address = addresses.get(user.pk) or (user.email if unproven else "")
        if address:
            found[user.pk] = _reader(user, address)
    return found


def _reader(user: User, address: str) -> Reader:
    where = zone(user.time_zone)
    return Reader(user.pk, user.username, address, where, str(where), user.last_seen)


def pending_address(user: User) -> EmailAddress | None:
    """Return the address that ``user`` wishes to change to and has not confirmed yet."""
    others = EmailAddress.objects.filter(user=user, verified=False, primary=False)
    return others.exclude(email=user.email).order_by("pk").last()


def tokens_of(user: User) -> list[ApiToken]:
    """Return the API tokens of ``user``, the newest first, expired ones too."""
    return list(ApiToken.objects.filter(user=user).order_by("-created"))


def _owner(address: str) -> EmailAddress | None:
    proven = EmailAddress.objects.filter(email=address, verified=True, user__is_house=False)
    return proven.select_related("user").first()


def _with_email(address: str) -> QuerySet[User]:
    return User.objects.filter(email=address, is_house=False).order_by("pk")
