"""What moves and sounds: the answer waits for my move, a press skips, and who
wants no motion reads the same words.
"""

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import DESK, PHONE, Visits
from tests.web.players import plays_itself, sensible
from tests.web.scenes import Player, play_until, sit_down

STORY = ".story.acting:visible"
LONGEST = 6000
SLACK = 4000  # milliseconds that a busy machine may add
LANDING = 500  # milliseconds in which my move is alone on the table
# notes what the table shows, whenever it changes: the pieces that I hold, and what the story says
WATCH = """() => {
    window.seen = []
    const look = () => {
        const story = [...document.querySelectorAll('.story.acting')].find((one) => one.offsetWidth)
        const text = story?.querySelector('ol').textContent.replace(/\\s+/g, ' ').trim() ?? ''
        const held = document.querySelectorAll('.dock .slab [data-fly]').length
        const last = window.seen.at(-1)
        if (text !== last?.text || held !== last.held) window.seen.push({ time: performance.now(), text, held })
        requestAnimationFrame(look)
    }
    look()
}"""
SILENT = (
    "() => { window.AudioContext = class extends AudioContext { constructor() { super(); window.played = true } } }"
)


@pytest.fixture
def people(site: Any) -> Any:
    with httpx.Client(base_url=site.url) as client:
        yield lambda game: sit_down(client, game, 1)[0]


def at_my_turn(person: Player) -> Any:
    assert play_until([person], lambda view: view["pending"] in ("turn", "play"))
    return person.view()


def end_turn(person: Player) -> None:
    """Plays until the automaton has answered."""
    turn = person.view()["turns"]
    for number in range(1000, 2000):
        view = person.view()
        if view["turns"] != turn:
            return
        if not plays_itself(view):  # else the page does
            person.act(sensible(view), number)
    raise AssertionError("the turn does not end")


def watched(visits: Visits, person: Player, **more: Any) -> Page:
    page = visits.page(person.path, **more)
    expect(page.locator(".dock")).to_be_visible()
    expect(page.locator(STORY)).to_have_count(0, timeout=LONGEST + SLACK)
    page.evaluate(WATCH)
    return page


def wait_for_the_end(page: Page) -> list[Any]:
    page.wait_for_function("() => window.seen.some((one) => one.text)", timeout=LONGEST + SLACK)
    page.wait_for_function("() => window.seen.at(-1).text === ''", timeout=2 * LONGEST + SLACK)
    found: list[Any] = page.evaluate("window.seen")
    return found


def test_the_answer_of_adam_waits_until_my_move_has_landed(visits: Visits, people: Any) -> None:
    """RULES 4.5: ADAM acts step by step, in words beside its panel; nothing covers the wheel, the row or the hand."""
    person = people("board")
    view = at_my_turn(person)
    page = watched(visits, person)
    cell = next(action for action in view["legal"] if action.startswith("take")).split()[1]
    page.locator(f"button[data-place='cell/{cell}']").click()
    expect(page.locator(STORY)).to_have_count(1)
    story = page.locator(STORY).bounding_box()
    for covered in (".supply", ".row", ".dock"):
        assert apart(story, page.locator(covered).first.bounding_box()), covered
    told = wait_for_the_end(page)
    landed = next(one for one in told if one["held"] > told[0]["held"])
    begun = next(one for one in told if one["text"])
    assert landed["text"] == ""
    assert begun["time"] - landed["time"] >= LANDING
    assert told[-1]["time"] - begun["time"] < LONGEST + SLACK
    assert len({one["text"] for one in told}) >= 3  # a beat for each step, and the end


def apart(one: Any, other: Any) -> bool:
    """Whether two boxes do not touch."""
    return bool(
        one["x"] >= other["x"] + other["width"]
        or other["x"] >= one["x"] + one["width"]
        or one["y"] >= other["y"] + other["height"]
        or other["y"] >= one["y"] + one["height"]
    )


def test_a_press_skips_and_does_nothing_else(visits: Visits, people: Any) -> None:
    """On a phone the words stand in the dock, below the hand."""
    person = people("card")
    at_my_turn(person)
    page = watched(visits, person, size=PHONE)
    end_turn(person)
    expect(page.locator(STORY)).to_have_count(1)
    assert apart(page.locator(STORY).bounding_box(), page.locator(".dock .hand").bounding_box())
    before = person.view()
    page.locator("[data-hand='0']").tap(force=True)
    expect(page.locator(STORY)).to_have_count(0, timeout=1000)
    expect(page.locator("[data-hand='0']")).to_be_enabled(timeout=1000)
    expect(page.locator("[data-hand='0']")).to_have_attribute("aria-pressed", "false")
    assert person.view() == before


@pytest.mark.parametrize("game", ["board", "card"])
def test_without_motion_the_same_words_are_there(visits: Visits, people: Any, game: str) -> None:
    """Reduced motion gets the same facts; and the log has the same steps as the story."""
    person = people(game)
    at_my_turn(person)
    still = visits.page(person.path, reduced_motion="reduce")
    moving = watched(visits, person)
    expect(still.locator(".dock")).to_be_visible()
    end_turn(person)
    panel = still.locator(".told .story:visible li")
    expect(panel.first).to_be_visible()
    words = panel.all_inner_texts()
    wait_for_the_end(moving)
    assert moving.locator(".told .story:visible li").all_inner_texts() == words
    seen = " ".join(one["text"] for one in moving.evaluate("window.seen"))
    assert all(" ".join(line.split()) in seen for line in moving.locator(".told .story:visible li").all_text_contents())


def test_carl_moves_first_and_is_seen(visits: Visits, people: Any) -> None:
    """RULES 5.5: his first turn is over before the page comes; it is shown all the same, and once."""
    person = people("card")
    page = visits.page(person.path)
    expect(page.locator(STORY)).to_contain_text("CARL")
    expect(page.locator(STORY)).to_have_count(0, timeout=LONGEST + SLACK)
    page.reload(wait_until="networkidle")
    expect(page.locator(".dock [data-hand='0']")).to_be_enabled()
    expect(page.locator(STORY)).to_have_count(0)


def test_sound_can_be_turned_off(visits: Visits, people: Any) -> None:
    person = people("board")
    view = at_my_turn(person)
    context = visits.context(DESK)
    context.add_init_script(f"({SILENT})()")
    page = context.new_page()
    page.goto(person.path, wait_until="networkidle")
    page.get_by_role("button", name="More", exact=True).click()
    sound = page.get_by_role("checkbox", name="Sound")
    expect(page.get_by_role("slider", name="Volume")).to_be_enabled()
    sound.uncheck()
    expect(page.get_by_role("slider", name="Volume")).to_be_disabled()
    page.keyboard.press("Escape")
    cells = [action.split()[1] for action in view["legal"] if action.startswith("take")]
    page.locator(f"button[data-place='cell/{cells[0]}']").click()
    expect(page.locator(STORY)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(STORY)).to_have_count(0)
    assert page.evaluate("window.played") is None
    page.get_by_role("button", name="More", exact=True).click()
    sound.check()  # each change is heard
    page.wait_for_function("() => window.played === true")


def test_a_replay_acts_out_an_automaton_and_the_next_press_shows_its_end(visits: Visits, people: Any) -> None:
    """RULES 5.5: CARL plays first, so the first step of a replay is a turn of his."""
    person = people("card")
    at_my_turn(person)
    page = visits.page(person.path.replace("/t/", "/replay/"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(STORY)).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(STORY)).to_have_count(0, timeout=1000)
    expect(page.locator(".steps li").first).to_contain_text("CARL reveals")
