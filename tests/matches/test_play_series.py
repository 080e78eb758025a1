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


def chosen(game: str, *options: str) -> list[str]:
    """Return the lines of a series of random matches with these options."""
    out = StringIO()
    arguments = ("--first=random", "--second=random", "--games=2", "--options", *options)
    call_command("play_series", game, *arguments, stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


def test_options_are_chosen_and_told() -> None:
    lines = chosen("goal", "distance=4", "stop_when_decided=true")
    assert lines[0] == "goal: random against random, 2 matches"
    assert lines[1] == "options             distance=4, stop_when_decided=true"
    assert chosen("goal", "distance=2")[1] == (
        "options             distance=2, stop_when_decided=false"
    )


def test_a_variant_is_played_as_chosen() -> None:
    """A match against time ends by time; without a choice it is the first goal's."""
    ended = [line for line in chosen("golden_goal", "variant=time_limit") if "ended by" in line]
    words = set(ended[0].removeprefix("ended by").replace(",", " ").split())
    assert words & {"time", "sudden_death", "last_goal", "scoreless"}
    assert "golden_goal" not in words


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("golden_goal", ("variant=longest",), "bad_option: The option variant cannot"),
        ("golden_goal", ("variant",), "bad_option: The option variant cannot"),
        ("golden_goal", ("length=3",), "unknown_option: The game has no option length"),
        (
            "golden_goal",
            ("variant=time_limit", "variant=first_to_3"),
            "bad_option: The option variant cannot",
        ),
        ("goal", ("distance=5",), "bad_option: The option distance cannot"),
        ("goal", ("stop_when_decided=1",), "bad_option: The option stop_when_decided cannot"),
        ("streetsoccer", ("variant=x",), "unknown_option: The game has no option variant"),
    ],
)
def test_options_that_there_are_not(game: str, options: tuple[str, ...], told: str) -> None:
    with pytest.raises(CommandError, match=f"^{told}"):
        chosen(game, *options)


def test_a_refusal_tells_what_there_is() -> None:
    with pytest.raises(CommandError, match=r"distance=2\|3\|4, stop_when_decided=false\|true$"):
        chosen("goal", "distance=5")
