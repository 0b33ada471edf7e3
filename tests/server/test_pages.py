"""Pages of other sites, wrong names, strange paths: and the headers that keep browsers careful."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from coatl.server import examples
from tests.server.raw_client import line_to
from tests.server.server import Served, serving
from tests.server.test_trust import CARD, error_of

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
FRIEND = "https://friend.example"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("pages"), origins=FRIEND) as server:
        yield server


def is_careful(response: httpx.Response) -> bool:
    policy = response.headers.get("content-security-policy", "")
    rules = ("frame-ancestors 'none'", "default-src 'self'", "base-uri 'none'", "object-src 'none'")
    return all(response.headers.get(name) == value for name, value in HEADERS.items()) and all(
        rule in policy for rule in rules
    )


def test_every_answer_has_the_headers_that_keep_browsers_careful(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr(examples, "message_schemas", fail)
    asked: list[tuple[str, str, int, dict[str, Any]]] = [
        ("GET", "/api/info", 200, {}),
        ("GET", "/healthz", 200, {}),
        ("GET", "/metrics", 200, {}),
        ("GET", "/openapi.json", 200, {}),
        ("GET", "/nowhere", 404, {}),
        ("GET", "/api/tables/nothing", 422, {}),
        ("DELETE", "/api/tables", 405, {}),
        ("POST", "/api/tables", 422, {"content": b"{"}),
        ("POST", "/api/tables", 413, {"content": b" " * 300_000}),
        ("POST", "/api/tables", 403, {"headers": {"origin": "https://evil.example"}}),
        ("OPTIONS", "/api/tables", 200, {"headers": {"origin": FRIEND, "access-control-request-method": "POST"}}),
        ("GET", "/api/schemas", 500, {}),
    ]
    for method, path, status, more in asked:
        response = httpx.request(method, served.url + path, **more, timeout=60)
        assert (path, response.status_code, is_careful(response)) == (path, status, True)
        assert path == "/openapi.json" or (response.headers.get("cache-control") == "no-store") == path.startswith(
            "/api"
        )
    assert error_of(response) == (500, "server.fault")
    assert "secret words" not in response.text


def test_too_many_requests_have_the_headers_too(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=0.1) as served:
        answers = [httpx.get(served.url + "/api/info") for _ in range(2)]
        assert (answers[-1].status_code, is_careful(answers[-1])) == (429, True)


# ---------------------------------------------------------------- pages of other sites


async def knock(url: str, origin: str | None, **more: Any) -> None:
    async with connect(url.replace("http", "ws") + "/api/socket", origin=origin, **more) as socket:  # type: ignore[arg-type]
        assert json.loads(await socket.recv())["type"] == "welcome"


def strange_origins(url: str) -> list[str]:
    port = urlsplit(url).port
    return [
        "https://evil.example",
        "null",
        "",
        f"http://localhost:{port}",
        f"http://127.0.0.1:{port}.evil.example",
        f"http://127.0.0.1.evil.example:{port}",
        f"http://evil.example:{port}",
        f"http://127.0.0.1:{(port or 0) + 1}",
        f"http://user@127.0.0.1:{port}",
        f"http://127.0.0.1:{port}@evil.example",
        f"http://evil.example#127.0.0.1:{port}",
        "https://friend.example.evil.example",
        "http://friend.example",
        "file://",
    ]


def test_pages_of_other_sites_change_nothing(served: Served) -> None:
    for origin in strange_origins(served.url):
        response = httpx.post(served.url + "/api/tables", json=CARD, headers={"origin": origin})
        assert (origin, *error_of(response)) == (origin, 403, "request.origin")
    for origin in (served.url, FRIEND):
        assert httpx.post(served.url + "/api/tables", json=CARD, headers={"origin": origin}).status_code == 201
    assert httpx.post(served.url + "/api/tables", json=CARD).status_code == 201  # no browser


def test_sockets_of_other_sites_are_refused(served: Served) -> None:
    for origin in strange_origins(served.url):
        with pytest.raises(InvalidStatus):
            asyncio.run(knock(served.url, origin))
    for good in (served.url, FRIEND, None):
        asyncio.run(knock(served.url, good))


def test_only_friends_may_read_answers(served: Served) -> None:
    def allowed(origin: str) -> Any:
        return httpx.get(served.url + "/api/info", headers={"origin": origin}).headers.get(
            "access-control-allow-origin"
        )

    assert (allowed(FRIEND), allowed("https://evil.example"), allowed("null")) == (FRIEND, None, None)


def test_a_form_of_another_site_is_no_request(served: Served) -> None:
    """What a page can send without asker first: forms and plain text."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        headers = {"content-type": kind}
        response = httpx.post(served.url + "/api/tables", content=json.dumps(CARD), headers=headers)
        assert error_of(response) == (422, "request.invalid")


def test_a_server_that_knows_its_names_answers_to_no_other(tmp_path: Path) -> None:
    """A page whose name was turned to this address would be of the same origin."""
    with serving(tmp_path, hosts="coatl.example, 127.0.0.1") as served:

        def ask(host: str, path: str = "/api/info") -> httpx.Response:
            return httpx.get(served.url + path, headers={"host": host})

        for host in ("coatl.example", "coatl.example:8443", "COATL.example", "127.0.0.1:80"):
            assert ask(host).status_code == 200
        for host in ("evil.example", "coatl.example.evil.example", "evil.example:coatl.example", ""):
            assert error_of(ask(host)) == (421, "request.host")
            assert error_of(ask(host, "/metrics")) == (421, "request.host")
        port = urlsplit(served.url).port
        evil = f"evil.example:{port}"
        with pytest.raises(InvalidStatus):
            asyncio.run(knock(f"http://{evil}", f"http://{evil}", host="127.0.0.1", port=port))


# ---------------------------------------------------------------- paths, methods, kinds


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/../../etc/passwd",
        "/api/tables/%2e%2e/%2e%2e/etc/passwd",
        "/api/tables/" + "0" * 24 + "%00",
        "/api/tables/" + "0" * 24 + "%0a",
        "/api/tables/" + "0" * 23 + "%ef%bc%90",  # a wide zero
        "/api/tables/" + "A" * 24,
        "/api/tables/" + "0" * 50_000,
        "//api/info",
        "/api/info/",
        "/api/%69nfo%2f",
        "/%ff%fe",
        "/.env",
        "/api/tables/" + "0" * 24 + "/record?format=../../x",
        "/api/tables/" + "0" * 24 + "/record?seat=1%27--",
        "/api/tables/" + "0" * 24 + "/replay?step=99999999999999999999",
        "/api/tables/" + "0" * 24 + "/replay?step=1e3",
    ],
)
def test_strange_paths_lead_nowhere(served: Served, path: str) -> None:
    with closing(line_to(served)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        status = int(line.recv(65536).split()[1])
    assert status in (400, 404, 422)


def test_only_the_listed_methods_are_there(served: Served) -> None:
    for path in ("/api/tables", "/api/info", f"/api/tables/{'0' * 24}", f"/api/tables/{'0' * 24}/join"):
        for method in ("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"):
            assert error_of(httpx.request(method, served.url + path)) == (405, "request.method")


def test_only_those_who_run_it_read_the_figures(served: Served) -> None:
    """They would tell players how long a bot has thought, and that somebody has made a secret choice."""
    assert "coatl_thinking_seconds" in httpx.get(served.url + "/metrics").text
    outside = httpx.get(served.url + "/metrics", headers={"x-forwarded-for": "198.51.100.1"})
    assert error_of(outside) == (404, "request.path")
