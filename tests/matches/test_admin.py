"""Staff pages: they show matches, change nothing, and keep what is secret."""

import re

from django.test import Client

from accounts.models import User
from golem.matches.models import Match
from golem.matches.services import submit_move
from tests.matches.conftest import SEED, begin


def staff(user: User) -> Client:
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def test_staff_see_matches_without_their_secrets(
    duel: str, soccer: Match, anna: User, boris: User, clara: User
) -> None:
    sealed = begin(duel, anna, boris)
    submit_move(sealed.pk, anna, 1, "N3", "my secret line")
    client = staff(clara)
    pages = ["/admin/", "/admin/matches/match/", "/admin/matches/challenge/"]
    pages += [f"/admin/matches/match/{match.pk}/change/" for match in (soccer, sealed)]
    for address in pages:
        answer = client.get(address)
        assert answer.status_code == 200
        body = answer.content.decode()
        for secret in (SEED.hex(), r"\bN3\b", "my secret line"):
            assert not re.search(secret, body), address


def test_staff_change_no_match_by_hand(soccer: Match, clara: User) -> None:
    client = staff(clara)
    address = f"/admin/matches/match/{soccer.pk}/change/"
    assert client.post(address, {"ply": 9}).status_code == 403
    assert client.post(f"/admin/matches/match/{soccer.pk}/delete/").status_code == 403
    assert Match.objects.get(pk=soccer.pk).ply == 1
