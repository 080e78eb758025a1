"""One installation for all tests here; it is started again when a test has ended it."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage

import pytest

from tests.deploy.launched import wait_for
from tests.deploy.production.installed import Installed, new_prefix, remove, venv_for
from tests.deploy.production.player import Browser, Player, path_of
from tests.outbox.post_office import PostOffice, open_post_office

PASSWORD = "two walks and a kick"
LINE_UPS = {"yellow": "Pahbied", "red": "Pacbdej"}


@dataclass
class Site:
    """The installation, its programs once they are started, and the mail server it knows."""

    server: Installed
    office: PostOffice
    printed: str
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> "subprocess.Popen[bytes]":
        """Start all programs, and wait until the site answers."""
        self.process = self.server.start()
        assert self.server.is_up(self.process), self.server.output.read_text()
        return self.process


@pytest.fixture(scope="session")
def installation() -> Iterator[Site]:
    """What deploy/install.sh makes in an empty folder."""
    prefix = new_prefix()
    try:
        with open_post_office() as office:
            server = Installed(prefix, office.port)
            yield Site(server, office, server.install(*venv_for(server.user)))
    finally:
        remove(prefix)


@pytest.fixture
def site(installation: Site) -> Site:
    """The installation with its programs running; it never ends but when a test wants it."""
    if installation.process is None:
        installation.start()
    assert installation.process is not None
    assert installation.process.poll() is None, installation.server.output.read_text()
    return installation


def text_of(mail: EmailMessage) -> str:
    """Return the text part of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def mails_to(site: Site, name: str, kind: str) -> list[EmailMessage]:
    """Return what was taken for somebody with a subject like `kind`."""
    found = [mail for mail in site.office.taken if f"{name}@example.com" in str(mail["To"])]
    return [mail for mail in found if re.search(kind, str(mail["Subject"]), re.I)]


def sign_up(site: Site, name: str) -> Player:
    """Sign up on the page, confirm the address by the link in the mail, and take a token."""
    browser = Browser(site.server)
    address = f"{name}@example.com"
    form = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
    assert browser.send("/account/signup/", **form).status == 302
    assert wait_for(lambda: bool(mails_to(site, name, "confirm")))
    [link] = re.findall(r"https://\S+", text_of(mails_to(site, name, "confirm")[0]))[:1]
    assert browser.send(path_of(link)).status == 302
    return Player(site.server, name, PASSWORD)


@pytest.fixture(scope="session")
def people(installation: Site) -> tuple[Player, Player]:
    """Two people with tokens; the site runs."""
    if installation.process is None:
        installation.start()
    return sign_up(installation, "anna"), sign_up(installation, "bert")


@pytest.fixture(scope="session")
def played(installation: Site, people: tuple[Player, Player]) -> int:
    """A match that two people played to its end through the proxy, after a mail had come."""
    anna, bert = people
    challenge = anna.post("challenges/", game="streetsoccer", opponent="bert", seat="yellow")
    assert wait_for(lambda: bool(mails_to(installation, "bert", "invites you")))
    match = int(bert.post(f"challenges/{challenge['id']}/accept/")["id"])
    for ply, player in enumerate((anna, bert), start=1):
        line_up = LINE_UPS["yellow" if player is anna else "red"]
        player.post(f"matches/{match}/moves/", ply=ply, notation=line_up)
    while (now := anna.get(f"matches/{match}/"))["status"] == "running":
        (anna if "yellow" in now["to_move"] else bert).play(match)
    return match
