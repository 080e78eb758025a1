"""What allauth does our way: names, callers behind proxies, mails by way of the outbox."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import validate_name
from accounts.selectors import find_by_login, mail_address, name_is_alike, name_is_taken
from accounts.zones import DEFAULT_ZONE, zone
from golem.outbox.services import post
from golem.rest.client_ip import client_ip


class AccountAdapter(DefaultAccountAdapter):
    """Our answers to allauth's questions."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This name is taken."),
        "username_alike": _("This name looks like one that is taken."),
        "username_password_mismatch": _("The name or the password is not right."),
        "email_password_mismatch": _("The address or the password is not right."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the caller's address, as all limits of ours see it."""
        return client_ip(request)

    def is_ajax(self, request: HttpRequest) -> bool:
        """Account pages answer in HTML only; programs have the API."""
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """Tell whether ``url`` stays on this site; only a path does."""
        return url_has_allowed_host_and_scheme(url, allowed_hosts=None)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name. Raises ``ValidationError`` if it may not be given, or is taken."""
        validate_name(username)
        if not shallow and name_is_taken(username):
            raise self.validation_error("username_taken")
        if not shallow and name_is_alike(username):
            raise self.validation_error("username_alike")
        return username

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the page after a change of the password."""
        return reverse("accounts:settings")

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """A closed account is treated like a wrong password; this is never the way there."""
        return redirect("account_login")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """One account has one allowance of failures, by whichever name or page it is tried."""
        typed = credentials.get("email") or credentials.get("username") or ""
        user = find_by_login(typed)
        return f"user:{user.pk}" if user else f"typed:{typed.lower()}"

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Mark the address as proven; tell whether it is. Whoever confirms it first has it."""
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            text = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, text, {"email": email_address.email})
            return False

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Ask the holder of an address to confirm it, or tell them that they have done so already.

        The second is for an address that another account has confirmed: who asks cannot tell.
        """
        address: EmailAddress = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            _ = address.user  # read, as it is for the other mail: the work tells nothing
            self.send_account_already_exists_mail(address.email)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell a user what was done with their account, at ``email`` or where mails may go."""
        address = email or mail_address(user)
        if address is None:
            return
        facts = {"timestamp": timezone.now(), "ip": self.get_client_ip(self.request)}
        self.send_mail(template_prefix, address, {"user": user, **facts, **(context or {})})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put a mail into the outbox, with times in the addressee's zone and our own links."""
        now = timezone.now()
        name = template_prefix.rpartition("/")[2]
        facts = {key: _ours(key, value) for key, value in context.items() if key != "request"}
        reader = context.get("user")
        where = zone(reader.time_zone if isinstance(reader, User) else DEFAULT_ZONE)
        facts |= {"email": email, "origin": settings.GOLEM_ORIGIN, "zone": str(where)}
        with timezone.override(where):
            parts = [
                render_to_string(f"emails/{name}-{part}", facts)
                for part in ("subject.txt", "text.txt", "html.html")
            ]
        subject = self.format_email_subject(parts[0].strip())
        text, html = (part.strip() + "\n" for part in parts[1:])
        owner = reader.pk if isinstance(reader, User) and not reader.is_gone else None
        post(name, email, subject, text, html, now, owner)


def _ours(key: str, value: Any) -> Any:
    """Return a link with the configured origin, whatever host the request named; else ``value``."""
    if not key.endswith("_url"):
        return value
    parts = urlsplit(value)
    return settings.GOLEM_ORIGIN + parts._replace(scheme="", netloc="").geturl()
