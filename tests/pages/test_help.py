"""The pages about time and tournaments: found from every page, with the numbers of this server."""

import re
from typing import Any

import pytest
from django.test import Client

from golem import registry
from golem.matches.wording import say
from golem.play.controls import PRESETS
from tests.matches.conftest import person
from tournaments.scoring import GRADED, PLAIN, possible_points

pytestmark = pytest.mark.django_db


def page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("address", ["/time/", "/tournament-rules/", "/players/", "/ratings/"])
def test_every_page_leads_there(address: str) -> None:
    client = Client()
    client.force_login(person("Anna"))
    for shown in (page("/dice/"), client.get("/matches/").content.decode()):
        assert f'href="{address}"' in shown.partition("<footer")[2]


def test_every_time_control_is_told_with_its_vacation() -> None:
    table = page("/time/").partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r'<th scope="row">(.*?)(?: <span.*?)?</th><td>(yes|no)</td>', table)
    assert rows == [
        (say("", "control", name), "yes" if control.vacation else "no")
        for name, control in PRESETS.items()
    ]


def test_vacation_is_as_long_as_this_server_has_it(settings: Any) -> None:
    assert "20 days of vacation in a calendar year" in page("/time/")
    settings.VACATION_DAYS = 1
    assert "1 day of vacation in a calendar year" in page("/time/")
    assert "ends after 14 days" in page("/time/")


def test_every_pair_of_points_is_told() -> None:
    shown = page("/tournament-rules/")
    cells = re.findall(r"<td(?: rowspan=\"3\")?>(\d : \d)</td>", shown)
    pairs = {pair for table in (GRADED, PLAIN) for pair in possible_points(table)}
    assert set(cells) == {f"{high} : {low}" for high, low in pairs if high >= low}
    for key in registry.game_keys():
        assert registry.load(key).info.title in shown
    assert "7 to 11 players" in shown
    assert "after 14 days" in shown


def test_the_page_of_the_api_names_texts_that_exist(settings: Any) -> None:
    named = set(re.findall(r"<code>(docs/[\w-]+\.md)</code>", page("/api/docs/")))
    assert {"docs/api.md", "docs/notation.md", "docs/engine.md"} <= named
    assert [name for name in named if not (settings.BASE_DIR / name).exists()] == []
