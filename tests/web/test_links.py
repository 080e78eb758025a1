"""No dead link: everything that a visitor can be led to is there, anchors included."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.test import Client

from accounts.models import User
from tests.web.scenes import GOAL, Scene, everything

pytestmark = pytest.mark.django_db

START = "http://testserver/"
LEADING = {"a": "href", "link": "href", "script": "src", "img": "src", "form": "action"}


class Reader(HTMLParser):
    """Gathers the links and the anchors of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where the element leads to, and its own name."""
        given = dict(attrs)
        link = given.get(LEADING.get(tag, ""))
        if link is not None and not (tag == "form" and given.get("method") == "post"):
            self.links.add(link)
        if given.get("id"):
            self.anchors.add(str(given["id"]))


@dataclass
class Crawl:
    """Follows every link of the site from the front page on."""

    client: Client
    pages: dict[str, set[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Visit all pages; note what does not answer and which anchors are missing."""
        wanted, anchors = [(START, START)], []
        while wanted:
            source, address = wanted.pop()
            page, anchor = urldefrag(address)
            if urlsplit(page).netloc != urlsplit(START).netloc:
                continue
            if anchor:
                anchors.append((source, page, anchor))
            if page not in self.pages:
                wanted += [(page, urljoin(page, link)) for link in self.visit(source, page)]
        for source, page, anchor in anchors:
            if anchor not in self.pages[page]:
                self.faults.append(f"{source} leads to #{anchor}, which is not on {page}")

    def visit(self, source: str, page: str) -> set[str]:
        """Ask for the page; return its links."""
        answer = self.client.get(page.removeprefix("http://testserver"), follow=True)
        reader = Reader()
        if answer.status_code >= 400:
            self.faults.append(f"{source} leads to {page}: {answer.status_code}")
        elif answer.headers["Content-Type"].startswith("text/html"):
            reader.feed(answer.content.decode())
        self.pages[page] = reader.anchors
        return reader.links


def crawled(user: User | None) -> Crawl:
    """Return what a visitor finds who follows every link."""
    client = Client()
    if user:
        client.force_login(user)
    crawl = Crawl(client)
    crawl.run()
    return crawl


@pytest.fixture
def scene() -> Scene:
    """A server with everything on it, its long match cut short."""
    return everything(GOAL)


def test_a_visitor_finds_no_dead_link(scene: Scene) -> None:
    crawl = crawled(None)
    assert crawl.faults == []
    paths = {urlsplit(page).path for page in crawl.pages}
    assert {
        "/account/signup/",
        "/account/password/reset/",
        "/games/streetsoccer/",
        "/dice/",
        "/api/docs/",
        "/api/v1/schema/",
        "/players/Boris/",
        f"/matches/{scene.over.pk}/",
        f"/api/v1/matches/{scene.over.pk}/export/json/",
        f"/challenges/{scene.open_offer.pk}/",
    } <= paths


def test_a_player_finds_no_dead_link(scene: Scene) -> None:
    crawl = crawled(scene.anna)
    assert crawl.faults == []
    paths = {urlsplit(page).path for page in crawl.pages}
    assert {
        "/matches/",
        "/account/settings/",
        "/account/tokens/",
        "/account/password/change/",
        "/account/email/",
        f"/matches/{scene.placing.pk}/",
        f"/challenges/{scene.to_anna.pk}/",
    } <= paths


def test_the_crawl_sees_dead_links_and_missing_anchors() -> None:
    crawl = Crawl(Client())
    reader = Reader()
    reader.feed('<a href="/nothing/">x</a><form method="post" action="/y/"></form><h2 id="z">')
    assert (reader.links, reader.anchors) == ({"/nothing/"}, {"z"})
    crawl.visit(START, "http://testserver/nothing/")
    assert re.search("nothing/: 404", crawl.faults[0])
