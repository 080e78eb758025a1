"""A whole Debian machine: its nginx, Redis and PostgreSQL, and systemd's units. Root only."""

import grp
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from deploy.production.environment import password_of
from deploy.production.nginx import site
from deploy.production.places import ROOT, Places
from deploy.production.programs import QUEUES
from deploy.production.servers import redis_conf
from deploy.production.templates import write

UNITS = Path("/etc/systemd/system")
UNIT_FILES = {
    "web": ["golem-web.socket", "golem-web.service"],
    "worker": ["golem-worker@.service"],
    "beat": ["golem-beat.service"],
    "database": ["golem-backup.service", "golem-backup.timer"],
}
PROGRAMS = {
    "web": ["golem-web.socket", "golem-web.service"],
    "worker": [f"golem-worker@{queue}.service" for queue in QUEUES],
    "beat": ["golem-beat.service"],
    "database": ["golem-backup.timer"],
}
REDIS = {"broker": "REDIS_URL", "cache": "CACHE_URL"}


def has_systemd() -> bool:
    """Say whether systemd runs this machine (it does not in a container)."""
    return Path("/run/systemd/system").is_dir()


def systemctl(*words: str) -> None:
    """Run systemctl; exits when it fails, after it has said why."""
    if subprocess.run(["systemctl", *words], check=False).returncode:
        sys.exit(f"systemctl {' '.join(words)} failed; journalctl -u {words[-1]} may tell more.")


def write_files(places: Places, roles: set[str]) -> set[str]:
    """Write the files of the roles; return the roles of which one changed."""
    changed = {role for role in roles if _units(role)}
    if "web" in roles and _nginx(places):
        changed.add("web")
    if "redis" in roles and _redis():
        changed.add("redis")
    if "database" in roles and _postgresql():
        changed.add("database")
    return changed


def _units(role: str) -> bool:
    written = [
        write(UNITS / name, (ROOT / "deploy/systemd" / name).read_text())
        for name in UNIT_FILES.get(role, [])
    ]
    return any(written)


def _nginx(places: Places) -> bool:
    text = site(places, os.environ, "/var/log/nginx/golem.log", "/var/log/nginx/golem-error.log")
    available, enabled = Path("/etc/nginx/sites-available"), Path("/etc/nginx/sites-enabled")
    changed = write(available / "golem", text)
    if not (enabled / "golem").is_symlink():
        (enabled / "golem").symlink_to(available / "golem")
    (enabled / "default").unlink(missing_ok=True)  # Debian's page would answer for strange names
    return changed


def _redis() -> bool:
    written = []
    for kind, name in REDIS.items():
        folder = Path(f"/var/lib/redis/golem-{kind}")
        folder.mkdir(parents=True, exist_ok=True)
        for path in (folder.parent, folder):
            subprocess.run(["chown", "redis:redis", str(path)], check=True)
        text = redis_conf(kind, os.environ[name], folder)
        group = grp.getgrnam("redis").gr_gid
        written.append(write(Path(f"/etc/redis/redis-golem-{kind}.conf"), text, 0o640, group))
    return any(written)


def _postgresql() -> bool:
    text = (ROOT / "deploy/postgresql.conf.d/golem.conf").read_text()
    clusters = [path.parent for path in Path("/etc/postgresql").glob("*/main/postgresql.conf")]
    if not clusters:
        sys.exit("There is no PostgreSQL cluster `main`: pg_createcluster makes one.")
    newest = max(clusters, key=lambda path: int(path.parent.name))
    return write(newest / "conf.d" / "golem.conf", text)


def start_servers(roles: set[str], changed: set[str]) -> None:
    """Let Redis and PostgreSQL run with the files as they are now."""
    systemctl("daemon-reload")
    if "redis" in roles:
        units = [f"redis-server@golem-{kind}.service" for kind in REDIS]
        systemctl("enable", "--quiet", *units)
        systemctl("restart" if "redis" in changed else "start", *units)
    if "database" in roles:
        systemctl("restart" if "database" in changed else "start", "postgresql.service")


def make_database(url: str) -> None:
    """Make role and database of the address unless they are there; the role's password is set.

    The password goes in by standard input: a command line can be seen by everybody.
    """
    parts = urlsplit(url)
    values = {
        "role": parts.username or "golem",
        "name": parts.path.strip("/"),
        "password": password_of(url),
    }
    lines = [f"\\set {key} {_quoted(value)}\n" for key, value in values.items()]
    text = "".join(lines) + (ROOT / "deploy/production/database.sql").read_text()
    command = ["runuser", "-u", "postgres", "--", "psql", "--no-psqlrc", "--quiet", "postgres"]
    if subprocess.run(command, input=text, text=True, cwd="/", check=False).returncode:
        sys.exit("The database could not be made; psql says why above.")


def _quoted(value: str) -> str:
    r"""Return a value as psql's `\\set` reads it."""
    escaped = value.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def start_programs(roles: set[str]) -> None:
    """Enable the units of the roles and start the programs anew, so that the new code runs."""
    for role in roles & PROGRAMS.keys():
        systemctl("enable", "--quiet", *PROGRAMS[role])
        if role == "web":
            systemctl("start", "golem-web.socket")
            systemctl("restart", "golem-web.service")
            systemctl("enable", "--quiet", "nginx.service")
            systemctl("reload-or-restart", "nginx.service")
        else:
            systemctl("restart", *PROGRAMS[role])
