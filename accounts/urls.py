"""The pages of accounts, under ``/account/``. Those that allauth looks for bear its names."""

from allauth.account import views as allauth
from django.urls import include, path, re_path
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from accounts.views import entry, leaving, settings, tokens

own = [
    path("settings/", settings.settings, name="settings"),
    path("settings/strength/", settings.strength, name="strength"),
    path("settings/bot/", settings.become_bot, name="become_bot"),
    path("export/", leaving.export, name="export"),
    path("delete/", leaving.delete, name="delete"),
    path("sessions/end/", leaving.end_others, name="end_others"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<uuid:public_id>/revoke/", tokens.revoke, name="revoke_token"),
]
LINK = r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]{1,13})-(?P<key>[^/]{1,100})/$"
CONFIRM = r"^confirm-email/(?P<key>[-:\w]{1,200})/$"

urlpatterns = [
    path("", include((own, "accounts"))),
    path("login/", allauth.login, name="account_login"),
    path("logout/", never_cache(entry.LogoutView.as_view()), name="account_logout"),
    path("signup/", entry.SignupView.as_view(), name="account_signup"),
    path("email/", settings.address, name="account_email"),
    path(
        "confirm-email/",
        never_cache(allauth.email_verification_sent),
        name="account_email_verification_sent",
    ),
    re_path(CONFIRM, never_cache(entry.ConfirmEmailView.as_view()), name="account_confirm_email"),
    path(
        "password/change/",
        never_cache(allauth.password_change),
        name="account_change_password",
    ),
    path(  # where allauth leads an account that has no password yet
        "password/set/",
        RedirectView.as_view(pattern_name="account_reset_password"),
        name="account_set_password",
    ),
    path(
        "password/reset/",
        never_cache(entry.PasswordResetView.as_view()),
        name="account_reset_password",
    ),
    path(
        "password/reset/done/",
        never_cache(allauth.password_reset_done),
        name="account_reset_password_done",
    ),
    re_path(
        LINK,
        never_cache(entry.PasswordResetFromKeyView.as_view()),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        never_cache(allauth.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
]
