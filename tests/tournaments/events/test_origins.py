"""The event that a match belongs to: the same whether one match is asked for or a list."""

import pytest

from golem.matches.models import Match
from tests.tournaments.events.playing import ROUND_ROBIN, begun, people
from tournaments.origins import origins_of

pytestmark = pytest.mark.django_db


def test_one_match_and_many_belong_to_the_same_event() -> None:
    event = begun(people(3), ROUND_ROBIN)
    matches = list(Match.objects.values_list("pk", flat=True))
    many = origins_of(matches)
    assert len(many) == 3
    assert {origin.name for origin in many.values()} == {"Autumn Cup, group 1"}
    assert {origin.url for origin in many.values()} == {f"/events/{event.pk}/"}
    assert [origins_of([pk]) for pk in matches] == [{pk: many[pk]} for pk in matches]
    assert origins_of([0]) == {}
    assert origins_of([]) == {}
