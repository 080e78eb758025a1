"""Backup, restore, rehearsal, and what happens when a part of the server dies."""

import os
import signal
from pathlib import Path

from tests.deploy.launched import wait_for
from tests.deploy.production.conftest import Site
from tests.deploy.production.installed import Installed
from tests.deploy.production.player import Player


def test_a_backup_is_restored_and_the_lost_time_is_credited(
    site: Site, people: tuple[Player, Player], played: int
) -> None:
    anna, server = people[0], site.server
    running = anna.post("challenges/", game="streetsoccer", opponent="house", seat="yellow")
    done = server.run("backup")
    assert done.returncode == 0, done.stderr
    [dump] = (server.prefix / "var/backups/golem").glob("golem-*.dump")
    later = anna.post("challenges/", game="streetsoccer", opponent="house", seat="yellow")["match"]
    refused = server.run("restore", str(dump))
    assert (refused.returncode, "--force" in refused.stderr) == (1, True)
    used = server.run("restore", "--force", str(dump))
    assert (used.returncode, "connections" in used.stderr) == (1, True)
    end_cleanly(site)

    restore_alone(server, dump)
    site.start()
    assert anna.get(f"matches/{played}/")["status"] == "finished"
    assert server.ask("GET", f"/api/v1/matches/{later}/").status == 404
    assert wait_for(lambda: bool(server.rows("SELECT 1 FROM matches_pause")))
    [(hours,)] = server.rows(
        "SELECT extract(epoch FROM ended_at - began_at) / 3600 FROM matches_pause"
    )
    assert 5 <= hours < 5.5
    clocks = anna.get(f"matches/{running['match']}/clocks/")
    assert [pause["kind"] for pause in clocks["pauses"]] == ["outage"]


def restore_alone(server: Installed, dump: Path) -> None:
    """Restore while only PostgreSQL and Redis run, and let the backup be five hours old.

    Then PostgreSQL is killed: both end, and what was restored is there at the next start.
    """
    servers = server.start("servers")
    ready = "PostgreSQL and Redis are ready"
    assert wait_for(lambda: ready in server.output.read_text())
    try:
        restored = server.run("restore", "--force", str(dump))
        assert restored.returncode == 0, restored.stdout + restored.stderr
        assert "Restored and proved." in restored.stdout
        server.rows("UPDATE matches_heartbeat SET at = at - interval '5 hours'")
    finally:
        os.kill(program(server, "bin/postgres -D"), signal.SIGKILL)
    assert servers.wait(timeout=60) == 1, server.output.read_text()
    assert "postgresql ended unasked (-9); all ends" in server.output.read_text()


def end_cleanly(site: Site) -> None:
    """End the programs as systemd or Docker would; all of them are gone, and it was no failure."""
    process = site.process
    assert process is not None
    process.terminate()
    assert process.wait(timeout=60) == 0, site.server.output.read_text()
    assert wait_for(lambda: site.server.family() == [])
    site.process = None


def test_the_rehearsal_proves_the_way_back_beside_the_running_site(site: Site) -> None:
    done = site.server.run("rehearse")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the way back is there" in done.stdout
    assert not list((site.server.prefix / "var/backups/golem").glob("rehearsal-*"))


def program(server: Installed, words: str) -> int:
    """Return the process whose command line has the words, the oldest if there are several."""
    lines = {
        pid: Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        for pid in server.family()
    }
    return min(pid for pid, line in lines.items() if words in line)


def test_a_killed_worker_is_started_again(site: Site) -> None:
    celery = "-m celery --quiet --app golem.celery:app worker"
    killed = program(site.server, celery)
    os.kill(killed, signal.SIGKILL)
    assert wait_for(
        lambda: "celery ended (-9); it is started again" in site.server.output.read_text()
    )
    assert site.process is not None
    assert site.process.poll() is None


def test_without_one_of_its_parts_all_end_as_a_failure(site: Site) -> None:
    assert site.process is not None
    os.kill(program(site.server, "nginx: master"), signal.SIGKILL)
    assert site.process.wait(timeout=60) not in (0, 143)
    assert wait_for(lambda: site.server.family() == [])
    site.process = None
