"""The private servers of the tests: real, kept for one run, ended with it."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from deploy import debian, postgres, services
from deploy.redis_server import redis_server
from tests.deploy.launched import ROOT, bare_environment


def test_postgres_answers_while_it_is_wanted_and_leaves_nothing() -> None:
    with tempfile.TemporaryDirectory() as parent:  # not pytest's: the database's user must pass
        Path(parent).chmod(0o755)
        folder = Path(parent) / "postgres"
        with postgres.postgres(folder) as url:
            with psycopg.connect(url) as connection:
                assert connection.execute("SHOW fsync").fetchone() == ("off",)
            with pytest.raises(psycopg.OperationalError):
                psycopg.connect(url, password="wrong")
        assert not folder.exists()
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(url, connect_timeout=2)


def test_redis_answers_while_it_is_wanted_and_leaves_nothing(tmp_path: Path) -> None:
    with redis_server(tmp_path / "redis") as url:
        assert redis.Redis.from_url(url).ping()
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=urlsplit(url).port or 0).ping()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(redis.ConnectionError):
        redis.Redis.from_url(url).ping()


def test_named_servers_are_used_and_the_exit_code_is_the_command_s() -> None:
    named = {
        "DATABASE_URL": "postgresql://named.example/golem",
        "REDIS_URL": "redis://named.example/0",
    }
    shown = 'echo "$DATABASE_URL $REDIS_URL"; exit 7'
    done = subprocess.run(
        [sys.executable, "-m", "deploy.services", "sh", "-c", shown],
        cwd=ROOT,
        env=bare_environment(**named),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == list(named.values())
    assert done.returncode == 7


def test_another_database_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///golem.sqlite3")
    with pytest.raises(SystemExit, match="need PostgreSQL"), services.services():
        pass


def test_a_folder_without_all_programs_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "postgres").symlink_to("/bin/true")
    monkeypatch.setenv("PATH", f"{alone}:{os.environ['PATH']}")
    found = postgres.find_programs()
    assert found is not None
    assert found != alone


def test_what_cannot_be_had_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "can_install", lambda: False)
    with pytest.raises(SystemExit, match=r"need Redis(.|\n)*apt-get install redis-server"):
        debian.demand("Redis", lambda: None, ["redis-server"])
