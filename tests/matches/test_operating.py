"""The operators' pages in the admin: for those who may, by form and confirmation only."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from golem.matches import brake, operators
from golem.matches.annulment import annul
from golem.matches.models import Act, Brake, Gift, Heartbeat, Match, Pause
from golem.matches.reopening import reopen
from golem.matches.services import resign
from golem.matches.withdrawals import adjudicate
from golem.rest.refusals import Forbidden
from tests.matches.conftest import SEED, begin

pytestmark = pytest.mark.django_db
CLOCKS = "/admin/matches/act/clocks/"


def staff(user: User, *permissions: str) -> Client:
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    return client


@pytest.fixture
def operator(clara: User) -> Client:
    return staff(clara, "operate", "view_act", "view_match")


def act_page(match: Match, key: str) -> str:
    return f"/admin/matches/match/{match.pk}/do/{key}/"


def do(client: Client, page: str, **filled: Any) -> Any:
    """Fill in, confirm; return the answer to the confirmation."""
    asked = client.post(page, filled)
    assert asked.status_code == 200
    assert b"Yes, do it" in asked.content
    return client.post(page, filled | {"confirmed": "1"})


def test_the_page_tells_how_the_clocks_stand(soccer: Match, operator: Client) -> None:
    now = timezone.now()
    Heartbeat.objects.create(pk=1, at=now)
    brake.put_on("a <check>", now)
    Pause.objects.create(kind="freeze", began_at=now, reason="moving house")
    page = operator.get(CLOCKS).content.decode()
    for words in ("a &lt;check&gt;", "moving house", f"{now:%Y-%m-%d %H:%M:%S} UTC"):
        assert words in page
    assert SEED.hex() not in page


def test_acts_on_all_clocks(soccer: Match, operator: Client, clara: User) -> None:
    assert do(operator, CLOCKS + "freeze/", reason="moving").url == CLOCKS
    assert Pause.objects.get().ended_at is None
    assert do(operator, CLOCKS + "thaw/").url == CLOCKS
    assert do(operator, CLOCKS + "brake/", reason="a check").url == CLOCKS
    assert Brake.objects.get().reason == "a check"
    assert do(operator, CLOCKS + "release/", reason="checked").url == CLOCKS
    Match.objects.update(started_at=timezone.now() - timedelta(hours=9))
    began = timezone.now() - timedelta(hours=5)
    span = {"began_at": f"{began:%Y-%m-%dT%H:%M}", "ended_at": f"{began:%Y-%m-%dT%H:59Z}"}
    answer = do(operator, CLOCKS + "outage/", reason="no line", **span)
    assert answer.url == CLOCKS
    assert b"1 match was computed anew" in operator.get(CLOCKS).content
    kinds = list(Act.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["freeze", "thaw", "brake", "release", "outage"]
    assert {act.by for act in Act.objects.all()} == {clara}


def test_acts_on_one_match(soccer: Match, operator: Client, anna: User) -> None:
    back = reverse("admin:matches_match_change", args=[soccer.pk])
    page = operator.get(back).content.decode()
    for key in ("give", "annul", "reopen"):
        assert act_page(soccer, key) in page
    assert do(operator, act_page(soccer, "give"), seat="red", hours="2", reason="late").url == back
    assert Gift.objects.get().seconds == 7200
    resign(soccer.pk, anna)
    assert do(operator, act_page(soccer, "reopen"), reason="not meant").url == back
    assert Match.objects.get().status == "running"
    assert do(operator, act_page(soccer, "annul"), reason="enough").url == back
    assert not Match.objects.get().counts
    log = operator.get("/admin/matches/act/").content.decode()
    for words in ("late", "not meant", "enough", "Clara"):
        assert words in log


def test_operators_do_not_act_on_matches_of_their_own(soccer: Match, anna: User) -> None:
    client = staff(anna, "operate", "view_act", "view_match")
    for key in ("give", "annul", "reopen"):
        filled = {"reason": "x", "seat": "red", "hours": "2", "confirmed": "1"}
        for answer in (
            client.get(act_page(soccer, key)),
            client.post(act_page(soccer, key), filled),
        ):
            assert answer.status_code == 403
            assert b"Ask an operator of the server" in answer.content
            assert b'name="reason"' not in answer.content
    boss = User.objects.get(pk=anna.pk)
    for act in (
        lambda: operators.give(soccer.pk, "red", 60, "x", boss, timezone.now()),
        lambda: annul(soccer.pk, "x", boss),
        lambda: reopen(soccer.pk, "x", boss),
        lambda: adjudicate(soccer.pk, None, {"yellow": 2, "red": 2}, "x", boss),
    ):
        with pytest.raises(Forbidden, match="own_match"):
            act()
    assert not Act.objects.exists()
    assert not Gift.objects.exists()
    annul(soccer.pk, "a command on the server", None)


def test_what_is_refused_is_said_with_its_reason(soccer: Match, operator: Client) -> None:
    answer = do(operator, act_page(soccer, "reopen"), reason="no")
    assert answer.status_code == 409
    assert b"still running" in answer.content
    assert operator.post(act_page(soccer, "annul"), {"confirmed": "1"}).status_code == 200
    for hours in ("nan", "inf", "1e300", "x", "0"):
        filled = {"seat": "red", "hours": hours, "reason": "x", "confirmed": "1"}
        answer = operator.post(act_page(soccer, "give"), filled)
        assert answer.status_code in (200, 400), hours
    bad = {"began_at": "yesterday", "ended_at": "2026-99-99T00:00", "reason": "x"}
    answer = operator.post(CLOCKS + "outage/", bad | {"confirmed": "1"})
    assert answer.content.count(b"Not an instant") == 2
    assert not Act.objects.exists()


def pages(match: Match) -> list[str]:
    keys = ("freeze", "thaw", "outage", "brake", "release")
    clocks = [f"{CLOCKS}{key}/" for key in keys]
    return [CLOCKS, *clocks, *(act_page(match, key) for key in ("give", "annul", "reopen"))]


def test_looking_changes_nothing(soccer: Match, operator: Client) -> None:
    before = Match.objects.values().get()
    for page in pages(soccer):
        query = {"reason": "x", "confirmed": "1", "seat": "red", "hours": "1"}
        assert operator.get(page, query).status_code == 200
    assert operator.post(CLOCKS).status_code == 405
    assert operator.get(f"{CLOCKS}nothing/").status_code == 404
    assert operator.get(act_page(soccer, "freeze")).status_code == 404
    assert (Match.objects.values().get(), Act.objects.count()) == (before, 0)


def test_only_who_may_and_only_from_our_own_form(
    soccer: Match, anna: User, boris: User, clara: User
) -> None:
    player, watcher = Client(), staff(boris, "view_match", "view_act")
    player.force_login(anna)
    for page in pages(soccer):
        filled = {"reason": "x", "confirmed": "1"}
        assert Client().post(page, filled).status_code == 302
        assert player.post(page, filled).status_code in (302, 403)
        assert watcher.get(page).status_code == 403
        assert watcher.post(page, filled).status_code in (403, 405)
    page = watcher.get(reverse("admin:matches_match_change", args=[soccer.pk])).content.decode()
    assert act_page(soccer, "annul") not in page
    staff(clara, "operate")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(clara)
    assert strict.post(CLOCKS + "freeze/", {"reason": "x", "confirmed": "1"}).status_code == 403
    assert not Act.objects.exists()
    assert not Pause.objects.exists()


ODD = (
    "status=%00",
    "q=%00",
    "%00=1",
    "status__regex=(",
    "id=99999999999999999999999",
    "id__in=1,99999999999999999999999",
    "id=x",
    "p=x",
    "o=99.x",
    "e=1",
    "q=%ff%fe",
    "nothing=1",
    "_changelist_filters=%00",
)


@pytest.mark.django_db(transaction=True)
def test_no_odd_question_is_our_error(soccer: Match, clara: User) -> None:
    clara.is_staff = clara.is_superuser = True
    clara.save()
    client = Client(raise_request_exception=False)
    client.force_login(clara)
    lists = [
        f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for model in admin.site._registry
    ]
    for query in ODD:
        for address in (*lists, f"/admin/matches/match/{soccer.pk}/change/", CLOCKS):
            assert client.get(f"{address}?{query}").status_code in (200, 302, 400), address
    for number in ("%00", "99999999999999999999999", "x"):
        address = f"/admin/matches/match/{number}/change/"
        assert client.get(address).status_code in (302, 400, 404), address
    assert client.get("/admin/matches/match/?status=%00").status_code == 400
    assert client.get("/admin/matches/match/?status__regex=(").status_code == 400


def test_a_second_match_is_not_touched(soccer: Match, operator: Client, anna: User) -> None:
    other = begin("streetsoccer", anna, User.objects.get(username="Boris"))
    do(operator, act_page(soccer, "annul"), reason="only this")
    assert Match.objects.get(pk=other.pk).annulled_at is None
