"""The generated secret key: private, whole, and one for all who start at once."""

import multiprocessing
import stat
from pathlib import Path

from golem.settings.secret import stored_key

AT_ONCE = 8


def _read_key(path: Path, start: "multiprocessing.synchronize.Barrier") -> str:
    start.wait()
    return stored_key(path)


def test_a_new_key_is_long_and_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret_key"
    key = stored_key(path)
    assert len(key) >= 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_key_stays(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    assert stored_key(path) == stored_key(path)


def test_processes_that_start_at_once_get_one_key(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    with multiprocessing.Manager() as manager:
        start = manager.Barrier(AT_ONCE)
        with multiprocessing.get_context("fork").Pool(AT_ONCE) as pool:
            keys = pool.starmap(_read_key, [(path, start)] * AT_ONCE, chunksize=1)
    assert len(set(keys)) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["secret_key"]
