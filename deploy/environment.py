"""The virtual environment: made, filled from a requirements file, and then the command run in it.

    python deploy/environment.py requirements.txt -m deploy.run

Needs nothing but Python's own library. A stamp in `.venv` holds the hash of what was installed, so
that a second start installs nothing.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
FITS = "import pip, sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))"


def digest(requirements: Path) -> str:
    """Return a hash of the file, of those it includes with `-r`, and of the interpreter's path."""
    lines = requirements.read_text().splitlines()
    included = [requirements.parent / line[3:].strip() for line in lines if line.startswith("-r ")]
    parts = [str(PYTHON.resolve()), *lines, *(digest(path) for path in included)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def works() -> bool:
    """Say whether the virtual environment is there, whole and of a Python that fits."""
    return PYTHON.exists() and subprocess.run([PYTHON, "-c", FITS], check=False).returncode == 0


def make_venv() -> None:
    """Make the virtual environment anew; as root on Debian its missing package is installed."""
    print("Making the virtual environment .venv ...", flush=True)
    if not has_venv():
        install_venv_package()
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)


def has_venv() -> bool:
    """Say whether this Python can make virtual environments (Debian packs that separately)."""
    asked = [sys.executable, "-c", "import ensurepip, venv"]
    return subprocess.run(asked, check=False, stderr=subprocess.DEVNULL).returncode == 0


def install_venv_package() -> None:
    """Install Debian's package of `venv`. Exits with the command to type when that cannot be."""
    packages = [f"python3.{sys.version_info[1]}-venv", "python3-venv"]
    if os.geteuid() == 0 and Path("/usr/bin/apt-get").exists():
        print(f"Installing {' '.join(packages)} ...", flush=True)
        apt_get("update")
        for package in packages:
            apt_get("install", package)
    if not has_venv():
        sys.exit(
            f"{sys.executable} cannot make virtual environments. On Debian or Ubuntu type, as "
            f"root:\n\n    apt-get install {packages[1]}\n\nand then the same command again."
        )


def apt_get(*arguments: str) -> None:
    """Run apt-get without questions or chatter; whether it helped is seen afterwards."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qqy", *arguments]
    subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)


def install(requirements: Path) -> None:
    """Install what the file pins, unless the stamp says that it was done."""
    stamp = VENV / f"{requirements.stem}.stamp"
    wanted = digest(requirements)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Installing {requirements.name} ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*pip, "-r", str(requirements)], check=False).returncode:
        sys.exit(f"{requirements.name} could not be installed: the lines above say why.")
    stamp.write_text(wanted)


def main(requirements: str, *command: str) -> None:
    """Make the environment fit, then become the command, in this same process."""
    (ROOT / "var").mkdir(exist_ok=True)
    with open(ROOT / "var" / "environment.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not works():
            make_venv()
        install(ROOT / requirements)
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), *command])


if __name__ == "__main__":
    main(*sys.argv[1:])
