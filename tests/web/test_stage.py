"""The table as a stage: what one holds is in sight and can be read, in every window and every stage of a game."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.processes import Process
from tests.web.browser import Visits
from tests.web.players import Thumb, person
from tests.web.scenes import DESKS, SIZES, looking, own_side, scene, sit_down, solo_scene
from tests.web.test_first_page import make_table
from tests.web.test_motion import apart

SMALLEST_TEXT = 11  # pixels
NARROWEST_CARD = 120  # on a desk
STAGES_OF_A_GAME = ("opening", "one", "middle", "four")
# What holds text on cards: its own text, not that of a part; and its size as it is drawn.
SMALL_TEXT = """
    (smallest) => [...document.querySelectorAll('[data-table] *')]
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, [data-none]'))
        .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.textContent.trim(), one.className])
        .filter(([size]) => size < smallest)
"""
HELD = "[data-hand], .dock .hand .card, [data-dealt]"  # feathers, prophecies and temples in hand, dealt prophecies
# How much of each thing that one holds is in sight, from 0 to 1, and how wide it is.
IN_SIGHT = """
    (all) => all.map((one) => {
        const box = one.getBoundingClientRect()
        const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]))
        const seen = points.filter(([x, y]) =>
            one.contains(document.elementFromPoint(box.x + x * box.width, box.y + y * box.height)))
        return { share: seen.length / points.length, width: box.width }
    })
"""
COVERED = """
    () => {
        const dock = document.querySelector('.dock').getBoundingClientRect()
        return dock.bottom > innerHeight + 1 || dock.right > innerWidth + 1
    }
"""

MORE = "(preview) => preview.append(...Array.from({ length: 4 }, () => preview.firstElementChild.cloneNode(true)))"
# The box of a text, which may be wider than that of its element.
WORDS = """
    (one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getBoundingClientRect().toJSON()
    }
"""
# How far what ends a sentence or a part of it stands from the piece before it, in pixels.
GAPS = """
    (all) => all
        .map((one) => [one.lastElementChild, document.createTreeWalker(one.parentNode, NodeFilter.SHOW_TEXT)])
        .map(([piece, texts]) => {
            while (texts.nextNode())
                if (piece.compareDocumentPosition(texts.currentNode) & 4 && texts.currentNode.data) break
            const range = document.createRange()
            range.setStart(texts.currentNode, 0)
            range.setEnd(texts.currentNode, 1)
            return [range.toString(), range.getBoundingClientRect().left - piece.getBoundingClientRect().right]
        })
        .filter(([sign]) => '.,:;'.includes(sign))
        .map(([, gap]) => gap)
"""


@pytest.fixture(scope="module")
def scenes(site: Process) -> dict[tuple[str, str], str]:
    return {(game, stage): scene(site.url, game, stage) for game in ("board", "card") for stage in STAGES_OF_A_GAME}


@pytest.fixture(params=SIZES)
def window(request: pytest.FixtureRequest, browser: Browser, site: Process) -> Iterator[tuple[str, Page]]:
    with looking(browser, site.url, SIZES[request.param]) as page:
        yield request.param, page


def held(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.locator(HELD).evaluate_all(IN_SIGHT)
    return found


def test_the_hand_is_in_sight_and_can_be_read(scenes: dict[tuple[str, str], str], window: tuple[str, Page]) -> None:
    """Without scrolling: each card that one holds; no text below 11 pixels; 120 pixels a card on a desk."""
    size, page = window
    faults = []
    for (game, stage), path in scenes.items():
        page.goto(path, wait_until="networkidle")
        expect(page.locator(HELD).first).to_be_visible()
        own = held(page)
        if any(one["share"] < 0.7 for one in own):
            faults.append(f"{game} {stage}: hidden {own}")
        if size in DESKS and any(one["width"] < NARROWEST_CARD for one in own):
            faults.append(f"{game} {stage}: narrow {own}")
        small = page.evaluate(SMALL_TEXT, SMALLEST_TEXT)
        if small:
            faults.append(f"{game} {stage}: small {small}")
        if stage != "opening" and page.evaluate(COVERED):
            faults.append(f"{game} {stage}: the dock is not whole")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{game} {stage}: wider than the window")
    assert faults == []


@pytest.mark.parametrize("game", ["board", "card"])
def test_three_players_in_the_middle_of_a_game_need_no_scrolling(
    scenes: dict[tuple[str, str], str], browser: Browser, site: Process, game: str
) -> None:
    for size in DESKS[game == "card" :]:  # the board game fits the lowest one, too
        with looking(browser, site.url, SIZES[size]) as page:
            page.goto(scenes[game, "middle"], wait_until="networkidle")
            expect(page.locator(HELD).first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, size


@pytest.mark.parametrize("game", ["board", "card"])
def test_a_spectator_of_four_sees_all(
    scenes: dict[tuple[str, str], str], browser: Browser, site: Process, game: str
) -> None:
    with looking(browser, site.url, (1280, 800)) as page:
        page.goto(scenes[game, "four"].partition("#")[0], wait_until="networkidle")
        expect(page.locator("[data-table]")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_a_spectator_sees_adam_beside_the_player_and_the_dock_is_whole(visits: Visits, browser: Browser) -> None:
    made = make_table(visits.url, game="board", options={"solo": True})
    for path, seen in ((f"/t/{made['table']}", ".others article"), (watched_by_all(visits.url), ".all article")):
        with looking(browser, visits.url, (1280, 800)) as page:
            page.goto(path, wait_until="networkidle")
            expect(page.locator(seen).last).to_be_in_viewport(ratio=1)
            dock = page.locator(".dock").bounding_box()
            assert dock
            assert (dock["x"] + dock["width"], dock["y"] + dock["height"]) == (1280, 800)


def watched_by_all(url: str) -> str:
    """The page of a game of two, for whoever has no seat."""
    with httpx.Client(base_url=url) as client:
        return f"/t/{sit_down(client, 'board', 2)[0].table}"


def test_on_a_phone_the_place_for_a_held_piece_comes_into_sight(visits: Visits) -> None:
    """And not only below what is docked."""
    ann = person(visits, Thumb)
    made = make_table(visits.url, game="board", options={"solo": True})
    ann.open(f"/t/{made['table']}#token={made['token']}").ears.rest()
    ann.skip(until=lambda view: view["pending"] == "turn" and any(one.startswith("start") for one in view["legal"]))
    ann.press(".dock button[data-place^='piece/']")
    place = ann.page.locator(".end.open, .fresh.open").first
    place.wait_for()
    assert place.evaluate_all(IN_SIGHT)[0]["share"] == 1
    hand = ann.page.locator(".dock .hand").bounding_box()
    place.tap()
    ann.page.get_by_test_id("yes").wait_for()
    assert ann.page.locator(".dock .hand").bounding_box() == hand  # what it would bring is told below
    ann.page.get_by_test_id("preview").evaluate(MORE)
    assert ann.page.locator(".dock .hand").bounding_box() == hand
    ann.page.get_by_test_id("yes").tap()
    coatl = ann.page.locator(".own .coatls > section").first
    coatl.wait_for()
    assert coatl.evaluate_all(IN_SIGHT)[0]["share"] == 1


def test_what_explains_a_card_covers_neither_adams_cards_nor_what_one_plays_with(visits: Visits) -> None:
    made = make_table(visits.url, game="board", options={"solo": True})
    ann = person(visits)
    ann.open(f"/t/{made['table']}#token={made['token']}").ears.rest()
    ann.page.locator("[data-place='row/1']").hover()
    inspector = ann.page.locator(".inspector").bounding_box()
    for place in (".others .line", ".row", ".supply", ".opening .cards"):
        assert apart(inspector, ann.page.locator(place).first.bounding_box()), place


def carl_has_six(view: Any) -> bool:
    return view["pending"] == "play" and view["round"] in (2, 3) and len(view["players"][1]["prophecies"]) >= 6


def test_what_explains_a_card_covers_nothing_of_the_card_game(browser: Browser, site: Process) -> None:
    """On a desk no card and not CARL's head; on a phone, which has no gap for it, never that card itself."""
    path = solo_scene(site.url, carl_has_six)
    for size, covered in {
        "1280x720": "[data-card], .carl, .own .coatl [data-fly], .dock",
        "1440x900": "[data-card], .carl, .own .coatl [data-fly], .dock",
        "390x844": "[data-card].pinned, .dock",
        "360x640": "[data-card].pinned, .dock",
    }.items():
        with looking(browser, site.url, SIZES[size]) as page:
            page.goto(path, wait_until="networkidle")
            expect(page.locator(".centre [data-card]").first).to_be_enabled()
            for card in (page.locator(".centre [data-card]").first, page.locator(".rival [data-card]").last):
                card.evaluate(
                    "(one) => { one.scrollIntoView({ block: 'nearest' }); one.focus({ preventScroll: true }) }"
                )
                expect(card).to_contain_class("pinned")
                inspector = page.locator(".inspector").bounding_box()
                for place in page.locator(covered).all():
                    assert apart(inspector, place.bounding_box()), (size, place.evaluate("(one) => one.outerHTML"))


def test_a_full_stop_follows_a_piece_as_it_follows_a_word(visits: Visits) -> None:
    made = make_table(visits.url, game="board", options={"solo": True})
    ann = person(visits)
    ann.open(f"/t/{made['table']}#token={made['token']}").ears.rest()
    ann.play(turns=2)
    gaps = ann.page.locator(".story .pieces").evaluate_all(GAPS)  # "G2 needs ...: the first cell that has any"
    assert gaps
    assert max(gaps) <= 1.5


def test_no_name_of_a_token_lies_over_a_sign(visits: Visits) -> None:
    """Beside the log and on a small phone, in the language with the longest of these names."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
    made = make_table(visits.url, game="board", seats=seats, options={"players": 2, "tokens": True})
    ann = person(visits, locale="uk-UA")
    ann.open(f"/t/{made['table']}#token={made['token']}").ears.rest()
    ann.skip(until=lambda view: view["pending"] == "turn")
    ann.page.get_by_role("button", name="Журнал").click()
    for width, height in (SIZES["1280x720"], SIZES["360x640"]):
        ann.page.set_viewport_size({"width": width, "height": height})
        signs = ann.page.locator(".tokens.own svg").all()
        assert len(signs) == 3
        for name in ann.page.locator(".tokens.own button span:visible").all():
            words = name.evaluate(WORDS)
            assert all(apart(words, sign.bounding_box()) for sign in signs), (width, name)


def test_a_replay_is_looked_at_and_offers_nothing_to_play(visits: Visits) -> None:
    """What was dealt and is not chosen yet lies in the hand: there is no opening scene to go on with."""
    made = make_table(visits.url, game="board", options={"solo": True})
    ann = person(visits)
    ann.open(f"/t/{made['table']}#token={made['token']}").ears.rest()
    ann.play(turns=1)
    ann.open(f"/replay/{made['table']}?step=1")
    expect(ann.page.locator(".dock .hand .card")).to_have_count(5)
    expect(ann.page.locator("[data-dealt], .open, .bar .main")).to_have_count(0)
    expect(ann.page.get_by_placeholder("Type a move")).to_have_count(0)


def test_beside_the_log_the_buttons_of_the_card_game_stay_in_the_dock(
    scenes: dict[tuple[str, str], str], browser: Browser, site: Process
) -> None:
    """Which takes 300 pixels of a desk: the hand must not push them over the others."""
    with looking(browser, site.url, (1280, 800)) as page:
        page.goto(scenes["card", "one"], wait_until="networkidle")
        page.get_by_role("button", name="Log", exact=True).click()
        page.locator("[data-hand]:not(:disabled)").first.click()
        page.locator("[data-spot]").first.focus()
        dock = page.locator(".dock").bounding_box()
        for button in page.locator(".dock .buttons button").all():
            box = button.bounding_box()
            assert dock
            assert box
            assert box["x"] + box["width"] <= dock["x"] + dock["width"]
            assert box["width"] >= 60  # pixels: a word in one line


def has_three_on_a_level(view: Any) -> bool:
    levels = own_side(view)["levels"]
    return view["pending"] == "play" and any(levels.count(one) >= 3 for one in levels)


def test_on_a_phone_three_prophecies_of_a_level_lie_side_by_side(browser: Browser, site: Process) -> None:
    """Below each other they would push the middle out of sight, where one looks before one lays a feather."""
    path = solo_scene(site.url, has_three_on_a_level)
    for size in ("390x844", "360x640"):
        with looking(browser, site.url, SIZES[size]) as page:
            page.goto(path, wait_until="networkidle")
            rows = page.locator(".own .levels li").evaluate_all(
                "(steps) => steps.map((one) => [...one.querySelectorAll('[data-card]')].map((card) => card.offsetTop))"
            )
            assert max(map(len, rows)) >= 3
            assert all(len({*row[:3]}) <= 1 for row in rows), (size, rows)


def offers_three(view: Any) -> bool:
    return view["pending"] == "gain" and len(view["legal"]) > 3


def test_many_gains_do_not_move_the_dock(browser: Browser, site: Process) -> None:
    """Else the buttons below them would come to lie where others were."""
    path = solo_scene(site.url, offers_three)
    for size in ("1280x720", "tablet", "390x844"):
        with looking(browser, site.url, SIZES[size]) as page:
            page.goto(path, wait_until="networkidle")
            page.locator("[data-offer]").first.wait_for()
            undo = page.get_by_role("button", name="Undo")
            before = undo.bounding_box()
            waiting = page.locator(".dock").bounding_box()
            everything = page.get_by_role("button", name="Take all")
            assert everything.evaluate_all(IN_SIGHT)[0]["share"] == 1, size
            page.evaluate("document.querySelector('.offers').remove()")
            assert undo.bounding_box() == before, size
            assert page.locator(".dock").bounding_box() == waiting, size
