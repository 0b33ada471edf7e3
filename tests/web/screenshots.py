"""`make screenshots`: pictures of the pages for the README, on a desk and on a phone, by day and by night.

`make screenshots ARGS="home board"` takes some of them only. A new page is one more line in SHOTS.
The repository keeps those that the README shows; a new one there needs `git add --force`.
"""

import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from coatl.client import Server, Table, bot
from tests.server.processes import UNHURRIED, process
from tests.web.browser import DESK, PHONE, ROOT, browsing
from tests.web.scenes import scene

FOLDER = ROOT / "docs/pictures"
SIZES = {"desk": DESK, "phone": PHONE}
THEMES = ("light", "dark")
QUALITY = 82
PATIENCE = 120.0


def path_of(table: Table) -> str:
    """The page of a table, for the one who sits there."""
    return str(table.personal_link).removeprefix(table.link.server)


def in_the_middle(game: str) -> Callable[[str], str]:
    """Ann's turn at a table of three on which much lies already."""
    return lambda url: scene(url, game, "middle")


def at_the_end(game: str) -> Callable[[str], str]:
    """The replay of a finished game."""

    def play(url: str) -> str:
        with Server(url) as server:
            table = server.create(game, seats=[bot("artisan"), bot("artisan")], options={"players": 2})
            wait_for(table, lambda: table.over)
            return path_of(table).replace("/t/", "/replay/")

    return play


def wait_for(table: Table, condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the game did not come so far"
        table.next(1)


SHOTS: dict[str, str | Callable[[str], str]] = {
    "home": "/",
    "board": in_the_middle("board"),
    "card": in_the_middle("card"),
    "learn": "/learn/board",
    "rules": "/rules",
    "cards": "/cards/board",
    "analysis": "/analysis",
    "puzzle": "/puzzle",
    "replay": at_the_end("board"),
}


@contextmanager
def opened(browser: Browser, url: str, size: dict[str, int], theme: Any) -> Iterator[Page]:
    """A page of its own, without motion."""
    phone = size == PHONE
    context = browser.new_context(
        base_url=url,
        viewport=size,  # type: ignore[arg-type]
        device_scale_factor=2 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        color_scheme=theme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    try:
        yield context.new_page()
    finally:
        context.close()


def take(browser: Browser, url: str, name: str, path: str) -> None:
    """One page in every size and theme."""
    for kind, size in SIZES.items():
        for theme in THEMES:
            with opened(browser, url, size, theme) as page:
                page.goto(path, wait_until="networkidle")
                page.wait_for_timeout(500)
                picture = Image.open(io.BytesIO(page.screenshot()))
                picture.save(FOLDER / f"{name}-{kind}-{theme}.webp", quality=QUALITY, method=6)
    print(f"{name}: {path.partition('#')[0]}")


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, process(Path(data), **UNHURRIED) as site, browsing() as browser:
        for name in names or SHOTS:
            wanted = SHOTS[name]
            take(browser, site.url, name, wanted if isinstance(wanted, str) else wanted(site.url))


if __name__ == "__main__":
    main(sys.argv[1:])
