"""Changing the mail address: the old one is told, the new one counts once it is confirmed."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.selectors import pending_address


def ask_for_change(request: HttpRequest, user: User, address: str) -> bool:
    """Note ``address`` as the one that ``user`` wishes for; tell whether a mail went there.

    An earlier wish is forgotten, and its link with it. The old address is told.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        wished = pending_address(user)
        if wished is None or wished.email != address:
            forget_change(user)
            wished = EmailAddress.objects.create(user=user, email=address)
            told = {"new_email": address}
            get_adapter(request).send_notification_mail("address_change_asked", user, told)
        return send_confirmation(request, wished)


def forget_change(user: User) -> None:
    """Give up the wish for another address, if there is one."""
    wished = pending_address(user)
    if wished is not None:
        wished.delete()


def send_confirmation(request: HttpRequest, address: EmailAddress) -> bool:
    """Write to ``address`` for its confirmation; tell so, or not if that was minutes ago."""
    sent = bool(ratelimit.consume(request, action="confirm_email", key=address.email))
    if sent:
        address.send_confirmation(request)
    return sent
