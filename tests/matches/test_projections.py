"""The log is the truth: columns equal the fold, and a command finds and mends what does not."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from golem.matches.models import Match, Move, Seat
from golem.matches.projections import differences
from golem.matches.services import resign, submit_move
from tests.matches.conftest import begin, client_of

SETUP = "Pahbied"


def rebuild(*args: str) -> str:
    out = StringIO()
    call_command("rebuild_matches", *args, stdout=out, stderr=StringIO())
    return out.getvalue()


def complaints(*args: str) -> tuple[str, str]:
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("rebuild_matches", *args, stdout=out, stderr=StringIO())
    return out.getvalue(), str(caught.value)


def play_on(match: Match, users: tuple[User, User], plies: int) -> None:
    """Play the first legal moves for some plies, or until the end."""
    submit_move(match.pk, users[0], 1, SETUP)
    submit_move(match.pk, users[1], 2, "Pacbdej")
    for ply in range(3, plies + 1):
        now = Match.objects.get(pk=match.pk)
        mover = now.seats.filter(to_move=True).first()
        if mover is None or now.ply != ply:
            continue
        legal = client_of(mover.user).get(f"/api/v1/matches/{match.pk}/").json()["legal"]
        submit_move(match.pk, mover.user, ply, legal[len(legal) // 2])
        assert differences(Match.objects.get(pk=match.pk)) == {}


def test_columns_equal_the_fold_at_every_ply(soccer: Match, anna: User, boris: User) -> None:
    play_on(soccer, (anna, boris), 30)
    assert "1 matches replayed, 0 differ" in rebuild()


def test_a_resigned_match_rebuilds_to_itself(soccer: Match, anna: User) -> None:
    resign(soccer.pk, anna)
    assert "0 differ" in rebuild()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("ply", 7),
        ("score", {"yellow": 3, "red": 0}),
        ("position", "somewhere else"),
        ("how", "normal_time"),
    ],
)
def test_a_wrong_column_is_found_and_mended(
    soccer: Match, anna: User, column: str, value: object
) -> None:
    resign(soccer.pk, anna)
    right = getattr(Match.objects.get(), column)
    if column == "how":
        Match.objects.update(how="resignation", winner="yellow", points={"yellow": 9, "red": 9})
        column, value, right = "points", None, {"yellow": 5, "red": 0}
    else:
        Match.objects.update(**{column: value})
    out, summary = complaints()
    assert column in out
    assert "1 differ" in summary
    complaints("--write")
    assert getattr(Match.objects.get(), column) == right
    assert "0 differ" in rebuild()


def test_a_wrong_seat_is_found_and_mended(soccer: Match) -> None:
    Seat.objects.update(to_move=False)
    assert "to_move:yellow" in complaints()[0]
    complaints("--write")
    assert Seat.objects.get(to_move=True).name == "yellow"


def test_a_log_that_does_not_replay_is_reported_and_left(
    anna: User, boris: User, soccer: Match
) -> None:
    other = begin("streetsoccer", anna, boris)
    submit_move(soccer.pk, anna, 1, SETUP)
    Move.objects.update(notation="Pcgcgcg")
    out, summary = complaints("--write")
    assert f"match {soccer.pk}: the log does not replay" in out
    assert "2 matches replayed, 1 differ" in summary
    assert differences(other) == {}
