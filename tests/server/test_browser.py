"""`coatl serve --open`: which port it takes, and what it shows to whom."""

import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.boot import browser
from coatl.server.settings import Settings
from tests.cli.command import answered
from tests.server.processes import free_port
from tests.server.server import serving


@contextmanager
def stranger(port: int) -> Iterator[None]:
    """Another program's server, which answers everything."""

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"[1, 2]")

        def log_message(self, *words: object) -> None: ...

    server = HTTPServer(("127.0.0.1", port), Stranger)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def near(port: int) -> Settings:
    """Settings whose default port is this one."""
    settings = Settings(port=port)
    settings.model_fields_set.clear()
    return settings


def test_a_free_port_is_taken_as_it_is() -> None:
    port = free_port()
    settings, runs = browser.settled(near(port))
    assert (settings.port, runs) == (port, False)


def test_a_port_of_another_program_is_left_for_the_next() -> None:
    port = free_port()
    with stranger(port):
        settings, runs = browser.settled(near(port))
    assert port < settings.port < port + browser.NEAR
    assert not runs


def test_a_second_start_finds_the_first(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        port = int(served.url.rpartition(":")[2])
        settings, runs = browser.settled(near(port))
    assert (settings.port, runs) == (port, True)


def test_a_port_that_somebody_chose_is_not_changed() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        chosen = Settings(port=other.getsockname()[1])
        assert browser.settled(chosen) == (chosen, False)


def test_a_host_that_cannot_be_used_is_still_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = near(free_port()).model_copy(update={"host": "192.0.2.1"})
    monkeypatch.setattr(browser, "is_ours", lambda url: False)
    with pytest.raises(CoatlError, match="cannot listen on"):
        browser.settled(settings)


def test_the_page_is_opened_when_the_server_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr(webbrowser, "open", shown.put)
    monkeypatch.setenv("DISPLAY", ":0")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    browser.open_when_ready(url)
    with pytest.raises(Empty):
        shown.get(timeout=0.5)  # nothing answers yet
    with serving(tmp_path, port=port):
        assert shown.get(timeout=30) == url


def test_without_a_screen_no_text_browser_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    browser.open_page("http://127.0.0.1:1")
    assert shown == []


def test_a_second_make_play_says_where_the_first_one_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "settled", lambda settings: (settings, True))
    monkeypatch.setattr(browser, "open_page", lambda url: None)
    result = answered("serve", "--open", "--port", "8123", state=tmp_path, COATL_DATA=str(tmp_path))
    assert (result.returncode, result.stdout.split()[:4]) == (0, ["Cóatl", "serves", "at", "http://127.0.0.1:8123"])
