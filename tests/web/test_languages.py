"""The main pages in every language on a small phone: in that language, and nothing cut off or too wide."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import PHONE, ROOT, Visits
from tests.web.overflow import overflows
from tests.web.test_first_page import make_table

WORDS = ROOT / "web/src/lib/words"
LANGUAGES = sorted(path.name for path in WORDS.iterdir() if path.is_dir())
IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PAGES = (
    *("/", "/new/adam", "/new/carl", "/new/friends", "/new/device", "/new/bots", "/lobby", "/learn", "/rules"),
    *("/cards/board", "/cards/card", "/analysis", "/puzzle", "/replay", "/no/such/page"),
)
GAMES = pytest.mark.parametrize("game", ["board", "card"])


def room(language: str, name: str) -> dict[str, str]:
    """The messages of one part of the app."""
    found: dict[str, str] = json.loads(Path(WORDS / language / f"{name}.json").read_text(encoding="utf-8"))
    return found


def settled(page: Page, language: str) -> None:
    """Waits until the page speaks that language and nothing is on its way."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_text(room(language, "common")["loading"])).to_have_count(0)
    page.wait_for_load_state("networkidle")


@IN_EVERY_LANGUAGE
def test_every_page_fits_a_small_phone(visits: Visits, language: str) -> None:
    visits.expect("404")  # that of the page that is not there
    page = visits.page(size=PHONE, locale=language)
    faults = {}
    for path in PAGES:
        page.goto(path, wait_until="networkidle")
        settled(page, language)
        faults[path] = overflows(page)
    assert {path: found for path, found in faults.items() if found} == {}


@IN_EVERY_LANGUAGE
@GAMES
def test_a_table_fits_a_small_phone(visits: Visits, language: str, game: str) -> None:
    made = make_table(visits.url, game=game, options={"solo": True})
    page = visits.page(f"/t/{made['table']}#token={made['token']}", PHONE, locale=language)
    settled(page, language)
    expect(page.get_by_role("button").first).to_be_visible()
    assert overflows(page) == []


@IN_EVERY_LANGUAGE
@GAMES
def test_a_lesson_fits_a_small_phone(visits: Visits, language: str, game: str) -> None:
    page = visits.page(f"/learn/{game}", PHONE, locale=language)
    settled(page, language)
    assert overflows(page) == []


@IN_EVERY_LANGUAGE
def test_the_rules_are_read_in_that_language(visits: Visits, language: str) -> None:
    page = visits.page("/rules", PHONE, locale=language)
    settled(page, language)
    expect(page.locator(".book")).to_have_attribute("lang", language)


def test_a_text_that_does_not_fit_is_found(visits: Visits) -> None:
    """The check itself: a button that cuts its text, a word that is wider than the phone, a box that cuts another."""
    page = visits.context(PHONE).new_page()
    word = "Opferplättchen" * 6
    page.set_content(
        f"""<meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1">
        <button style="width: 90px; overflow: hidden">{word}</button><p>{word}</p>
        <div style="overflow: hidden; width: 200px"><b>{word}</b></div>
        <div style="overflow: auto">{word}</div><p style="clip-path: inset(50%); position: absolute">{word}</p>"""
    )
    found = overflows(page)
    assert found[0].startswith("the page is")
    assert [fault.split(": ")[:2] for fault in found[1:]] == [["cut", "button."], ["outside", "p."], ["outside", "b."]]
