"""Sign-up, login and API tokens: allauth, knox, and what the accounts room reads from settings."""

from datetime import timedelta

from golem.settings.modes import PRODUCTION

AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "accounts.sessions"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrAddressBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.entry.LoginForm",
    "signup": "accounts.forms.entry.SignupForm",
    "reset_password": "accounts.forms.entry.ResetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
# An embedded server lets people in at once: its mails lie in a folder of its owner's.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if PRODUCTION else "none"
# An address may be named by several accounts; whoever confirms it first has it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Golem] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
# Besides the limits of allauth itself; those of the login hold for the page and the API together.
# All who use an embedded server have the one address of its machine.
ACCOUNT_RATE_LIMITS = (
    {"login": "30/m/ip", "login_failed": "10/m/ip,5/300s/key"}
    if PRODUCTION
    else {"login": "300/m/ip", "login_failed": "100/m/ip,5/300s/key", "signup": "100/m/ip"}
)

KNOX_TOKEN_MODEL = "accounts.ApiToken"
# Our model takes the place of knox's: without its migrations there is no second, empty table, whose
# foreign key PostgreSQL would hold against emptying the users' table between tests.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_TTL": timedelta(days=30), "AUTO_REFRESH": False}

# Requests a caller may make: `anon` for each address, `user` for each account, the others for
# views that name them.
THROTTLE_RATES = (
    {"anon": "120/minute", "user": "600/minute", "legal": "60/minute", "export": "6/hour"}
    if PRODUCTION
    else {"anon": "600/minute", "user": "6000/minute", "legal": "120/minute", "export": "60/hour"}
)
