"""The main pages in every language on a small phone: in that language, and nothing cut off or too wide."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, ROOT, Visits, shifts
from tests.web.overflow import overflows
from tests.web.test_first_page import make_table

MESSAGES = ROOT / "src/coatl/messages"
LANGUAGES = sorted(json.loads((MESSAGES / "languages.json").read_text(encoding="utf-8")))
PAGES = (
    *("/", "/new/adam", "/new/carl", "/new/friends", "/new/device", "/new/bots", "/lobby", "/learn"),
    *("/learn/board2", "/learn/card2"),
    *("/cards/board", "/cards/card", "/analysis", "/puzzle", "/practice", "/replay", "/no/such/page"),
    *("/privacy", "/admin"),
)
LOADED = """[...document.fonts]
    .filter(({ family, status }) => status === 'loaded' && !family.includes('Fallback'))
    .map(({ family }) => family.replaceAll('"', ''))"""
GAMES = pytest.mark.parametrize("game", ["board", "card"])


def namespace(language: str, name: str) -> dict[str, str]:
    """The messages of one part of the app."""
    found: dict[str, str] = json.loads(Path(MESSAGES / language / f"{name}.json").read_text(encoding="utf-8"))
    return found


def in_every_language(page: Page) -> Iterator[str]:
    """Switches by hand; each time when the page speaks that language and nothing is on its way."""
    for language in LANGUAGES:
        page.locator("header .burger").click()
        page.locator("header select:has(option[value=uk])").select_option(language)
        page.locator("header .burger").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_text(namespace(language, "common")["loading"])).to_have_count(0)
        yield language


def misfits(page: Page) -> dict[str, list[str]]:
    found = {language: overflows(page) for language in in_every_language(page)}
    assert [*found] == LANGUAGES
    return {language: faults for language, faults in found.items() if faults}


@pytest.mark.parametrize("path", PAGES)
def test_every_page_fits_a_small_phone(visits: Visits, path: str) -> None:
    if path == "/no/such/page":
        visits.expect("404")
    assert misfits(visits.page(path, PHONE)) == {}


@GAMES
def test_a_table_fits_a_small_phone(visits: Visits, game: str) -> None:
    made = make_table(visits.url, game=game, options={"solo": True})
    page = visits.page(f"/t/{made['table']}#token={made['token']}", PHONE)
    expect(page.get_by_role("button").first).to_be_visible()
    assert misfits(page) == {}


def test_the_rules_are_read_in_that_language(visits: Visits) -> None:
    page = visits.page("/rules", PHONE)
    for language in in_every_language(page):
        expect(page.locator(".book")).to_have_attribute("lang", language)
        assert overflows(page) == []


# ---------------------------------------------------------------- without the shipped fonts

FONTS = pytest.mark.parametrize("only", [None, "DejaVu Sans"], ids=["fallbacks", "dejavu"])


@FONTS
@pytest.mark.parametrize("path", ["/", "/new/friends", "/rules", "/cards/card"])
def test_a_page_fits_a_small_phone_without_the_shipped_fonts(visits: Visits, path: str, only: str | None) -> None:
    page = visits.context_without_fonts(PHONE, only).new_page()
    page.goto(path, wait_until="networkidle")
    assert page.evaluate(LOADED) == []
    assert misfits(page) == {}


@FONTS
@GAMES
def test_a_table_fits_a_small_phone_without_the_shipped_fonts(visits: Visits, game: str, only: str | None) -> None:
    made = make_table(visits.url, game=game, options={"solo": True})
    page = visits.context_without_fonts(PHONE, only).new_page()
    page.goto(f"/t/{made['table']}#token={made['token']}", wait_until="networkidle")
    expect(page.get_by_role("button").first).to_be_visible()
    assert misfits(page) == {}


def test_the_shipped_fonts_are_used_and_nothing_moves_when_they_come(visits: Visits) -> None:
    page = visits.page("/", PHONE)
    page.wait_for_function("document.fonts.check('700 1rem \"Alegreya Sans\"') && document.fonts.status === 'loaded'")
    assert {"Alegreya", "Alegreya Sans"} <= {*page.evaluate(LOADED)}
    assert shifts(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_decides_the_first_language(visits: Visits, language: str) -> None:
    expect(visits.page(locale=language).locator("html")).to_have_attribute("lang", language)


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
