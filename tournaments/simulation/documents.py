"""The events that people hold in a simulated year, one of each kind."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

Document = dict[str, Any]
KEY = "open sesame"
DOUBLE = {"kind": "round_robin", "legs": 2}


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event that somebody is to hold: ``enter`` people try to enter, in ``teams`` if any.

    ``fields`` are those of its document; ``by_date``: it starts at a date, else when it is full.
    """

    name: str
    enter: int
    stages: tuple[Document, ...]
    fields: Document = field(default_factory=dict)
    kind: str = "tournament"
    game: str = ""
    by_date: bool = False
    password: str = ""
    teams: int = 0
    bots: bool = False
    called_off: bool = False

    def document(self, starts_at: datetime) -> Document:
        """Return the event's document; ``starts_at`` is for one that starts at a date."""
        start: Document = {"when": "date", "at": starts_at.isoformat()} if self.by_date else {}
        bots = {"bots": True} if self.bots else {}
        return {
            "version": 1,
            "kind": self.kind,
            "name": self.name,
            "game": self.game,
            "stages": [dict(stage) for stage in self.stages],
            **({"start": start} if start else {}),
            **bots,
            **self.fields,
        }


def wanted(game: str, players: int) -> list[Wanted]:
    """Return one event of each kind; the large ones fit to how many players there are."""
    many, some = min(24, players // 2), min(13, players // 3)
    in_teams = min(6, players // 5)
    brisk = {"control": "brisk"}
    knock_out = {"kind": "knock_out"}
    found = [
        Wanted("Round robin", 8, ({"kind": "round_robin"},), {"entry": {"most": 6}}),
        Wanted("Both sides", 4, (DOUBLE,), {**brisk, "entry": {"most": 4}}),
        Wanted(
            "Groups, then knock-out",
            many,
            ({"kind": "round_robin", "group_size": 4, "advance": 2}, knock_out),
            brisk,
            by_date=True,
        ),
        Wanted("Knock-out", some, (knock_out,), {"control": "days-3"}, by_date=True),
        Wanted("Swiss", many, ({"kind": "swiss", "rounds": 5},), brisk, by_date=True),
        Wanted("Among friends", 4, (DOUBLE,), {"entry": {"most": 4}}, password=KEY),
        Wanted(
            "Too few",
            2,
            ({"kind": "round_robin"},),
            {"entry": {"least": 10, "most": 12}},
            by_date=True,
        ),
        Wanted("Called off", 2, (DOUBLE,), {"entry": {"most": 5}}, called_off=True),
        Wanted("Engines", 6, (DOUBLE,), {**brisk, "entry": {"most": 6}}, bots=True),
        Wanted(
            "Team cup",
            in_teams * 5,
            ({"kind": "round_robin", "groups": 2 if in_teams > 5 else 1, "advance": 2}, knock_out),
            {**brisk, "entry": {"most": in_teams}},
            kind="team_cup",
            by_date=True,
            teams=in_teams,
        ),
    ]
    return [replace(one, game=game) for one in found]
