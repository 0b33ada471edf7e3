"""A real browser on a real server: pages that note every complaint, and what is measured on them."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, sync_playwright

from coatl.server.settings import FOLDER
from tests.requirements import need

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
FAILURES = ROOT / "tests/web/failures"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",  # as root there is none
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP coatl.test 127.0.0.1",  # an address without HTTPS that is not this machine's own
)
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
SHIFTS = """
    window.shifts = []
    new PerformanceObserver((list) => {
        for (const { value, sources, hadRecentInput } of list.getEntries()) {
            const what = sources.map(({ node }) => node?.cloneNode(false).outerHTML ?? 'text').join()
            if (!hadRecentInput) window.shifts.push({ value, what })
        }
    }).observe({ type: 'layout-shift', buffered: true })
"""
MOST_SHIFT = 0.01  # what nobody sees
FETCHED_LATER = re.compile(r"/icon\.svg$|\.webmanifest$|\.woff2$|/fonts-[^/]*\.css$")  # also after the page is idle
FONTS_LOADED = """
    document.fonts.status === 'loaded' &&
        [...document.fonts].some(({ family, status }) => status === 'loaded' && !family.includes('Fallback'))
"""


def chromium() -> str:
    """Where the browser is."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    need(found is not None, "Chromium (Debian: apt-get install chromium)")
    return str(found)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Chromium without a window."""
    need((FOLDER / "index.html").exists(), "the built pages (make pages)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visits:
    """Opens pages and notes what goes wrong on them. A test that expects a complaint says so with `expect`."""

    browser: Browser
    url: str
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def context(self, size: dict[str, int] = DESK, **more: Any) -> BrowserContext:
        """A browser of its own: no cookies, no storage, no cache."""
        touch = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        made = self.browser.new_context(base_url=self.url, viewport=size, **{"locale": "en-GB", **touch, **more})  # type: ignore[arg-type]
        made.set_default_timeout(30_000)
        made.add_init_script(SHIFTS)
        made.on("console", lambda said: self.note(said.type, said.text) if said.type in ("error", "warning") else None)
        made.on("weberror", lambda fault: self.note("exception", str(fault.error)))
        made.on("requestfailed", self.note_failure)
        self.contexts.append(made)
        return made

    def context_without_worker(self, size: dict[str, int] = DESK) -> BrowserContext:
        """A browser in which everything is fetched by the page itself."""
        self.expect("Service Worker registration blocked")
        return self.context(size, service_workers="block")

    def context_without_fonts(self, size: dict[str, int] = DESK, only: str | None = None) -> BrowserContext:
        """A browser that does not get the shipped fonts; with `only`, everything is written in that one font."""
        self.expect(".woff2", "net::ERR_FAILED")
        made = self.context_without_worker(size)  # which would fetch them past the routes
        made.route("**/*.woff2", lambda route: route.abort())
        if only:
            made.route(
                "**/assets/index-*.css", lambda route: add_style(route, f"* {{ font-family: '{only}' !important }}")
            )
        return made

    def page(self, path: str = "/", size: dict[str, int] = DESK, **more: Any) -> Page:
        """A page in a browser of its own, when nothing moves any more."""
        page = self.context(size, **more).new_page()
        page.goto(path, wait_until="networkidle")
        return page

    def note(self, kind: str, text: str) -> None:
        if not any(word in text for word in self.expected):
            self.complaints.append(f"{kind}: {text}")

    def note_failure(self, request: Request) -> None:
        """Notes a request that failed, unless going to another page cut off what comes after the page is there."""
        was_cut_off = request.failure == "net::ERR_ABORTED" and FETCHED_LATER.search(request.url) is not None
        if not was_cut_off:
            self.note("failed", f"{request.url} {request.failure}")

    def expect(self, *words: str) -> None:
        """Complaints with one of these words are part of the test."""
        self.expected += words

    def pictures(self, name: str) -> None:
        """What the pages show, for whoever looks for the reason of a failure."""
        FAILURES.mkdir(exist_ok=True)
        for number, page in enumerate(page for context in self.contexts for page in context.pages):
            page.screenshot(path=FAILURES / f"{name}-{number}.png", full_page=True)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def add_style(route: Route, rule: str) -> None:
    """Answers with the style sheet that was asked for, and one rule more."""
    answer = route.fetch()
    route.fulfill(response=answer, body=f"{answer.text()}\n{rule}")


# ---------------------------------------------------------------- measuring


def shifts(page: Page) -> list[str]:
    """What has jumped though nobody touched it, if it is more than nobody sees (CLS)."""
    found = page.evaluate("window.shifts")
    if sum(one["value"] for one in found) <= MOST_SHIFT:
        return []
    return [f"{one['value']:.4f} {one['what'][:300]}" for one in found]


def wait_for_fonts(page: Page) -> None:
    """Until the shipped fonts are there: they come after the first paint, when the network was idle once."""
    page.wait_for_function(FONTS_LOADED)


def is_wider_than_the_screen(page: Page) -> bool:
    """Whether one would have to scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def serious_faults(page: Page, *rules: str) -> list[str]:
    """What axe finds serious or worse, by these rules or all.

    It is evaluated by the debugger, to which the page's policy does not apply.
    """
    need(AXE.exists(), "axe (make pages)")
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    wanted = {"resultTypes": ["violations"], **({"runOnly": [*rules]} if rules else {})}
    found = page.evaluate("(wanted) => axe.run(wanted).then((told) => told.violations)", wanted)
    return [
        f"{fault['impact']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


class Wire:
    """Counts the bytes that a page receives, as they travel: packed, with their headers."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, float] = {}
        self.names: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self.asked)
        session.on("Network.loadingFinished", self.loaded)

    def asked(self, told: Any) -> None:
        self.names[told["requestId"]] = told["request"]["url"]

    def loaded(self, told: Any) -> None:
        self.sizes[told["requestId"]] = told["encodedDataLength"]

    @property
    def bytes(self) -> int:
        """All but the fonts: they come after the first paint."""
        return round(sum(size for one, size in self.sizes.items() if not self.is_font(one)))

    @property
    def font_bytes(self) -> int:
        return round(sum(size for one, size in self.sizes.items() if self.is_font(one)))

    def is_font(self, request: str) -> bool:
        return self.names.get(request, "").endswith(".woff2")

    def __str__(self) -> str:
        return json.dumps({self.names.get(one, one): size for one, size in self.sizes.items()}, indent=1)
