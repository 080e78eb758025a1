"""In a language that brackets every translated sentence, no page and no mail speaks English."""

import re
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import brake, messages
from golem.matches.models import Match, Move
from golem.matches.wording import say
from golem.outbox.kinds import KINDS
from golem.outbox.sender import send_due
from golem.outbox.services import tell
from golem.rest.wording import SENTENCES, sentence
from tests.accounts.conftest import PASSWORD, account, sign_up
from tests.load import waiting
from tests.translations.reading import Page, outside_brackets, unmarked_words
from tests.web.scenes import GOAL, NOTE, everything
from tests.web.test_links import Crawl, Reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("strange")]
PEOPLE = ("Anna", "Boris", "Clara_with_a_long_20", "anna@example.org", NOTE)
IN_ENGLISH = ("/api/",)
"""The document of the API is for programmers."""
LINK = re.compile(r"https?://\S+")


class Listener(Crawl):
    """Follows every link, and notes the words of pages that nobody could translate."""

    names: tuple[str, ...] = ()

    def visit(self, source: str, page: str) -> set[str]:
        """Ask for the page; return its links."""
        path = urlsplit(page).path
        if path.startswith(IN_ENGLISH) or path.endswith(".ics"):
            self.pages[page] = set()
            return set()
        answer = self.client.get(page.removeprefix("http://testserver"), follow=True)
        reader = Reader()
        if answer.headers["Content-Type"].startswith("text/html"):
            text = answer.content.decode()
            reader.feed(text)
            words = unmarked_words(" \n ".join(Page(text).pieces), self.names)
            self.faults += [f"{path}: {word}" for word in words]
        self.pages[page] = reader.anchors
        return reader.links


def heard(user: User | None) -> Listener:
    client = Client()
    if user:
        client.force_login(user)
    listener = Listener(client)
    moves = Move.objects.values_list("notation", flat=True)
    positions = Match.objects.values_list("position", flat=True)
    zones = [zone.replace("_", " ") for zone in available_timezones()]
    titles = [registry.load(key).info.title for key in registry.game_keys()]
    listener.names = (*PEOPLE, *titles, *moves, *positions, *zones)
    listener.run()
    return listener


def test_no_page_speaks_english_to_a_visitor() -> None:
    everything(GOAL)
    listener = heard(None)
    assert listener.faults == []
    assert len(listener.pages) > 20


def test_no_page_speaks_english_to_a_player() -> None:
    listener = heard(everything(GOAL).anna)
    assert listener.faults == []
    assert len(listener.pages) > 25


@pytest.mark.parametrize("path", ["/nothing/", "/matches/999999/", "/players/Nobody/"])
def test_no_error_page_speaks_english(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 404
    assert unmarked_words(" \n ".join(Page(answer.content.decode()).pieces)) == []


def test_no_refusal_speaks_english() -> None:
    data = dict.fromkeys(
        ("reason", "limit", "most", "ply", "match", "status", "option", "seconds"), "1"
    )
    for code in SENTENCES:
        assert outside_brackets(sentence(code, data)) == "", code
    for code in ("not_your_turn", "stale_ply", "match_over"):
        assert outside_brackets(say("streetsoccer", "refused", code, data)) == "", code


def spoken(mail: Any) -> dict[str, list[str]]:
    """Return the unmarked words of a mail's subject, text and HTML."""
    names = (*PEOPLE, *mail.to, *(user.username for user in User.objects.all()), *waiting.ZONES)
    html = " \n ".join(Page(mail.alternatives[0][0]).pieces)
    parts = {"subject": mail.subject.removeprefix("[Golem]"), "text": mail.body, "html": html}
    found = {part: unmarked_words(LINK.sub(" ", text), names) for part, text in parts.items()}
    return {part: words for part, words in found.items() if words}


def test_no_mail_about_matches_speaks_english(mailoutbox: Any) -> None:
    now = timezone.now()
    told = waiting.play(waiting.people(10), now)
    waiting.wait(told, now)
    match = told[0].match
    other = told[1].user.pk
    assert match.ply
    tell(messages.CHALLENGE_TAKEN, [other], _taken(told, match), 0, now)
    assert send_due() == len(told)
    assert [found for mail in mailoutbox if (found := spoken(mail))] == []


def _taken(told: list[waiting.Told], match: Match) -> int:
    """Return the number of a challenge of which ``match`` came."""
    challenge = next(one.challenge for one in told if one.challenge)
    challenge.pk, challenge.match, challenge.status = None, match, "accepted"
    challenge.save()
    return int(challenge.pk)


def test_no_count_in_a_subject_speaks_english() -> None:
    for kind in KINDS.values():
        for number in (1, 2):
            assert outside_brackets(kind.count(number)) == "", kind.key
        assert outside_brackets(str(kind.topic.title)) == "", kind.key


def test_no_mail_about_accounts_speaks_english(mailoutbox: Any, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    anna = account("Anna")
    client = Client()
    sign_up(client, "Boris", "boris@example.org")
    sign_up(client, "Boris_2", "anna@example.org")
    Client().post("/account/password/reset/", {"email": "anna@example.org"})
    Client().post("/account/password/reset/", {"email": "nobody@example.org"})
    own = Client()
    own.force_login(anna)
    own.post("/account/email/", {"email": "new@example.org", "password": PASSWORD})
    new = {"oldpassword": PASSWORD, "password1": "another-one-7", "password2": "another-one-7"}
    own.post("/account/password/change/", new)
    assert send_due() >= 6
    assert [(mail.subject, found) for mail in mailoutbox if (found := spoken(mail))] == []


def test_no_mail_to_operators_speaks_english(mailoutbox: Any) -> None:
    account("Anna", is_staff=True, is_superuser=True)
    brake.put_on("7", timezone.now())
    assert send_due() == 1
    assert [found for mail in mailoutbox if (found := spoken(mail))] == []


def test_the_check_hears_english() -> None:
    assert unmarked_words("⟦All ⟦of⟧ it⟧ 12:30 Anna", ["Anna"]) == []
    assert unmarked_words("⟦Nearly⟧ most of it, Bec") == ["most", "of", "it"]
    assert Page('<p title="One">Two <code>not</code></p><img alt="Three">').pieces == [
        "One",
        "Two ",
        "Three",
    ]
