"""A person in front of a browser, and a program with a token, both through the proxy."""

import json
import re
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.deploy.production.installed import HOST, Answer, Installed


class Browser:
    """Keeps cookies and sends forms as a browser does."""

    def __init__(self, server: Installed) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        """Open a page."""
        return self._ask("GET", path, None, {})

    def send(self, path: str, **fields: str) -> Answer:
        """Open the page of a form, fill it in, and send it."""
        page = self.get(path).text()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token, page
        body = urlencode({**fields, "csrfmiddlewaretoken": token[1]}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        origin = f"https://{HOST}:{self.server.https}"
        return self._ask("POST", path, body, {**kind, "Origin": origin, "Referer": origin + path})

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        sent = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**headers, "Cookie": sent} if sent else headers
        answer = self.server.ask(method, path, body, headers)
        kept = SimpleCookie(answer.headers.get("set-cookie", ""))
        self.cookies.update({name: cookie.value for name, cookie in kept.items()})
        return answer


class Player:
    """Acts through the API."""

    def __init__(self, server: Installed, name: str, password: str) -> None:
        self.server, self.name = server, name
        self.token = ""
        given = self.post("auth/token/", username=name, password=password)
        self.token = given["token"]

    def get(self, path: str) -> Any:
        """Return what stands at an address of the API."""
        return self._ask("GET", path, None)

    def post(self, path: str, **fields: Any) -> Any:
        """Act, and return the answer."""
        return self._ask("POST", path, json.dumps(fields).encode())

    def _ask(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json", "User-Agent": "test"}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        answer = self.server.ask(method, f"/api/v1/{path}", body, headers)
        assert answer.status < 300, answer.text()
        return answer.json()

    def play(self, match: int) -> None:
        """Play the first legal move, if it is this player's turn."""
        now = self.get(f"matches/{match}/")
        self.post(f"matches/{match}/moves/", ply=now["ply"], notation=now["legal"][0])


def path_of(link: str) -> str:
    """Return the path of a link, which must lead to this site over TLS."""
    parts = urlsplit(link)
    assert (parts.scheme, parts.hostname) == ("https", HOST), link
    return parts.path
