"""Backups of a small database: whole or not at all, checked before use, old ones removed."""

import json
import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from deploy.production import backup, database, restore
from deploy.production.places import Places

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of its own, with two tables."""
    server, name = os.environ["DATABASE_URL"], f"golem_backup_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
        found = urlsplit(server)._replace(path=f"/{name}").geturl()
        with psycopg.connect(found) as own:
            own.execute("CREATE TABLE eggs (id serial PRIMARY KEY, colour text)")
            own.execute("CREATE TABLE nests (id int)")
            own.execute("INSERT INTO eggs (colour) VALUES ('blue'), ('white')")
        yield found
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def colours(url: str) -> list[str]:
    """Return what is in the table."""
    with psycopg.connect(url) as connection:
        return [row[0] for row in connection.execute("SELECT colour FROM eggs ORDER BY id")]


def change(url: str) -> None:
    """Let the data be others than those backed up."""
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE eggs SET colour = 'red'")


def test_a_backup_holds_what_was_there_and_says_so(url: str, tmp_path: Path) -> None:
    dump = backup.make(url, tmp_path, NOON)
    assert dump.name == "golem-20261130T120000Z.dump"
    assert json.loads(dump.with_suffix(".json").read_text())["rows"] == {"eggs": 2, "nests": 0}
    checked = ["sha256sum", "--check", "--quiet", f"{dump.name}.sha256"]
    assert subprocess.run(checked, cwd=tmp_path, check=False).returncode == 0
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    change(url)
    restore.put_back(dump, url)
    assert colours(url) == ["blue", "white"]
    assert restore.same_rows(dump, url)


def test_what_was_restored_can_be_backed_up_and_restored_again(url: str, tmp_path: Path) -> None:
    restore.put_back(backup.make(url, tmp_path, NOON), url)
    second = backup.make(url, tmp_path, NOON + timedelta(days=1))
    change(url)
    restore.put_back(second, url)
    assert colours(url) == ["blue", "white"]


def test_a_failed_backup_leaves_nothing(url: str, tmp_path: Path) -> None:
    gone = urlsplit(url)._replace(path="/golem_nowhere").geturl()
    with pytest.raises(backup.FAILURES):
        backup.make(gone, tmp_path, NOON)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_dump_leaves_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "program", lambda name: "/bin/false")
    with pytest.raises(subprocess.CalledProcessError):
        backup.make(url, tmp_path, NOON)
    assert list(tmp_path.iterdir()) == []


def test_a_changed_file_is_refused(url: str, tmp_path: Path) -> None:
    dump = backup.make(url, tmp_path, NOON)
    restore.verify(dump)
    dump.write_bytes(dump.read_bytes()[:-1] + b"!")
    with pytest.raises(restore.Refusal, match="changed or cut off"):
        restore.verify(dump)
    dump.with_suffix(".dump.sha256").unlink()
    with pytest.raises(restore.Refusal, match="checksum"):
        restore.verify(dump)
    with pytest.raises(restore.Refusal, match="no file"):
        restore.verify(tmp_path / "other.dump")


def test_a_filled_database_is_left_alone(url: str) -> None:
    with pytest.raises(restore.Refusal, match="2 tables"):
        restore.demand_room(url, force=False)
    restore.demand_room(url, force=True)


def test_a_database_in_use_is_left_alone_even_by_force(url: str) -> None:
    with (
        psycopg.connect(url),
        pytest.raises(restore.Refusal, match="1 other connections"),
    ):
        restore.demand_room(url, force=True)


def test_a_restore_that_fails_changes_nothing(url: str, tmp_path: Path) -> None:
    dump = backup.make(url, tmp_path, NOON)
    change(url)
    whole = dump.read_bytes()
    dump.write_bytes(whole[: len(whole) * 3 // 4])
    with pytest.raises(subprocess.CalledProcessError):
        restore.put_back(dump, url)
    assert colours(url) == ["red", "red"]


def test_missing_rows_are_told(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dump = backup.make(url, tmp_path, NOON)
    with psycopg.connect(url) as connection:
        connection.execute("DELETE FROM eggs WHERE colour = 'blue'")
    assert not restore.same_rows(dump, url)
    assert "eggs: 2 rows backed up, 1 restored" in capsys.readouterr().out


def test_the_newest_are_kept_with_their_keys(tmp_path: Path) -> None:
    places, folder = Places(tmp_path), tmp_path / "backups"
    places.etc.mkdir(parents=True)
    places.settings.write_text("SECRET_KEY=x\n")
    folder.mkdir()
    for day in range(1, 6):
        dump = folder / f"golem-2026110{day}T000000Z.dump"
        for path in (dump, *backup.beside(dump)):
            path.touch()
        backup.keep_settings(places, folder, dump)
    (folder / "golem-by-hand.dump").touch()
    assert [path.name[:14] for path in backup.prune(folder, 2)] == [
        "golem-20261101",
        "golem-20261102",
        "golem-20261103",
    ]
    left = sorted(path.name for path in folder.glob("golem-2026*"))
    assert len(left) == 6
    assert (folder / "golem-by-hand.dump").exists()
    assert len(list((folder / "secrets").iterdir())) == 2
    assert {path.stat().st_mode & 0o777 for path in (folder / "secrets").iterdir()} == {0o600}
