"""Sign-up, login and tokens: allauth, knox, and what the accounts room reads from settings."""

from golem.settings.modes import PRODUCTION

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]

# An embedded server lets people in at once: its mails lie in a folder of its owner's.
EMAIL_CONFIRMATION_REQUIRED = PRODUCTION
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_CONFIRMATION_REQUIRED else "optional"
