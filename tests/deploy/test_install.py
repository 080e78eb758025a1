"""What the installer and the starter refuse, and what they say then; staging a version."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.production import environment
from deploy.production.places import Places
from tests.deploy.launched import ROOT

PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


def run(*words: str, **given: str) -> "subprocess.CompletedProcess[str]":
    """Run one of the programs in `deploy/`."""
    return subprocess.run(
        [str(ROOT / "deploy" / words[0]), *words[1:]],
        env={"PATH": PATH, **given},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--role", "cook"), "unknown role cook"),
        (("--role", "web,cook"), "unknown role cook"),
        (("--host",), "--host needs a value"),
        (("--verbose",), "unknown option --verbose"),
    ],
)
def test_the_installer_refuses_what_it_does_not_know(words: tuple[str, ...], said: str) -> None:
    done = run("install.sh", *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_the_installer_refuses_a_folder_that_moves_with_the_caller() -> None:
    done = run("install.sh", GOLEM_PREFIX="srv/golem")
    assert (done.returncode, "must begin with /" in done.stderr) == (2, True)


def test_a_staged_version_is_there_and_nothing_runs_from_it(tmp_path: Path) -> None:
    options = ["--stage", "--venv", sys.prefix]
    done = run("install.sh", *options, "--user", "root", GOLEM_PREFIX=str(tmp_path))
    assert done.returncode == 0, done.stderr
    [release] = (tmp_path / "opt/golem").iterdir()
    assert str(release) in done.stdout
    assert (release / "deploy/rehearse").stat().st_mode & 0o111
    assert not (release / "var").exists()
    assert not (tmp_path / "etc").exists()


def test_a_checkout_is_no_installation() -> None:
    for program in ("start", "backup", "rehearse", "manage"):
        done = run(program)
        assert done.returncode == 1
        assert "is not an installation" in done.stderr


@pytest.mark.parametrize("words", [("cook",), ("worker",), ("worker", "cook"), ("web", "now")])
def test_the_starter_refuses_what_it_does_not_know(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run("start", *words, GOLEM_PREFIX=str(tmp_path))
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "deadlines" in done.stderr


@pytest.mark.parametrize("keep", ["0", "-1", "many"])
def test_a_backup_keeps_at_least_one(keep: str, tmp_path: Path) -> None:
    done = run("backup", "--keep", keep, GOLEM_PREFIX=str(tmp_path))
    assert (done.returncode, "1 or more" in done.stderr) == (2, True)


def test_settings_are_read_as_systemd_reads_them() -> None:
    text = "# A=0\n\nB=1=2\n C = three words \nD='quoted # not a comment'\nE=\nnothing\n"
    assert environment.parse(text) == {
        "B": "1=2",
        "C": "three words",
        "D": "quoted # not a comment",
        "E": "",
    }


def test_settings_are_written_once(tmp_path: Path) -> None:
    path, owner = tmp_path / "golem.env", (os.getuid(), os.getgid())
    values = environment.fresh(Places(tmp_path), "play.example.org", {"EMAIL_HOST": "mail"})
    assert environment.write_once(path, values, owner)
    assert not environment.write_once(path, {"SECRET_KEY": "another"}, owner)
    assert environment.parse(path.read_text()) == values
    assert path.stat().st_mode & 0o777 == 0o600
    assert values["GOLEM_ORIGIN"] == "https://play.example.org:8443"
    assert len(values["SECRET_KEY"]) >= 50
