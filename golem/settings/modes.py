"""The two modes, and what each of them demands. Only GOLEM_MODE decides, nothing infers it."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from golem.settings.environment import text, words
from golem.settings.secret import stored_key

NEEDED_IN_PRODUCTION = ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL")


def chosen_mode() -> str:
    """Return "embedded" or "production".

    Raises ImproperlyConfigured for any other mode, and for production without all that it needs.
    """
    mode = text("GOLEM_MODE", "embedded")
    if mode not in ("embedded", "production"):
        raise ImproperlyConfigured(f"GOLEM_MODE is {mode!r}; it must be embedded or production.")
    missing = [name for name in NEEDED_IN_PRODUCTION if not text(name)]
    if mode == "production" and missing:
        raise ImproperlyConfigured(f"GOLEM_MODE=production needs {', '.join(missing)}.")
    return mode


def chosen_hosts(production: bool) -> list[str]:
    """Return the host names that are answered; a production server never answers to every name."""
    hosts = words("ALLOWED_HOSTS") or ["127.0.0.1", "localhost", "[::1]"]
    if production and "*" in hosts:
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts in production, not *.")
    return hosts


def chosen_origin(production: bool, hosts: list[str]) -> str:
    """Return scheme, host and port as they stand in links of mails, without a closing slash."""
    usual = f"https://{hosts[0].lstrip('.')}" if production else f"http://127.0.0.1:{PORT}"
    origin = text("GOLEM_ORIGIN", usual).rstrip("/")
    if not origin.startswith("https://" if production else ("http://", "https://")):
        raise ImproperlyConfigured(f"GOLEM_ORIGIN must be an https:// address, not {origin!r}.")
    return origin


BASE_DIR = Path(__file__).resolve().parents[2]
VAR_DIR = Path(text("GOLEM_VAR", str(BASE_DIR / "var"))).resolve()
PORT = text("PORT", "8000")

GOLEM_MODE = chosen_mode()
PRODUCTION = GOLEM_MODE == "production"
DEBUG = False
SECRET_KEY = text("SECRET_KEY") or stored_key(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = chosen_hosts(PRODUCTION)
GOLEM_ORIGIN = chosen_origin(PRODUCTION, ALLOWED_HOSTS)
