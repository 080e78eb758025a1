"""Options in words: in the form, the challenge, the match, its export, the API and mails."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from golem import registry
from golem.matches import challenges, messages
from golem.matches.challenges import Terms
from golem.matches.forms import ChallengeForm
from golem.matches.models import Challenge, Match
from golem.matches.option_words import in_one_line, in_words, name_of, value_words
from golem.matches.wording import known
from golem.play.protocol import OptionValue
from tests.games.registering import register
from tests.matches.conftest import client_of

CHOSEN: dict[str, OptionValue] = {
    "variant": "first_to_three",
    "open_hand": True,
    "most": 2,
}
USUAL = ["Most at a time: 2", "Variant: one heap", "Open hand: no"]
SAID = ["Most at a time: 2", "Variant: first to three goals", "Open hand: yes"]


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch, settings: Any) -> str:
    """The key of a toy game with options, registered beside the others."""
    register(monkeypatch, settings, "stones", "tests.games.stones:game")
    return "stones"


@pytest.fixture
def offer(stones: str, anna: User) -> Challenge:
    return challenges.create(anna, None, Terms(stones, options=CHOSEN))


@pytest.fixture
def match(offer: Challenge, boris: User) -> Match:
    return challenges.accept(offer.pk, boris)


def page(user: User, path: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_in_the_order_of_the_game_with_words_or_spelled_out(stones: str) -> None:
    assert in_one_line(stones, CHOSEN) == SAID
    assert [one.usual for one in in_words(stones, CHOSEN)] == [True, False, False]


def test_of_a_game_that_is_gone(db: None) -> None:
    assert in_one_line("gone", {"how_far": 3, "late": False}) == ["How far: 3", "Late: no"]


def test_the_challenge_and_the_match_say_all_options(
    match: Match, offer: Challenge, anna: User
) -> None:
    for path in (f"/challenges/{offer.pk}/", f"/matches/{match.pk}/"):
        shown = page(anna, path)
        for text in SAID:
            name, _, words = text.partition(": ")
            assert f"<dt>{name}</dt><dd>{words}</dd>" in shown


def test_the_waiting_room_says_what_is_not_usual(offer: Challenge, boris: User) -> None:
    shown = page(boris, "/challenges/")
    assert f"<span>{SAID[1]}</span><span>{SAID[2]}</span>" in shown
    assert f"<span>{SAID[0]}</span>" not in shown


def test_the_export_says_them(match: Match) -> None:
    lines = client_of(None).get(f"/api/v1/matches/{match.pk}/export/text/").content.decode()
    assert "\n".join(f"Option {text}" for text in SAID) in lines
    whole = client_of(None).get(f"/api/v1/matches/{match.pk}/export/json/").json()
    assert whole["options"] == CHOSEN


def test_the_invitation_says_them(offer: Challenge) -> None:
    assert messages._terms(offer) == (
        f"Stones, {', '.join(SAID)}, 10 days, +36 hours a move, rated"
    )


def test_the_api_says_what_can_be_chosen(stones: str) -> None:
    _, variant, hand = client_of(None).get(f"/api/v1/games/{stones}/").json()["options"]
    assert variant == {
        "key": "variant",
        "choices": ["one_heap", "first_to_three"],
        "default": "one_heap",
        "name": "Variant",
        "words": ["one heap", "first to three goals"],
    }
    assert (hand["choices"], hand["words"]) == ([False, True], ["no", "yes"])


# --- the form ------------------------------------------------------------------------------


def test_each_game_has_its_own_sides_and_options(stones: str, anna: User) -> None:
    form = page(anna, "/challenges/").partition('<fieldset class="field games')[2]
    form = form.partition("</fieldset>")[0]
    parts = {part.partition('value="')[2].partition('"')[0]: part for part in _parts(form)}
    assert list(parts) == list(registry.game_keys())
    for key, part in parts.items():
        assert set(re.findall(r'name="([\w:]+)"', part)) == {"game", *_own_fields(key)}
    assert ">first to three goals</option>" in parts[stones]
    assert " selected>one heap (usual)</option>" in parts[stones]


def _parts(form: str) -> list[str]:
    return form.split('<div class="game-option">')[1:]


def _own_fields(key: str) -> set[str]:
    info = registry.load(key).info
    return {f"{key}:seat", *(f"{key}:{option.key}" for option in info.options)}


def test_one_game_is_chosen_from_the_start(stones: str) -> None:
    for initial in ({}, {"game": "no such game"}):
        assert ChallengeForm(initial=initial)["game"].value() == registry.game_keys()[0]
    assert ChallengeForm(initial={"game": stones})["game"].value() == stones


def test_the_posted_options_are_those_of_the_chosen_game(stones: str, anna: User) -> None:
    client = Client()
    client.force_login(anna)
    form = {
        "game": stones,
        "control": "brisk",
        f"{stones}:seat": "second",
        f"{stones}:variant": "first_to_three",
        f"{stones}:open_hand": "true",
        "streetsoccer:seat": "red",
    }
    client.post("/challenges/new/", form)
    made = Challenge.objects.get()
    assert (made.game, made.seat, made.options) == (stones, "second", CHOSEN)


def test_what_no_game_has_is_told_at_its_field(stones: str, anna: User) -> None:
    client = Client()
    client.force_login(anna)
    form = {"game": stones, "control": "brisk", f"{stones}:variant": "chess"}
    answer = client.post("/challenges/new/", form)
    assert answer.status_code == 400
    assert "chess" in answer.content.decode()
    assert not Challenge.objects.exists()


# --- the words of the registered games -----------------------------------------------------


@pytest.mark.parametrize("game", registry.game_keys())
def test_every_option_and_every_choice_has_words(game: str) -> None:
    for option in registry.load(game).info.options:
        assert known(game, "option", option.key, {}), option.key
        words = [value_words(game, option.key, choice) for choice in option.choices]
        assert len(set(words)) == len(option.choices), words
        assert name_of(game, option.key)[0].isupper()
        for choice in option.choices:
            if isinstance(choice, str):
                assert known(game, "choice", f"{option.key}:{choice}", {}), choice


@pytest.mark.parametrize("game", registry.game_keys())
def test_no_option_is_called_like_the_field_of_the_side(game: str) -> None:
    assert "seat" not in {option.key for option in registry.load(game).info.options}
