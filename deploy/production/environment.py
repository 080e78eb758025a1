"""The settings file of an installation: read for every program, written once."""

import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from deploy.production.places import Places

HEAD = """\
# Settings of this Golem server; docs/operations.md tells what each of them means.
# NAME=value, one a line, without quotes. Keep it secret: SECRET_KEY lets in as anybody.
"""
FROM_OUTSIDE = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "MAIL_FROM")
"""Written only when the environment of the installation names them."""


def parse(text: str) -> dict[str, str]:
    """Return the values of a settings file; a pair of quotes around a value is taken off."""
    values = {}
    for line in text.splitlines():
        name, equals, value = line.strip().partition("=")
        if not equals or name.startswith("#"):
            continue
        value = value.strip()
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        values[name.strip()] = value[1:-1] if quoted else value
    return values


def load(places: Places) -> dict[str, str]:
    """Put the file's values into this process's environment, whose own ones win; return it all.

    A file need not be there: a container has its settings from outside.
    """
    if places.settings.exists():
        try:
            values = parse(places.settings.read_text())
        except PermissionError:
            sys.exit(f"{places.settings} may be read by its owner alone: sudo -u golem ...")
        for name, value in values.items():
            os.environ.setdefault(name, value)
    os.environ.setdefault("GOLEM_MODE", "production")
    os.environ.setdefault("GOLEM_VAR", str(places.var))
    os.environ["PYTHONUNBUFFERED"] = "1"
    return dict(os.environ)


def fresh(places: Places, host: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of a new installation: what is given, and defaults with new secrets."""
    word = secrets.token_hex(16)
    https = "443" if places.whole_machine else "8443"
    usual = {
        "GOLEM_MODE": "production",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": host or "localhost",
        "DATABASE_URL": f"postgresql://golem:{secrets.token_hex(16)}@127.0.0.1:5432/golem",
        "REDIS_URL": f"redis://:{word}@127.0.0.1:6380/0",
        "CACHE_URL": f"redis://:{word}@127.0.0.1:6381/0",
        "TRUSTED_PROXY_COUNT": "1",
        "METRICS_TOKEN": secrets.token_urlsafe(32),
        "GOLEM_VAR": str(places.var),
        "GOLEM_BIND": f"unix:{places.run}/web.sock",
        "GOLEM_HTTP_PORT": "80" if places.whole_machine else "8080",
        "GOLEM_HTTPS_PORT": https,
        "GOLEM_TLS_CERTIFICATE": str(places.etc / "tls/certificate.pem"),
        "GOLEM_TLS_KEY": str(places.etc / "tls/key.pem"),
        "WEB_WORKERS": str(os.cpu_count() or 1),
    }
    chosen = {name: given.get(name) or value for name, value in usual.items()}
    first, port = chosen["ALLOWED_HOSTS"].split(",")[0].lstrip("."), chosen["GOLEM_HTTPS_PORT"]
    origin = f"https://{first}" + ("" if port == "443" else f":{port}")
    chosen["GOLEM_ORIGIN"] = given.get("GOLEM_ORIGIN") or origin
    return chosen | {name: given[name] for name in FROM_OUTSIDE if given.get(name)}


def write_once(path: Path, values: Mapping[str, str], owner: tuple[int, int]) -> bool:
    """Write the file for its owner alone, whole or not at all; say whether it was not there."""
    if path.exists():
        return False
    lines = [f"{name}={value}" for name, value in values.items()]
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(HEAD + "\n".join(lines) + "\n")
    if os.geteuid() == 0:
        os.chown(draft, *owner)
    draft.rename(path)
    return True


def port_of(url: str, usual: int) -> int:
    """Return the port that an address names."""
    return urlsplit(url).port or usual


def password_of(url: str) -> str:
    """Return the password that an address names; empty when it names none."""
    return unquote(urlsplit(url).password or "")
