"""Events in the middle of their course and after it, with everything that a page can show."""

from dataclasses import dataclass

from accounts.models import User
from golem.matches.services import resign
from tests.matches.conftest import person
from tests.matches.hours import NOON, at
from tests.tournaments.events.playing import (
    DOUBLE,
    KNOCK_OUT,
    begun,
    document,
    finish_all,
    hour,
    running,
    worse_seed,
)
from tournaments.advance import advance
from tournaments.models import Announcement, Entry, Event, Member
from tournaments.withdrawals import withdraw

GOALS = ["points", "sonneborn_berger", "head_to_head", "goal_difference", "goals"]
TWO_GROUPS = {"kind": "round_robin", "legs": 1, "groups": 2, "advance": 2}


@dataclass(frozen=True)
class Course:
    """Anna plays in all. ``robin``: a double round robin, one has left, some matches are over;
    ``swiss``: in its second round, with a bye; ``tree``: a knock-out that has ended; ``staged``:
    two groups of the first of two stages; ``teams``: three teams of two, some boards are over."""

    anna: User
    robin: Event
    swiss: Event
    tree: Event
    staged: Event
    teams: Event


def people(stem: str, number: int) -> list[User]:
    """Return so many new people."""
    return [person(f"{stem}{index}") for index in range(1, number + 1)]


def course() -> Course:
    """Return everything, newly made."""
    anna = person("Anna")
    return Course(
        anna=anna,
        robin=_robin([anna, person("Clara_with_a_long_20"), *people("Robin", 4)]),
        swiss=finish_all(
            begun([anna, *people("Swiss", 4)], {"kind": "swiss", "rounds": 3}), hour(1)
        ),
        tree=_tree([anna, *people("Tree", 4)]),
        staged=begun([anna, *people("Group", 5)], TWO_GROUPS, KNOCK_OUT),
        teams=team_cup(3, anna),
    )


def _robin(users: list[User]) -> Event:
    event = begun(users, DOUBLE, tie_breaks=GOALS)
    for board in running(event)[:9]:
        assert board.match
        resign(board.match.pk, worse_seed(board), clock=at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    withdraw(event.pk, users[-1], at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    Announcement.objects.create(event=event, text="Have fun, all of you.", at=NOON)
    return event


def _tree(users: list[User]) -> Event:
    event = begun(users, KNOCK_OUT)
    for hours in (1, 2, 3):
        event = finish_all(event, hour(hours))
    return event


def team_cup(number: int, captain: User) -> Event:
    """Return a team cup of ``number`` teams of two that runs; one board has ended."""
    stage = {"kind": "round_robin", "legs": 1, "groups": 1}
    fields = {"kind": "team_cup", "teams": {"players": 2, "substitutes": 0}}
    event = Event.objects.create(
        kind="team_cup",
        game="streetsoccer",
        name="Team cup",
        document=document(stage, **fields),
        created_at=NOON,
        starts_at=NOON,
        due_at=NOON,
    )
    for at_number in range(1, number + 1):
        entry = Entry.objects.create(
            event=event, number=at_number, team=f"Team {at_number}", entered_at=NOON
        )
        two = people(f"Team{at_number}_", 2)
        two = [captain, two[1]] if at_number == 1 else two
        Member.objects.bulk_create(
            Member(
                event=event,
                entry=entry,
                user=user,
                board=1 + seat,
                is_captain=seat == 0,
                agreed=True,
            )
            for seat, user in enumerate(two)
        )
    event = advance(event.pk, at(NOON))
    for board in running(event)[:3]:
        assert board.match
        seat = board.match.seats.order_by("number")[0]
        resign(board.match.pk, seat.user, clock=at(hour(1)))
    return advance(event.pk, at(hour(1)))
