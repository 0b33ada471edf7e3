"""The first page: that it comes quickly, whole and without complaint, on a desk and on a phone."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browser import (
    DESK,
    PHONE,
    Visits,
    Wire,
    is_wider_than_the_screen,
    serious_faults,
    shifts,
    wait_for_fonts,
)

MOST_BYTES = {"/": 70_000, "/t/": 170_000}  # of the first load, packed; fonts follow it
MOST_FONT_BYTES = 100_000
MOST_LATER = 2  # files: the messages
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])
DAY, NIGHT = "rgb(241, 228, 201)", "rgb(28, 21, 18)"  # the paper


@SIZES
def test_the_first_page_loads_and_nothing_jumps(visits: Visits, size: dict[str, int]) -> None:
    page = visits.page(size=size)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("main")).to_have_count(1)
    assert shifts(page) == []
    assert not is_wider_than_the_screen(page)


@SIZES
@THEMES
def test_axe_finds_nothing_serious(visits: Visits, size: dict[str, int], theme: Any) -> None:
    assert serious_faults(visits.page(size=size, color_scheme=theme)) == []


@THEMES
def test_the_chosen_theme_goes_before_that_of_the_system_and_paper_is_always_printed_by_day(
    visits: Visits, theme: Any
) -> None:
    page = visits.page(color_scheme=theme)
    paper = page.locator("body")
    expect(paper).to_have_css("background-color", {"light": DAY, "dark": NIGHT}[theme])
    for colour in (DAY, NIGHT):
        page.get_by_role("button", name="Theme:").click()
        expect(paper).to_have_css("background-color", colour)
        page.emulate_media(media="print")
        expect(paper).to_have_css("background-color", DAY)
        page.emulate_media(media="screen")


def make_table(url: str, **wish: Any) -> dict[str, Any]:
    response = httpx.post(f"{url}/api/tables", json={"name": "Ann", **wish})
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


@pytest.mark.parametrize("game", ["board", "card"])
def test_the_first_load_of_a_table_is_small(visits: Visits, game: str) -> None:
    made = make_table(visits.url, game=game, options={"solo": True})
    page = visits.context_without_worker().new_page()
    wire = Wire(page)
    page.goto(f"/t/{made['table']}#token={made['token']}", wait_until="networkidle")
    expect(page.get_by_role("button").first).to_be_visible()
    wait_for_fonts(page)
    assert 10_000 < wire.bytes <= MOST_BYTES["/t/"], str(wire)
    assert 10_000 < wire.font_bytes <= MOST_FONT_BYTES, str(wire)
    assert shifts(page) == []


def test_the_first_page_is_small(visits: Visits) -> None:
    page = visits.context_without_worker().new_page()
    wire = Wire(page)
    page.goto("/", wait_until="networkidle")
    wait_for_fonts(page)
    assert 10_000 < wire.bytes <= MOST_BYTES["/"], str(wire)


@pytest.mark.parametrize("game", ["board", "card"])
def test_the_cards_of_a_table_wait_for_few_answers(visits: Visits, game: str) -> None:
    """On a phone every answer that has to be waited for costs more than its bytes: what the page names at once is asked
    for at once, then come the messages, then the cards and the table of the game; fonts come last.
    """
    made = make_table(visits.url, game=game, options={"solo": True})
    page = visits.context_without_worker(PHONE).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(visits.url)))
    page.goto(f"/t/{made['table']}#token={made['token']}", wait_until="networkidle")
    wait_for_fonts(page)
    named = [one for one in asked if one in httpx.get(f"{visits.url}/t/{made['table']}").text]
    cards = asked.index(f"/api/cards/{game}")
    between = [
        one for one in asked[:cards] if one.startswith("/assets/") and one not in named and "/Preparation-" not in one
    ]
    assert any("/TablePage-" in one for one in named)
    assert len(between) <= MOST_LATER, between
    assert min(place for place, one in enumerate(asked) if one.endswith(".woff2")) > cards


@SIZES
def test_a_table_fits_the_screen(visits: Visits, size: dict[str, int]) -> None:
    made = make_table(visits.url, game="board", options={"solo": True})
    page = visits.page(f"/t/{made['table']}#token={made['token']}", size)
    expect(page.get_by_role("button").first).to_be_visible()
    assert not is_wider_than_the_screen(page)
