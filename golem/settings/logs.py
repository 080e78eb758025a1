"""Logging: everything to standard error, passed through the formatter that blanks secrets."""

from golem.settings.environment import text

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "golem.logs.RedactingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would mail or print beside ours.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "golem": {"level": text("LOG_LEVEL", "INFO").upper()},
        "accounts": {"level": text("LOG_LEVEL", "INFO").upper()},
        "tournaments": {"level": text("LOG_LEVEL", "INFO").upper()},
    },
}
