"""Whether a well-formed, completed event document makes sense. Pure.

Every rule is a small function that yields problems; all of them are asked.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from golem import registry
from golem.play.controls import PRESETS
from golem.play.protocol import full_options, unknown_options
from tournaments import bounds, shape
from tournaments.problem import Problem, pointer
from tournaments.shape import StageShape

Document = Mapping[str, Any]
Found = Iterator[Problem]


def instant(text: str | None) -> datetime | None:
    """Return the instant that ``text`` (ISO 8601 with a zone) names in UTC; ``None`` if none."""
    try:
        at = datetime.fromisoformat(text or "")
        return None if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def one_line(text: str) -> bool:
    """Tell whether ``text`` can stand in a heading or a subject: something, in one line, without
    characters that hide, turn round or break others."""
    return bool(text.strip()) and text.isprintable() and text == " ".join(text.split())


def plain_text(text: str) -> bool:
    """Tell whether ``text`` has nothing but lines that can be printed."""
    return all(line.isprintable() for line in text.replace("\r\n", "\n").split("\n"))


def problems_of_sense(document: Document, now: datetime | None = None) -> tuple[Problem, ...]:
    """Return everything that is wrong with a full document, whatever part it is in."""
    found = [
        *_words(document),
        *_options(document),
        *_terms(document),
        *_teams(document),
        *_entry(document),
        *_dates(document, now),
        *_order_of_stages(document),
    ]
    return tuple(found) if found else tuple(_numbers(document))


def _words(document: Document) -> Found:
    if not one_line(document["name"]):
        yield Problem("/name", "not_one_line")
    if not plain_text(document["description"]):
        yield Problem("/description", "not_plain_text")


def _options(document: Document) -> Found:
    info = registry.load(document["game"]).info
    known = [option.key for option in info.options]
    unknown = unknown_options(info, document["options"])
    for key in unknown:
        data = {"option": key[:40], "options": known}
        yield Problem(pointer("options", key[:40]), "unknown_option", data)
    given = {key: value for key, value in document["options"].items() if key not in unknown}
    try:
        full_options(info, given)
    except ValueError as error:
        yield Problem(
            pointer("options", str(error)[:40]), "bad_option", {"option": str(error)[:40]}
        )


def _terms(document: Document) -> Found:
    if document["vacation"] and not PRESETS[document["control"]].vacation:
        yield Problem("/vacation", "control_without_vacation", {"control": document["control"]})
    if document["bots"] and document["rated"]:
        yield Problem("/rated", "bots_unrated")


def _teams(document: Document) -> Found:
    if document["kind"] == "team_cup":
        if document["bots"]:
            yield Problem("/bots", "teams_of_people")
    elif "teams" in document:
        yield Problem("/teams", "no_teams_here")


def _entry(document: Document) -> Found:
    entry = document["entry"]
    least, most = entry["least"], entry["most"]
    if most is not None and most < least:
        yield Problem("/entry/most", "below_least", {"least": least})
    low, high = entry["rating_from"], entry["rating_to"]
    if low is not None and high is not None and high < low:
        yield Problem("/entry/rating_to", "below_rating_from", {"rating_from": low})
    when = document["start"]["when"]
    if when == "full" and most is None and document["kind"] in bounds.USER_KINDS:
        yield Problem("/entry/most", "most_needed")


def _dates(document: Document, now: datetime | None) -> Found:
    start, closes = document["start"], document["entry"]["closes_at"]
    if start["when"] == "date" and start["at"] is None:
        yield Problem("/start/at", "missing")
    if start["when"] == "full" and start["at"] is not None:
        yield Problem("/start/at", "no_date_when_full")
    for path, text in (("/start/at", start["at"]), ("/entry/closes_at", closes)):
        if text is not None:
            yield from _date(path, text, now)
    begins, ends = instant(start["at"]), instant(closes)
    if begins and ends and ends > begins:
        yield Problem("/entry/closes_at", "closes_after_start")


def _date(path: str, text: str, now: datetime | None) -> Found:
    at = instant(text)
    if at is None:
        yield Problem(path, "bad_instant")
    elif now is not None and at <= now:
        yield Problem(path, "in_the_past")
    elif now is not None and at > now + timedelta(days=bounds.FARTHEST_DAYS):
        yield Problem(path, "too_far", {"days": bounds.FARTHEST_DAYS})


def _order_of_stages(document: Document) -> Found:
    stages = document["stages"]
    if document["kind"] in bounds.USER_KINDS and not stages:
        yield Problem("/stages", "bad_count", {"least": 1, "most": bounds.MOST_STAGES})
    for number, stage in enumerate(stages):
        path, last = pointer("stages", number), number == len(stages) - 1
        if last and "advance" in stage:
            yield Problem(f"{path}/advance", "last_stage")
        if not last and stage["kind"] == "knock_out":
            yield Problem(path, "knock_out_is_last")
        elif not last and "advance" not in stage:
            yield Problem(f"{path}/advance", "missing")
        yield from _stage(document, path, stage)


def _stage(document: Document, path: str, stage: Mapping[str, Any]) -> Found:
    if "groups" in stage and "group_size" in stage:
        yield Problem(f"{path}/group_size", "groups_or_size")
    wanted = 1 if document["kind"] == "team_cup" else 2
    if stage["kind"] == "knock_out" and stage["matches"] != wanted:
        yield Problem(f"{path}/matches", "not_a_choice", {"choices": [wanted]})


def _numbers(document: Document) -> Found:
    """Yield what does not fit for some number of players that may enter, each thing once."""
    if not document["stages"]:
        return
    entry = document["entry"]
    seen: set[tuple[str, str]] = set()
    for players in range(entry["least"], (entry["most"] or bounds.MOST_PLAYERS) + 1):
        for number, found in enumerate(shape.stage_shapes(document, players)):
            for problem in _fits(document["stages"][number], number, found, players):
                if (problem.path, problem.code) not in seen:
                    seen.add((problem.path, problem.code))
                    yield problem
            if found.goes_on < bounds.FEWEST_PLAYERS:
                break  # the stages behind it have nobody to play


def least_players(document: Document) -> int:
    """Return the fewest players for whom every stage can be played; the fewest of all if none."""
    for players in range(bounds.FEWEST_PLAYERS, bounds.MOST_PLAYERS + 1):
        shapes = shape.stage_shapes(document, players)
        pairs = zip(document["stages"], shapes, strict=True)
        if not any(any(_fits(stage, 0, found, players)) for stage, found in pairs):
            return players
    return bounds.FEWEST_PLAYERS


def _fits(stage: Mapping[str, Any], number: int, found: StageShape, players: int) -> Found:
    path, data = pointer("stages", number), {"players": players}
    if found.kind == "round_robin":
        smallest, largest = found.groups[-1], found.groups[0]
        if smallest < bounds.SMALLEST_GROUP:
            yield Problem(path, "group_too_small", data | {"least": bounds.SMALLEST_GROUP})
        elif stage.get("advance", 0) >= smallest:
            yield Problem(f"{path}/advance", "all_advance", data | {"group": smallest})
        if largest > bounds.LARGEST_GROUP:
            yield Problem(path, "group_too_large", data | {"most": bounds.LARGEST_GROUP})
    if found.kind == "swiss" and stage["rounds"] >= found.players:
        yield Problem(f"{path}/rounds", "too_many_rounds", data | {"most": found.players - 1})
    if found.kind == "swiss" and stage.get("advance", 0) >= found.players:
        yield Problem(f"{path}/advance", "all_advance", data | {"group": found.players})
    if "advance" in stage and found.goes_on < bounds.FEWEST_PLAYERS:
        yield Problem(f"{path}/advance", "too_few_advance", {"least": bounds.FEWEST_PLAYERS})
    if found.together > bounds.MOST_AT_ONCE and found.groups[0] <= bounds.LARGEST_GROUP:
        yield Problem(path, "too_many_matches", data | {"most": bounds.MOST_AT_ONCE})
