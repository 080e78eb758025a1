"""A production server is installed and started, and a match is played on it through nginx.

Nothing in it is a stand-in but the mail server at the other end, which is a real one, too.
"""

import os
import re
import subprocess
from pathlib import Path

from django.conf import settings

from deploy.production.programs import QUEUES
from tests.deploy.launched import wait_for
from tests.deploy.production.conftest import LINE_UPS, Site, mails_to, text_of
from tests.deploy.production.installed import HOST
from tests.deploy.production.player import Player


def test_installing_again_changes_nothing(installation: Site) -> None:
    server = installation.server
    settings, release = server.prefix / "etc/golem/golem.env", server.current.resolve()
    before = settings.read_text(), (server.prefix / "etc/golem/tls/key.pem").read_bytes()
    assert "Settings with new secrets" in installation.printed
    assert "signs itself" in installation.printed
    printed = server.install("--venv", str((release / ".venv").resolve()))
    assert "secrets" not in printed
    assert server.current.resolve() == release
    assert (settings.read_text(), (server.prefix / "etc/golem/tls/key.pem").read_bytes()) == before


def test_secrets_are_the_users_alone(installation: Site) -> None:
    server = installation.server
    for name in ("golem.env", "tls/key.pem"):
        found = (server.prefix / "etc/golem" / name).stat()
        assert found.st_mode & 0o077 == 0
        assert found.st_uid == (server.user.pw_uid if server.user else os.getuid())


def test_djangos_own_check_for_deployment(installation: Site) -> None:
    done = installation.server.run("manage", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


def test_everything_runs_unprivileged(site: Site) -> None:
    # deploy/start itself, web, nginx and the servers, workers and their keepers, beat
    uids = {pid: Path(f"/proc/{pid}").stat().st_uid for pid in site.server.family()}
    assert len(uids) > 10
    assert 0 not in uids.values()


def test_a_match_is_played_to_its_end_and_every_die_can_be_checked(
    site: Site, people: tuple[Player, Player], played: int, tmp_path: Path
) -> None:
    match = people[0].get(f"matches/{played}/")
    assert match["outcome"]["how"] != "resignation"
    export = tmp_path / "match.json"
    export.write_bytes(site.server.ask("GET", f"/api/v1/matches/{played}/export/json/").body)
    export.chmod(0o644)
    done = subprocess.run(
        [str(site.server.current / ".venv/bin/python"), "manage.py", "verify_match", str(export)],
        cwd=site.server.current.resolve(),
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mails_leave_with_links_to_the_site(site: Site, played: int) -> None:
    assert wait_for(lambda: bool(mails_to(site, "anna", "won|lost|over")))
    links = re.findall(r"https?://\S+", text_of(mails_to(site, "anna", "won|lost|over")[0]))
    assert links
    assert {link.split("/")[2] for link in links} == {f"{HOST}:{site.server.https}"}


def test_the_house_answers_from_its_own_queue(people: tuple[Player, Player]) -> None:
    anna = people[0]
    match = anna.post("challenges/", game="streetsoccer", opponent="house", seat="yellow")["match"]
    anna.post(f"matches/{match}/moves/", ply=1, notation=LINE_UPS["yellow"])
    assert wait_for(lambda: bool(anna.get(f"matches/{match}/")["ply"] == 3))


def test_there_is_a_worker_for_each_queue_of_the_settings() -> None:
    assert set(QUEUES) == set(settings.CELERY_TASK_QUEUES)
