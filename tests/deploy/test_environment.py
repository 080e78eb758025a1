"""What was installed is known by a hash of every file that pins something."""

from pathlib import Path

from deploy.environment import digest


def test_the_hash_follows_the_file_and_those_it_includes(tmp_path: Path) -> None:
    base, dev = tmp_path / "base.txt", tmp_path / "dev.txt"
    base.write_text("Django==5.2.1\n")
    dev.write_text("-r base.txt\npytest==9.0\n")
    first = digest(dev)
    assert digest(dev) == first
    base.write_text("Django==5.2.2\n")
    second = digest(dev)
    dev.write_text("-r base.txt\npytest==9.1\n")
    assert len({first, second, digest(dev)}) == 3
