"""`coatl serve --open`, for somebody at home: a port that is free, and the page in the browser when it is there."""

import os
import sys
import threading
import time
import webbrowser

import httpx

from coatl.engine.errors import CoatlError
from coatl.server.boot.checks import address, bound
from coatl.server.settings import Settings

NEAR = 10  # so many ports are tried
PATIENCE = 120.0


def settled(settings: Settings) -> tuple[Settings, bool]:
    """The settings with a port that can be used, and whether a server of ours runs there already.

    A port that somebody chose stays as it is: if it is taken, the start says so.
    """
    if "port" in settings.model_fields_set:
        return settings, False
    for port in range(settings.port, settings.port + NEAR):
        near = settings.model_copy(update={"port": port})
        if is_ours(address(near.host, port)):
            return near, True
        if is_free(near):
            return near, False
    return settings.model_copy(update={"port": 0}), False


def is_free(settings: Settings) -> bool:
    try:
        bound(settings).close()
    except CoatlError as fault:
        if fault.code != "server.port":
            raise
        return False
    return True


def is_ours(url: str) -> bool:
    """Whether a server of Cóatl answers there."""
    try:
        return "protocol" in httpx.get(f"{url}/api/info", timeout=2, trust_env=False).json()
    except (httpx.HTTPError, ValueError, TypeError):
        return False


def has_screen() -> bool:
    """Without one, Python would open the page in a text browser, over the words of the server."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )


def open_page(url: str) -> None:
    """Shows the page, if there is a screen; the address is printed in any case."""
    if has_screen():
        webbrowser.open(url)


def open_when_ready(url: str) -> None:
    """Shows the page as soon as the server answers."""

    def wait() -> None:
        end = time.monotonic() + PATIENCE
        while not is_ours(url) and time.monotonic() < end:
            time.sleep(0.2)
        open_page(url)

    threading.Thread(target=wait, daemon=True, name="browser").start()
