"""Where mails go: files in an embedded server; else the mail server of ``EMAIL_HOST``."""

from urllib.parse import urlsplit

from golem.settings.environment import number, text
from golem.settings.modes import GOLEM_ORIGIN, PRODUCTION, VAR_DIR

EMAIL_FILE_PATH = str(VAR_DIR / "mail")
EMAIL_BACKEND = (
    "golem.outbox.smtp.Backend"
    if PRODUCTION or text("EMAIL_HOST")
    else "django.core.mail.backends.filebased.EmailBackend"
)
EMAIL_HOST = text("EMAIL_HOST", "localhost")
EMAIL_PORT = number("EMAIL_PORT", 25)
EMAIL_HOST_USER = text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = text("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_TIMEOUT = 10  # seconds
MAIL_LINES = number("MAIL_LINES", 4)  # connections of one worker to the mail server at once
DEFAULT_FROM_EMAIL = text("MAIL_FROM", f"golem@{urlsplit(GOLEM_ORIGIN).hostname}")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
