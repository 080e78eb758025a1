"""What `deploy/install.sh` goes on with once code and libraries are there: folders, settings, files
of other programs, tables, and, on a whole machine, its services."""

import argparse
import os
import pwd
import subprocess
import sys

from deploy.production import environment, machine, nginx
from deploy.production.places import ROOT, Places, here


def make_folders(places: Places, who: pwd.struct_passwd) -> None:
    """Make the folders with their owners; all else below them follows from the programs."""
    for folder, mode in {
        places.etc: 0o755,
        places.etc / "tls": 0o750,
        places.var: 0o755,
        places.var / "static": 0o755,
        places.var / "acme": 0o755,
        places.run: 0o755,
        places.backups: 0o700,
    }.items():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(mode)
        if os.geteuid() == 0:
            os.chown(folder, who.pw_uid, who.pw_gid)


def as_user(who: pwd.struct_passwd, command: list[str]) -> None:
    """Run a command as the server's user; exits with its code when it fails."""
    drop = ["runuser", "-u", who.pw_name, "--"] if os.geteuid() == 0 else []
    done = subprocess.run([*drop, *command], check=False)
    if done.returncode:
        sys.exit(done.returncode)


def make_settings(places: Places, who: pwd.struct_passwd, host: str) -> None:
    """Write the settings file unless there is one; then this process has its values."""
    values = environment.fresh(places, host, os.environ)
    if environment.write_once(places.settings, values, (who.pw_uid, who.pw_gid)):
        print(f"Settings with new secrets are in {places.settings}", flush=True)
    for name in values:
        os.environ.pop(name, None)
    environment.load(places)


def make_key(places: Places, who: pwd.struct_passwd) -> None:
    """Make the TLS key unless there is one, owned by the server's user."""
    nginx.make_certificate(places, os.environ)
    if os.geteuid() == 0:
        for path in nginx.certificate_files(places, os.environ):
            if path.parent == places.etc / "tls":
                os.chown(path, who.pw_uid, who.pw_gid)


def switch(places: Places) -> None:
    """Let the link `current` name this release, in one step."""
    draft = places.home / f".current.{os.getpid()}"
    draft.unlink(missing_ok=True)
    draft.symlink_to(ROOT.name)
    draft.rename(places.home / "current")


def whole_machine(places: Places, who: pwd.struct_passwd, roles: set[str]) -> None:
    """Write the services' files, bring the database up to date, start what is not yet running."""
    changed = machine.write_files(places, roles)
    if not machine.has_systemd():
        print("systemd does not run here: units are in place, nothing is started.", flush=True)
        switch(places)
        return
    machine.start_servers(roles, changed)
    if "database" in roles:
        machine.make_database(os.environ["DATABASE_URL"])
    if roles & {"web", "worker", "beat"}:
        as_user(who, [str(ROOT / "deploy/start"), "prepare"])
    switch(places)
    machine.start_programs(roles)


def main() -> None:
    """Do what the roles need; see the module."""
    parser = argparse.ArgumentParser()
    for name in ("--roles", "--user", "--host"):
        parser.add_argument(name, required=True)
    parser.add_argument("--secrets", action="store_true")
    chosen = parser.parse_args()
    places, who = here(), pwd.getpwnam(chosen.user)
    roles = set(chosen.roles.split(","))
    make_folders(places, who)
    if chosen.secrets:
        make_settings(places, who, chosen.host)
        if "web" in roles:
            make_key(places, who)
        if places.whole_machine:
            whole_machine(places, who, roles)
            print(f"Installed: {ROOT}", flush=True)
            return
    switch(places)
    print(f"Installed: {places.home / 'current'}", flush=True)


if __name__ == "__main__":
    main()
