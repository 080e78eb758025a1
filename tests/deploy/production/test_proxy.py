"""What nginx lets through, what it adds, what it refuses, and what it keeps out of its log."""

import re
import socket
import ssl
from http.client import RemoteDisconnected

import pytest

from deploy.production import environment
from tests.deploy.launched import wait_for
from tests.deploy.production.conftest import PASSWORD, Site
from tests.deploy.production.installed import HOST, Installed


def test_plain_http_leads_to_https(site: Site) -> None:
    answer = site.server.ask_plainly("/matches/?page=2")
    where = f"https://{HOST}:{site.server.https}/matches/?page=2"
    assert (answer.status, answer.headers["location"]) == (301, where)


def test_static_files_are_compressed_and_kept_for_ever(site: Site) -> None:
    page = site.server.ask("GET", "/").text()
    [style, *_] = re.findall(r'href="(/static/[^"]+\.css)"', page)
    answer = site.server.ask("GET", style, headers={"Accept-Encoding": "gzip"})
    assert answer.status == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/css")
    stamp = site.server.ask("GET", "/static/staticfiles.json")
    assert stamp.headers["cache-control"] == "public, max-age=300"


def test_pages_are_not_compressed_and_bind_the_browser_to_tls(site: Site) -> None:
    answer = site.server.ask("GET", "/account/login/", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert "secure" in answer.headers["set-cookie"].lower()


def test_an_unknown_name_gets_no_answer(site: Site) -> None:
    with pytest.raises(RemoteDisconnected):
        site.server.ask_plainly("/", host="evil.example")
    with pytest.raises(RemoteDisconnected):
        site.server.ask("GET", "/", headers={"Host": "evil.example"})


def greet(server: Installed, name: str, version: ssl.TLSVersion) -> str:
    """Begin TLS under a name, with one version of it; return what was agreed on."""
    context = ssl._create_unverified_context()
    context.set_ciphers("ALL:@SECLEVEL=0")  # or this side would refuse old versions itself
    context.maximum_version = version
    context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    with (
        socket.create_connection(("127.0.0.1", server.https), 30) as wire,
        context.wrap_socket(wire, server_hostname=name) as line,
    ):
        return str(line.version())


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1")
def test_tls_is_of_today_and_for_our_name(site: Site) -> None:
    assert greet(site.server, HOST, ssl.TLSVersion.TLSv1_2) == "TLSv1.2"
    assert greet(site.server, HOST, ssl.TLSVersion.TLSv1_3) == "TLSv1.3"
    with pytest.raises(ssl.SSLError, match="ALERT_PROTOCOL_VERSION"):
        greet(site.server, HOST, ssl.TLSVersion.TLSv1_1)
    with pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"):
        greet(site.server, "evil.example", ssl.TLSVersion.TLSv1_3)


def test_a_forged_address_does_not_make_another_caller(site: Site) -> None:
    def ask(number: int, source: str = "127.0.0.2") -> int:
        forged = f"203.0.113.{number % 250}"
        headers = {"X-Forwarded-For": forged, "X-Real-IP": forged, "Forwarded": f"for={forged}"}
        return site.server.ask("GET", "/api/v1/games/", headers=headers, source=source).status

    found = [ask(number) for number in range(125)]
    assert found[:120] == [200] * 120
    assert 429 in found[120:]
    assert ask(1, source="127.0.0.3") == 200


def test_a_forged_scheme_is_not_believed(site: Site) -> None:
    answer = site.server.ask("GET", "/", headers={"X-Forwarded-Proto": "http"})
    assert answer.status == 200  # believed, it would lead to https once more


def test_a_long_body_is_refused_and_one_of_unknown_length_is_read(site: Site) -> None:
    long = site.server.ask("POST", "/api/v1/auth/token/", b"x" * (4 * 1024 * 1024))
    assert long.status == 413
    pieces = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
    answer = site.server.ask("POST", "/api/v1/auth/token/", b"2\r\n{}\r\n0\r\n\r\n", pieces)
    assert answer.status == 400  # not 411: the proxy has counted


def test_figures_are_for_this_machine_alone(site: Site) -> None:
    settings = environment.parse((site.server.prefix / "etc/golem/golem.env").read_text())
    shown = {"Authorization": f"Bearer {settings['METRICS_TOKEN']}"}
    assert site.server.ask("GET", "/metrics", headers=shown, source="127.0.0.2").status == 403
    assert site.server.ask("GET", "/metrics").status == 404
    assert "golem_" in site.server.ask("GET", "/metrics", headers=shown).text()


def test_the_health_page_finds_all_parts_well(site: Site, played: int) -> None:
    parts = site.server.ask("GET", "/health.json")
    assert parts.status == 200, parts.text()


SECRET = "secret-of-the-test-0123456789-abcdef-ghijkl"
SECRET_PATHS = [
    f"/calendar/{SECRET}.ics",
    f"/account/confirm-email/{SECRET}:abc/",
    f"/account/password/reset/key/1-{SECRET}/",
    f"/account/mails/unsubscribe/{SECRET}:1/",
    f"/calendar/{SECRET}.ics?also={SECRET}",
    f"/x/{SECRET}/",
    f"//calendar/{SECRET}.ics",
    f"/%63alendar/{SECRET}.ics",
    f"/matches/?token={SECRET}",
]


def test_logs_hold_no_secret_path(site: Site) -> None:
    for path in SECRET_PATHS:
        site.server.ask("GET", path)
    site.server.ask("GET", "/matches/987654321/")
    assert wait_for(lambda: '"/matches/987654321/" 404' in site.server.output.read_text())
    printed = site.server.output.read_text()
    assert printed.count("/calendar/<blanked>") >= 4
    assert "secret-of-the-test" not in printed
    assert PASSWORD not in printed
    assert "@example.com" not in printed
