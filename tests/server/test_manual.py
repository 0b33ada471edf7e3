"""The manual at /docs/: found by its folders, with a policy of its own, and said to be missing where it is."""

import hashlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import Response

from coatl.server.manual import Manual, read_manual
from coatl.server.security import Message, with_headers
from tests.server.server import serving

SCRIPT = b"document.body.dataset.ready = 1"
PAGE = b"<!doctype html><title>Manual</title><script>" + SCRIPT + b"</script>"


@pytest.fixture
def manual(tmp_path: Path) -> Manual:
    (tmp_path / "play").mkdir()
    for name in ("index.html", "play/index.html"):
        (tmp_path / name).write_bytes(PAGE)
    (tmp_path / "search.json").write_bytes(b"{}")
    return Manual(Response("a page of the games"), tmp_path)


def scope(path: str) -> dict[str, Any]:
    return {"type": "http", "method": "GET", "path": path, "headers": []}


def answered(manual: Manual, path: str) -> tuple[int, str]:
    response = manual.answer(scope(path))
    assert response is not None
    return response.status_code, response.headers.get("location", "")


def test_folders_have_an_index_and_a_missing_stroke_is_added(manual: Manual) -> None:
    assert answered(manual, "/docs/") == (200, "")
    assert answered(manual, "/docs/play/") == (200, "")
    assert answered(manual, "/docs") == (308, "/docs/")
    assert answered(manual, "/docs/play") == (308, "/docs/play/")


def test_only_what_is_below_docs_is_the_manual(manual: Manual) -> None:
    for path in ("/", "/docsy", "/api/docs", "/t/docs", "/docs/nowhere/"):  # the pages say that it is not there
        assert manual.answer(scope(path)) is None


def test_nothing_outside_of_the_manual_can_be_read(manual: Manual) -> None:
    for path in ("/docs/../security.py", "/docs//etc/passwd", "/docs/%2e%2e/x"):
        assert manual.answer(scope(path)) is None


def test_a_server_without_the_manual_says_so(tmp_path: Path) -> None:
    response = Manual(Response("a page"), tmp_path / "none").answer(scope("/docs/"))
    assert response is not None
    assert response.status_code == 404
    assert b"make docs" in bytes(response.body)


def test_its_pages_may_run_their_own_scripts_and_no_others(manual: Manual) -> None:
    response = manual.answer(scope("/docs/"))
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert f"'sha256-{b64encode(hashlib.sha256(SCRIPT).digest()).decode()}'" in policy
    assert "script-src 'self' 'sha256-" in policy
    assert "unsafe-inline" not in policy.split("style-src")[0]
    other = manual.answer(scope("/docs/search.json"))
    assert other is not None
    assert "content-security-policy" not in other.headers


async def sent(response: Response, path: str) -> list[tuple[bytes, bytes]]:
    found: list[Message] = []

    async def send(message: Message) -> None:
        found.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    await response(scope(path), receive, with_headers(scope(path), send))
    return list(found[0]["headers"])


def test_pages_are_told_whether_the_manual_is_there(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert served.app.state.has_manual == bool(read_manual())
        for there, link in ((True, '</docs/>; rel="help"'), (False, None)):
            served.app.state.has_manual = there
            assert httpx.get(f"{served.url}/api/preparation").headers.get("link") == link


def test_a_policy_of_its_own_takes_the_place_of_the_usual_one(manual: Manual) -> None:
    import asyncio

    response = manual.answer(scope("/docs/"))
    assert response is not None
    headers = asyncio.run(sent(response, "/docs/"))
    assert [value for name, value in headers if name == b"content-security-policy"] == [
        response.headers["content-security-policy"].encode()
    ]
    assert b"x-content-type-options" in dict(headers)
