"""Hints in a real browser: the ghost stands where the move will land, and "Do it" plays up to the next reveal."""

from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, Visits, serious_faults
from tests.web.scenes import Player, play_until, sit_down

PATIENCE = 90_000  # milliseconds: the first hint of a server loads what it thinks with
# in the coatl itself: the table around it makes room for the buttons of what the feather brings
MIDDLE = """selector => {
  const origin = document.querySelector(selector)?.closest('.coatl').getBoundingClientRect()
  const boxes = [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect())
  const [left, right] = [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right))]
  const [top, bottom] = [Math.min(...boxes.map(box => box.top)), Math.max(...boxes.map(box => box.bottom))]
  return boxes.length ? { x: (left + right) / 2 - origin.x, y: (top + bottom) / 2 - origin.y } : null
}"""
LANDED = '[data-fly^="coatl:1:"]'  # parts of Ann's coatl
NOTE_LANDING = f"""() => {{
  const look = () => {{
    window.landed ??= ({MIDDLE})('{LANDED}')
    if (!window.landed) requestAnimationFrame(look)
  }}
  look()
}}"""


def asked(page: Page) -> None:
    """Asks for a hint and waits for it."""
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Do it")).to_be_visible(timeout=PATIENCE)


def first_turn(client: httpx.Client, visits: Visits, **more: Any) -> tuple[Player, Page]:
    """Ann's first turn of a card game, with a hint that lays a feather."""
    for _ in range(10):
        ann = sit_down(client, "card", 2)[0]
        page = visits.page(ann.path, **more)
        asked(page)
        if page.locator("[data-ghost]").count():
            return ann, page
        page.close()  # it advises to discard a feather
    raise AssertionError("no hint lays a feather")


def test_the_ghost_stands_where_the_feather_lands_and_the_line_is_played(visits: Visits) -> None:
    with httpx.Client(base_url=visits.url) as client:
        ann, page = first_turn(client, visits)
        expect(page.get_by_test_id("hint-arrow")).to_be_visible()
        assert not page.locator(LANDED).count()
        ghost = page.evaluate(MIDDLE, "[data-ghost]")
        page.evaluate(NOTE_LANDING)
        page.get_by_role("button", name="Do it").click()
        expect(page.get_by_test_id("hint")).to_have_count(0, timeout=PATIENCE)
        landed = page.evaluate("window.landed")
        assert abs(ghost["x"] - landed["x"]) < 4
        assert abs(ghost["y"] - landed["y"]) < 4
        view = ann.view()
        assert view["players"][0]["coatl"]
        assert view["seat"] == 2 or view["pending"] == "revealed", "the line goes up to the next reveal"


def test_reasons_stand_beside_the_table(visits: Visits) -> None:
    """On a desk nothing of the table is covered; whoever plays something else loses the hint."""
    with httpx.Client(base_url=visits.url) as client:
        ann, page = first_turn(client, visits, size={"width": 1440, "height": 900})
        hint, table = page.get_by_test_id("hint").bounding_box(), page.locator("[data-table]").bounding_box()
        assert hint is not None
        assert table is not None
        assert hint["x"] >= table["x"] + table["width"] - 1
        assert not serious_faults(page)
        discard = next(action for action in ann.view()["legal"] if action.startswith("discard"))
        ann.act(discard, 1)
        expect(page.get_by_test_id("hint")).to_have_count(0)


def test_on_a_phone_the_hint_stands_above_the_table(visits: Visits) -> None:
    with httpx.Client(base_url=visits.url) as client:
        _, page = first_turn(client, visits, size=PHONE)
        hint, table = page.get_by_test_id("hint").bounding_box(), page.locator("[data-table]").bounding_box()
        assert hint is not None
        assert table is not None
        assert hint["y"] + hint["height"] <= table["y"] + 1
        assert hint["height"] < PHONE["height"] * 0.42
        assert not serious_faults(page)


def test_beside_a_hint_nothing_slides_under_what_one_holds(visits: Visits) -> None:
    """The table is narrower then; ADAM's line keeps to one row, and no card grows."""
    with httpx.Client(base_url=visits.url) as client:
        people = sit_down(client, "board", 1)
        assert play_until(people, lambda view: view["pending"] == "turn")
        page = visits.page(people[0].path, size={"width": 1440, "height": 900}, reduced_motion="reduce")
        asked(page)
        dock = page.locator(".dock").bounding_box()
        assert dock is not None
        for part in ("[data-place='board/2']", "[data-part=mine]", ".supply"):
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= dock["y"] + 1, part
