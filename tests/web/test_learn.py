"""The two first games that teach by doing, played to their end with what the page offers."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browser import DESK, PHONE, Visits
from tests.web.players import Person, Thumb, person
from tests.web.test_pages import words_of

LEARNER = 1
PLACE = "[data-spot], .marked:not(.hand)"  # what a step speaks of; those of the step before go with its scene
FREE = {"card": ".own .coatl", "board": ".open:not(.dock *)"}  # where a learner who may choose does so
IN_SIGHT = """(place) => {
    const found = document.querySelector(place)?.getBoundingClientRect()
    return !found || (found.top < innerHeight && found.bottom > 0 && found.left < innerWidth && found.right > 0)
}"""
COVERED = """place => {
    const [one, guide] = [place, document.querySelector('.guide')].map((each) => each.getBoundingClientRect())
    return one.top < guide.bottom - 1 && one.bottom > guide.top && one.left < guide.right && one.right > guide.left
}"""


@pytest.mark.parametrize(
    ("chapter", "kind"), [("board", Thumb), ("board2", Person), ("card", Person), ("card2", Thumb)]
)
def test_a_chapter_can_be_played_to_its_end(visits: Visits, chapter: str, kind: type[Person]) -> None:
    """Where the learner is free, something else than in the record."""
    learner, words = person(visits, kind), words_of("en")["learn"]
    learner.open(f"/learn/{chapter}")
    choices: list[str] = []
    for number in range(60):
        told = httpx.get(f"{visits.url}/api/lessons/{chapter}", params={"choice": choices}).json()
        if number == len(told["steps"]):
            break
        step = told["steps"][number]
        expect(learner.page.locator(".guide p")).to_have_text(words[f"{step['scene']}_{step['number']}"])
        learner.page.wait_for_function(IN_SIGHT, arg=PLACE)  # before anybody has scrolled
        covered = learner.page.locator(PLACE).evaluate_all(f"(all) => all.slice(0, 1).map({COVERED})")
        assert covered in ([], [False]), step  # the teacher does not stand before what is spoken of
        if step["free"]:  # nor before the coatl to which one may add anything, or what one may take
            clear = f"(place) => [...document.querySelectorAll(place)].slice(0, 1).every((one) => !({COVERED})(one))"
            learner.page.wait_for_function(clear, arg=FREE[told["game"]])
        if step["seat"] == LEARNER:
            action = chosen(step["view"]["legal"]) if step["free"] else step["action"]
            choices += [action] * step["free"]
            follow(learner, told["game"], action, step["view"])
        else:
            learner.press(".guide .button.main")
    expect(learner.page.get_by_role("heading", name=words["ended"])).to_be_visible()
    assert told["end"] is not None
    if chapter.endswith("2"):
        expect(learner.page.get_by_role("heading", name=words["signs"])).to_be_attached()


def test_an_automaton_acts_in_its_lesson_as_at_a_table(visits: Visits) -> None:
    """Step by step, until somebody skips it; then the table is as the lesson tells."""
    page = visits.context().new_page()
    page.goto("/learn/card2")
    skip = page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    skip.click()
    expect(skip).to_have_count(0)
    told = httpx.get(f"{visits.url}/api/lessons/card2").json()["steps"][0]
    for card in told["view"]["middle"]:
        expect(page.locator(f"[data-card='{card}']").first).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_first_visit_begins_with_learning(visits: Visits, size: dict[str, int]) -> None:
    """It stands in sight at once, and steps back when something was learned."""
    page = visits.context(size=size).new_page()
    words = words_of("en")["home"]
    page.goto("/", wait_until="networkidle")
    invitation = page.get_by_role("link", name=words["first_time_link"])
    expect(invitation).to_be_in_viewport()
    expect(page.get_by_text(words["automata"])).to_be_in_viewport()
    assert invitation.bounding_box()["y"] < page.get_by_role("button", name=words["adam"]).bounding_box()["y"]  # type: ignore[index]
    page.evaluate("localStorage.setItem('coatl.lessons', '[\"board\"]')")
    page.reload(wait_until="networkidle")
    assert invitation.bounding_box()["y"] > page.get_by_role("button", name=words["adam"]).bounding_box()["y"]  # type: ignore[index]


def chosen(legal: list[str]) -> str:
    """What comes last, with nothing left that could still be gained."""
    gains = [action for action in legal if action.split()[0] in ("raise", "fulfil", "steal", "choose", "beside")]
    return gains[-1] if gains and "done" not in legal[1:] else legal[0] if legal[0] == "done" else legal[-1]


def follow(learner: Person, game: str, action: str, view: Any) -> None:
    """The move of a stop."""
    word, *rest = action.split()
    if word in ("pick", "future", "priest"):
        learner.press(f"button[data-place='token/{LEARNER}/{word}']")
        if word == "pick":
            learner.press(".chooser button >> nth=-1")
        else:
            for pile in rest:
                learner.press(f"button[data-place='pile/{pile.removeprefix('pile')}']")
        learner.press("[data-testid=yes]")  # a token is gone for good
    else:
        (learner.on_the_board if game == "board" else learner.with_cards)(action, LEARNER, view)
