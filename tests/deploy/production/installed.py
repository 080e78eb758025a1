"""A production server in a folder of its own: installed and started by what the operator uses."""

import json
import os
import pwd
import shutil
import socket
import ssl
import subprocess
import tempfile
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import psycopg

from deploy.ports import free_port
from deploy.postgres import unprivileged
from tests.deploy.launched import ROOT, wait_for

HOST = "play.example.org"
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass
class Answer:
    """What came back: status, headers by their names in lower case, and the body."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body's value."""
        return json.loads(self.body)

    def text(self) -> str:
        """Return the body's text."""
        return self.body.decode()


@dataclass
class Installed:
    """One installation below `prefix`, its ports and the programs that run from it."""

    prefix: Path
    mail_port: int
    user: pwd.struct_passwd | None = field(default_factory=unprivileged)
    http: int = field(default_factory=free_port)
    https: int = field(default_factory=free_port)
    database: int = field(default_factory=free_port)
    redis: int = field(default_factory=free_port)
    cache: int = field(default_factory=free_port)

    @property
    def current(self) -> Path:
        """The link to the release that runs."""
        return self.prefix / "opt/golem/current"

    @property
    def output(self) -> Path:
        """What the started programs print."""
        return self.prefix / "output"

    @property
    def database_url(self) -> str:
        """The address of its database."""
        return f"postgresql://golem:word-of-the-test@127.0.0.1:{self.database}/golem"

    def install(self, *options: str) -> str:
        """Run the installer; return what it printed."""
        given = {
            "PATH": PATH,
            "GOLEM_PREFIX": str(self.prefix),
            "GOLEM_HTTP_PORT": str(self.http),
            "GOLEM_HTTPS_PORT": str(self.https),
            "DATABASE_URL": self.database_url,
            "REDIS_URL": f"redis://:word@127.0.0.1:{self.redis}/0",
            "CACHE_URL": f"redis://:word@127.0.0.1:{self.cache}/0",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(self.mail_port),
            "WEB_WORKERS": "1",
        }
        who = ["--user", self.user.pw_name] if self.user else []
        command = ["sh", str(ROOT / "deploy/install.sh"), "--host", HOST, *who, *options]
        done = subprocess.run(command, env=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def as_user(self) -> dict[str, Any]:
        """Return how `subprocess` becomes the server's user."""
        if self.user is None:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        """Start the programs as the server's user."""
        with open(self.output, "ab") as out:
            return subprocess.Popen(
                [self.current / "deploy/start", *words],
                cwd="/",
                env={"PATH": "/usr/bin:/bin"},
                stdout=out,
                stderr=out,
                start_new_session=True,
                **self.as_user(),
            )

    def run(self, program: str, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run one of the operator's programs to its end, as the server's user."""
        return subprocess.run(
            [self.current / "deploy" / program, *words],
            cwd="/",
            env={"PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
            **self.as_user(),
        )

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return what a statement finds in the live database."""
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            done = connection.execute(statement)
            return list(done.fetchall()) if done.description else []

    def tls(self) -> ssl.SSLContext:
        """Return a context that trusts this server's certificate and no other."""
        return ssl.create_default_context(cafile=str(self.prefix / "etc/golem/tls/certificate.pem"))

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> Answer:
        """Ask the site over TLS, as its host, from an address of this machine."""
        wire = socket.create_connection(("127.0.0.1", self.https), 30, (source, 0))
        line = HTTPConnection(HOST, self.https)
        line.sock = self.tls().wrap_socket(wire, server_hostname=HOST)
        return _asked(line, method, path, body, headers or {})

    def ask_plainly(self, path: str, host: str = HOST) -> Answer:
        """Ask without TLS, by any name."""
        line = HTTPConnection("127.0.0.1", self.http, timeout=30)
        return _asked(line, "GET", path, None, {"Host": host})

    def answers(self) -> bool:
        """Say whether the front page can be seen."""
        try:
            return self.ask("GET", "/").status == 200
        except OSError:
            return False

    def is_up(self, process: "subprocess.Popen[bytes]") -> bool:
        """Wait until the site answers; say whether it came to that."""
        wait_for(lambda: self.answers() or process.poll() is not None)
        return process.poll() is None

    def family(self) -> list[int]:
        """Return the processes that run from this installation or on its folders."""
        mark = str(self.prefix).encode()
        found = [path.parent for path in Path("/proc").glob("[0-9]*/cmdline") if _has(path, mark)]
        return [int(folder.name) for folder in found]


def _has(path: Path, mark: bytes) -> bool:
    try:
        return mark in path.read_bytes()
    except OSError:  # ended meanwhile
        return False


def _asked(
    line: HTTPConnection, method: str, path: str, body: bytes | None, headers: dict[str, str]
) -> Answer:
    try:
        line.request(method, path, body, headers)
        response: HTTPResponse = line.getresponse()
        named = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, named, response.read())
    finally:
        line.close()


def venv_for(user: pwd.struct_passwd | None) -> list[str]:
    """Return the option that lets the installation use this environment, if the user may read it.

    Where that is not so (a checkout in a home folder), the installer makes one of its own.
    """
    who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    folder = ROOT / ".venv"
    command = [str(folder / "bin/python"), "-c", "import django, celery, psycopg, gunicorn"]
    try:
        asked = subprocess.run(command, cwd="/", check=False, capture_output=True, **who)  # type: ignore[call-overload]
    except OSError:
        return []
    return ["--venv", str(folder.resolve())] if asked.returncode == 0 else []


def new_prefix() -> Path:
    """Make a folder that another user may enter, with a path short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="golem-", dir="/tmp"))
    folder.chmod(0o755)
    return folder


def remove(prefix: Path) -> None:
    """Remove a folder, and end whatever still runs from it."""
    for pid in Installed(prefix, 0).family():
        os.kill(pid, 9)
    shutil.rmtree(prefix, ignore_errors=True)
