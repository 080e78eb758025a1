"""``manage.py play_series``; none of these tests may touch the database."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def play(*arguments: str) -> tuple[list[str], str]:
    """Return the lines of the table without those of the times, and the progress shown."""
    out, progress = StringIO(), StringIO()
    call_command("play_series", "streetsoccer", *arguments, stdout=out, stderr=progress)
    return out.getvalue().splitlines()[:5], progress.getvalue()


def test_it_plays_and_prints_a_table_with_progress() -> None:
    table, progress = play("--first=greedy", "--second=random", "--games=4")
    assert table[0] == "streetsoccer: greedy against random, 4 matches"
    won, unwon, lost = map(int, table[1].removeprefix("won, unwon, lost").split())
    assert won + unwon + lost == 4
    assert f"{won / 4:.1%} (95 %: " in table[2]
    assert all(f"{number}/4: " in progress for number in (1, 2, 3, 4))


def test_the_times_of_both_are_told() -> None:
    out = StringIO()
    arguments = ("--second=greedy", "--games=1", "--seconds=0")
    call_command("play_series", "streetsoccer", *arguments, stdout=out, stderr=StringIO())
    house, greedy = out.getvalue().splitlines()[-2:]
    assert house.startswith("house ")
    assert greedy.startswith("greedy ")
    assert " s each, " in house


def test_two_processes_come_to_the_same_table() -> None:
    arguments = ("--first=random", "--second=greedy", "--games=6", "--seed=3")
    assert play(*arguments)[0] == play(*arguments, "--jobs=2")[0]


@pytest.mark.parametrize(
    "arguments",
    [("--games=0",), ("--jobs=0",), ("--seconds=-1",), ("--first=nobody",), ("--games=many",)],
)
def test_nonsense_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        play(*arguments)
