"""The files for other programs: each is read by the program it is for, or by its own rules."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from deploy.debian import demand
from deploy.postgres import find_programs
from deploy.production import environment, nginx
from deploy.production.places import Places
from deploy.production.programs import QUEUES, nginx_program
from deploy.production.servers import redis_conf
from tests.deploy.launched import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SECRETS = {
    "SECRET_KEY",
    "DATABASE_URL",
    "REDIS_URL",
    "CACHE_URL",
    "EMAIL_HOST_PASSWORD",
    "METRICS_TOKEN",
}


# --- systemd ---


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    program = demand("systemd", lambda: shutil.which("systemd-analyze"), ["systemd"])
    for unit in UNITS:
        text = unit.read_text().replace("/opt/golem/current", str(ROOT))
        (tmp_path / unit.name.replace("@.", "@mail.")).write_text(text)
    names = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run(
        [program, "verify", "--man=no", *names], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name
)
def test_units_give_their_programs_little(unit: Path) -> None:
    lines = set(unit.read_text().splitlines())
    assert lines >= {
        "User=golem",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateTmp=yes",
        "CapabilityBoundingSet=",
        "EnvironmentFile=/etc/golem/golem.env",
    }
    [command] = [line for line in lines if line.startswith("ExecStart=")]
    assert (DEPLOY / command.split("/deploy/")[1].split()[0]).is_file()


# --- nginx ---


def test_nginx_takes_the_site_of_a_whole_machine(tmp_path: Path) -> None:
    demand("nginx", lambda: shutil.which("nginx", path="/usr/sbin:/usr/bin"), ["nginx"])
    places = Places(tmp_path)
    (places.etc / "tls").mkdir(parents=True)
    given = {"ALLOWED_HOSTS": "play.example.org, .example.net", "GOLEM_HTTPS_PORT": "443"}
    values = environment.fresh(places, "", given)
    nginx.make_certificate(places, values)
    site = nginx.site(places, values, str(tmp_path / "log"), str(tmp_path / "errors"))
    assert "return 301 https://$host$request_uri;" in site
    (tmp_path / "site.conf").write_text(site)
    main = f"pid {tmp_path}/pid; events {{}} http {{ include {tmp_path}/site.conf; }}"
    (tmp_path / "nginx.conf").write_text(main)
    command = [nginx_program(), "-t", "-e", "stderr", "-p", str(tmp_path)]
    done = subprocess.run(
        [*command, "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr, done.stderr


def test_nginx_is_not_asked_for_ipv6_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = environment.fresh(Places(tmp_path), "play.example.org", {})
    for there, count in ((True, 4), (False, 0)):
        monkeypatch.setattr(nginx, "has_ipv6", lambda there=there: there)
        site = nginx.site(Places(tmp_path), values, "log", "errors")
        assert site.count("listen [::]:") == count


def test_the_proxy_lets_through_what_golem_takes() -> None:
    site = (DEPLOY / "nginx/site.conf").read_text()
    [megabytes] = re.findall(r"client_max_body_size (\d+)m;", site)
    assert int(megabytes) * 2**20 >= settings.DATA_UPLOAD_MAX_MEMORY_SIZE


# --- PostgreSQL and Redis ---


def test_postgresql_takes_its_settings(tmp_path: Path) -> None:
    programs = find_programs()
    assert programs is not None
    text = (DEPLOY / "postgresql.conf.d/golem.conf").read_text()
    names = re.findall(r"^(\w+) = ", text, re.M)
    assert "shared_buffers" in names
    assert "synchronous_commit = on" in text
    shared = subprocess.run(
        [programs / "postgres", "--describe-config"], capture_output=True, text=True, check=True
    )
    known = {line.split("\t")[0].lower() for line in shared.stdout.splitlines()}
    assert set(names) - known == set()


def test_the_broker_forgets_nothing_and_the_cache_may(tmp_path: Path) -> None:
    broker = redis_conf("broker", "redis://:word@127.0.0.1:7001/0", tmp_path)
    cache = redis_conf("cache", "redis://:word@127.0.0.1:7002/0", tmp_path)
    assert "maxmemory-policy noeviction\n" in broker
    assert "appendonly yes\n" in broker
    assert "maxmemory-policy allkeys-lru\n" in cache
    assert "port 7002\nrequirepass word\n" in cache


# --- containers ---


def test_the_image_is_made_and_started_by_what_is_tested_here() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    [run] = re.findall(r"^RUN (\S+)", text, re.M)
    assert run == "/tmp/golem/deploy/install.sh"
    assert "--no-secrets" in text
    assert 'ENTRYPOINT ["/opt/golem/current/deploy/start"]' in text
    assert "USER golem" in text


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_every_container_is_unprivileged(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["user"] in ("golem", "postgres", "redis")
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    once = name in ("prepare", "backup")
    assert service["restart"] == ("no" if once else "unless-stopped")


def test_there_is_a_container_for_every_program() -> None:
    queues = {f"worker-{queue}" for queue in QUEUES}
    programs = {"web", "beat", "nginx", "prepare", "postgres", "broker", "cache", "backup"}
    assert set(COMPOSE["services"]) == queues | programs
    for name in ("web", "nginx", "postgres", "broker", "cache"):
        assert "healthcheck" in COMPOSE["services"][name]


def test_the_compose_file_holds_no_secret() -> None:
    for service in COMPOSE["services"].values():
        for name, value in service.get("environment", {}).items():
            secret = name in SECRETS or "PASSWORD" in name or name == "REDISCLI_AUTH"
            assert not secret or value == "" or "${" in value, name


def test_the_proxys_container_knows_no_secret() -> None:
    known = COMPOSE["services"]["nginx"]["environment"]
    assert {name: known[name] for name in SECRETS} == dict.fromkeys(SECRETS, "")


def test_secrets_of_the_containers_are_made_once(tmp_path: Path) -> None:
    shutil.copy(DEPLOY / "secrets", tmp_path / "secrets")
    command = [str(tmp_path / "secrets"), "play.example.org", "mail.example.org"]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    made = tmp_path / ".env"
    values = environment.parse(made.read_text())
    assert made.stat().st_mode & 0o777 == 0o600
    assert values["ALLOWED_HOSTS"] == "play.example.org"
    assert len(values["SECRET_KEY"]) >= 50
    asked = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    assert asked <= values.keys()
    assert subprocess.run(command, check=False, capture_output=True).returncode == 1
    assert environment.parse(made.read_text()) == values
