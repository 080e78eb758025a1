"""What events cost: ``python -m tests.load.events`` prints two tables.

The first: the queries and the time of the pages of an event, its tables among them, of a group of
11 and of championships with 11 and with 10,000 entrants. The second: what it takes to bring an
event forward by one result, with 1,000 and with 100,000 matches of events in the database. Rows
are copied in bulk, in one scratch database a size, so that the two take turns.
"""

import json
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from statistics import median
from time import perf_counter
from typing import Any, Final

from tests.load.scratch import run, scratch

SIZES: Final = (1_000, 100_000)
ENTRANTS: Final = (11, 10_000)
IN_A_GROUP: Final = 11
PAGES: Final = 4
"""Pages of a championship that are looked at."""
ROUNDS: Final = 40
GOAL: Final = 1.3
BASE: Final = 10_000_000
"""What is copied has higher numbers than this; what the services make has lower ones."""


def main() -> int:
    """Measure and print; 1 if a page asks more for more entrants, or a result costs more."""
    with ExitStack() as stack:
        places = {size: stack.enter_context(scratch(f"events_{size}")) for size in SIZES}
        for size, environment in places.items():
            run(environment, "-m", "tests.load.events", "fill", str(size))
            print(f"{size} matches of events are stored", file=sys.stderr, flush=True)
        found: dict[int, list[float]] = {size: [] for size in SIZES}
        for turn in range(3):
            for size, environment in places.items():
                words = ("-m", "tests.load.events", "results", str(turn))
                found[size] += json.loads(run(environment, *words))
        pages = json.loads(run(places[SIZES[0]], "-m", "tests.load.events", "pages"))
    asked_alike = _print_pages(pages)
    return 0 if _print_results(found) <= GOAL and asked_alike else 1


def _print_pages(pages: list[list[Any]]) -> bool:
    print(f"| {'page of an event':40} | queries | ms |")
    print(f"| {'-' * 40} | ------: | ---: |")
    for name, queries, ms in pages:
        print(f"| {name:40} | {queries:7} | {ms:4.0f} |")
    of_few, of_many = pages[:PAGES], pages[PAGES : 2 * PAGES]
    return [row[1] for row in of_few] == [row[1] for row in of_many]


def _print_results(found: Mapping[int, list[float]]) -> float:
    print(f"\n| {'an event brought forward by one result':40} |     ms |")
    print(f"| {'-' * 40} | -----: |")
    for size, times in found.items():
        print(f"| {f'among {size:,} matches of events':40} | {median(times):6.1f} |")
    few, many = (median(times) for times in found.values())
    print(f"\nratio {many / few:.2f} (goal {GOAL})")
    return float(many / few)


# --- in a process of its own ---


def fill(matches: int) -> None:
    """Store so many finished matches in groups of events, and one group of eleven that plays."""
    from django.db import connection

    template = _group(IN_A_GROUP, "measured")
    copies = matches // template.pairings.count()
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        for statement in _COPIES:
            cursor.execute(statement, {"group": template.pk, "copies": copies, "first": BASE})
        cursor.execute("VACUUM ANALYZE")


def _group(players: int, name: str) -> Any:
    """Return the running group of an event of so many, made by the services."""
    from datetime import timedelta

    from django.conf import settings
    from django.utils import timezone

    from accounts.models import User
    from golem.matches import sweep
    from tournaments import advance, creation, entries

    settings.BRAKE_ABOVE_MATCHES = 10**9
    now = timezone.now()
    sweep.beat(now)
    people = User.objects.bulk_create(
        User(username=f"{name}{at}", email=f"{name}{at}@example.org") for at in range(players)
    )
    document = {
        "version": 1,
        "kind": "tournament",
        "name": name,
        "game": "streetsoccer",
        "entry": {"most": players},
        "stages": [{"kind": "round_robin", "legs": 2}],
    }
    event = creation.create(people[0], document, clock=lambda: now)
    for user in people:
        entries.enter(event.pk, user, clock=lambda: now)
    event = advance.advance(event.pk, lambda: now + timedelta(seconds=1))
    return event.groups.get()


_COPIES: Final = (
    """CREATE TEMPORARY TABLE copied AS SELECT b.*, p.group_id, p.round AS at_round,
        p.number AS in_round, p.first_id, p.second_id,
        row_number() OVER (ORDER BY b.id) AS place, count(*) OVER () AS boards
    FROM tournaments_board b JOIN tournaments_pairing p ON p.id = b.pairing_id
    WHERE p.group_id = %(group)s""",
    """INSERT INTO tournaments_event SELECT (jsonb_populate_record(e, jsonb_build_object(
        'id', %(first)s + n, 'status', 'finished', 'ended_at', e.started_at, 'due_at', null))).*
    FROM tournaments_event e, tournaments_group g, generate_series(1, %(copies)s) n
    WHERE g.id = %(group)s AND e.id = g.event_id""",
    """INSERT INTO tournaments_group SELECT (jsonb_populate_record(g, jsonb_build_object(
        'id', %(first)s + n, 'event_id', %(first)s + n, 'open', 0, 'ended_at', g.created_at))).*
    FROM tournaments_group g, generate_series(1, %(copies)s) n WHERE g.id = %(group)s""",
    """INSERT INTO tournaments_entry SELECT (jsonb_populate_record(e, jsonb_build_object(
        'id', %(first)s + n * 100 + e.number, 'event_id', %(first)s + n))).*
    FROM tournaments_entry e, tournaments_group g, generate_series(1, %(copies)s) n
    WHERE g.id = %(group)s AND e.event_id = g.event_id""",
    """INSERT INTO tournaments_place SELECT (jsonb_populate_record(p, jsonb_build_object(
        'id', %(first)s + n * 100 + p.number, 'group_id', %(first)s + n,
        'entry_id', %(first)s + n * 100 + e.number))).*
    FROM tournaments_place p JOIN tournaments_entry e ON e.id = p.entry_id,
        generate_series(1, %(copies)s) n WHERE p.group_id = %(group)s""",
    """INSERT INTO tournaments_pairing SELECT (jsonb_populate_record(p, jsonb_build_object(
        'id', %(first)s + n * 1000 + c.place, 'group_id', %(first)s + n,
        'first_id', %(first)s + n * 100 + one.number,
        'second_id', %(first)s + n * 100 + two.number))).*
    FROM tournaments_pairing p JOIN copied c ON c.pairing_id = p.id
        JOIN tournaments_place one ON one.id = p.first_id
        JOIN tournaments_place two ON two.id = p.second_id, generate_series(1, %(copies)s) n""",
    """INSERT INTO matches_match SELECT (jsonb_populate_record(m, jsonb_build_object(
        'id', %(first)s + n * 1000 + c.place, 'status', 'finished', 'how', 'resignation',
        'winner', 'yellow', 'ended_at', m.changed_at, 'points', '{"yellow": 5, "red": 0}'::jsonb
        ))).* FROM matches_match m JOIN copied c ON c.match_id = m.id,
        generate_series(1, %(copies)s) n""",
    """INSERT INTO tournaments_board SELECT (jsonb_populate_record(b, jsonb_build_object(
        'id', %(first)s + n * 1000 + c.place, 'pairing_id', %(first)s + n * 1000 + c.place,
        'match_id', %(first)s + n * 1000 + c.place, 'result', 'played',
        'first_points', 5, 'ended_at', b2.started_at))).*
    FROM tournaments_board b JOIN copied c ON c.id = b.id
        JOIN matches_match b2 ON b2.id = b.match_id, generate_series(1, %(copies)s) n""",
)


def results(turn: int) -> list[float]:
    """Let matches of the measured event end, and return how long each took to be taken over, in
    milliseconds; the first ones only warm up."""
    from django.conf import settings
    from django.utils import timezone

    from golem.matches import sweep
    from golem.matches.models import Match
    from golem.matches.services import resign
    from tournaments import advance
    from tournaments.models import Event

    settings.BRAKE_ABOVE_MATCHES = 10**9
    sweep.beat(timezone.now())
    event = Event.objects.filter(pk__lt=BASE).get()
    running = Match.objects.filter(board__pairing__group__event=event, status="running")
    times = []
    for match in running.order_by("pk")[: ROUNDS // 3 + 5]:
        resign(match.pk, match.seats.all()[0].user)
        began = perf_counter()
        advance.advance(event.pk)
        times.append((perf_counter() - began) * 1000)
    return times[5:]


def pages() -> list[list[Any]]:
    """Return name, queries and milliseconds of the pages of events of different sizes."""
    from datetime import timedelta

    from django.utils import timezone

    from accounts.models import User
    from tournaments import series
    from tournaments.championship import opening
    from tournaments.models import Entry, Event

    small = Event.objects.filter(pk__lt=BASE).get()
    now = timezone.now()
    series.ensure(now)
    edition = Event.objects.get(kind=series.CHAMPIONSHIP)
    few, many = ENTRANTS
    found = []
    people = User.objects.bulk_create(
        User(username=f"entrant{at}", email=f"entrant{at}@example.org") for at in range(many)
    )
    entered = [
        Entry(event=edition, user=user, number=number, entered_at=now)
        for number, user in enumerate(people, start=1)
    ]
    Entry.objects.bulk_create(entered[:few])
    Event.objects.filter(pk=edition.pk).update(starts_at=now - timedelta(days=1))
    for number in (few, many):
        Entry.objects.bulk_create(entered[few:] if number == many else [])
        edition.refresh_from_db()
        if number == many:
            edition = _again(edition, now)
        opening.begin_or_wait(edition, now)
        found += _of_an_event(f"championship of {number:,}", edition, "leagues/1/")
    return found + _of_an_event(f"tournament of {IN_A_GROUP}", small)


def _of_an_event(name: str, event: Any, *more: str) -> list[list[Any]]:
    """Return what each page costs: of the event, of its tables, and of one group."""
    group = event.groups.order_by("pk")[0]
    paths = ("", "groups/", f"groups/{group.pk}/", *more)
    words = ("page", "all tables", "table of a group", "league")
    return [
        [f"{name}: {word}", *_asked(f"/events/{event.pk}/{path}")]
        for word, path in zip(words, paths, strict=False)
    ]


def _again(edition: Any, now: Any) -> Any:
    """Take the start of an edition back, so that it starts with all."""
    from tournaments.models import Event, Group

    Event.objects.filter(series=edition.series, edition__gt=edition.edition).delete()
    Group.objects.filter(event=edition).delete()
    Event.objects.filter(pk=edition.pk).update(status="entry", started_at=None, entry_open=True)
    edition.refresh_from_db()
    return edition


def _asked(address: str) -> tuple[int, float]:
    """Return how many queries a page asks for, and its median time in ms."""
    from django.db import connection
    from django.test import Client

    from accounts.models import User

    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(User.objects.get(username="measured0"))  # who is nobody gets kept pages
    client.get(address)
    asked = 0

    def count(execute: Any, *rest: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*rest)

    with connection.execute_wrapper(count):
        answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    times = []
    for _ in range(5):
        began = perf_counter()
        client.get(address)
        times.append((perf_counter() - began) * 1000)
    return asked, median(times)


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(main())
    import django

    django.setup()
    act, words = sys.argv[1], [int(word) for word in sys.argv[2:]]
    done = {"fill": fill, "results": results, "pages": pages}[act](*words)  # type: ignore[operator]
    print(json.dumps(done))
