"""Nothing is lost by a slip: what cannot be taken back has a place of its own and is asked once."""

import re
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import Visits
from tests.web.players import Person, Thumb, person, sensible
from tests.web.scenes import TRIES, Stage, play_until, scene, sit_down
from tests.web.test_first_page import make_table

GAINS = ("raise", "fulfil", "steal")
NOTE_ENDINGS = """
    window.endings = []
    const bar = document.querySelector('.dock .bar')
    new MutationObserver(() => window.endings.push(bar.querySelector('.end')?.textContent.trim()))
        .observe(bar, { childList: true, subtree: true })
"""

NOTE_HANDS = """
    window.hands = []
    const dock = document.querySelector('.dock')
    const look = () => {
        const hand = dock.querySelector('.hand')
        if (hand) window.hands.push(hand.querySelectorAll('.card').length)
    }
    new MutationObserver(look).observe(dock, { childList: true, subtree: true })
"""


def alone(visits: Visits, game: str, kind: type[Person] = Person) -> Person:
    """Somebody at a table against the automaton."""
    made = make_table(visits.url, game=game, options={"solo": True})
    ann = person(visits, kind)
    ann.open(f"/t/{made['table']}#token={made['token']}").ears.rest()
    return ann


def legal(view: Any, word: str) -> list[str]:
    return [action for action in view["legal"] if action.startswith(word)]


def reached(visits: Visits, shown: Stage) -> str:
    """A table against ADAM that shows this; some games end before."""
    with httpx.Client(base_url=visits.url) as client:
        tables = (sit_down(client, "board", 1) for _ in range(TRIES))
        return next(people[0].path for people in tables if play_until(people, shown, sensible))


def box(button: Locator) -> Any:
    button.wait_for()
    return button.bounding_box()


def share_a_place(one: Any, other: Any) -> bool:
    return bool(
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def named(page: Page, *names: str) -> Locator:
    return page.locator(".bar").get_by_role("button", name=re.compile(f"^({'|'.join(names)})"))


def test_lay_and_discard_never_share_a_place_and_one_press_discards_nothing(visits: Visits) -> None:
    for kind in (Person, Thumb):
        ann = alone(visits, "card", kind)
        ann.press("[data-hand='0']")
        discard = box(named(ann.page, "Discard"))
        ann.page.locator("[data-spot]").first.focus()  # aims
        lay = box(named(ann.page, "Lay it here"))
        assert not share_a_place(lay, discard)
        ann.page.keyboard.press("Escape")
        before = len(ann.ears.played)
        named(ann.page, "Discard").click()
        expect(ann.page.get_by_role("dialog")).to_contain_text("Discard")
        assert ann.ears.played[before:] == []


def test_a_yes_and_the_end_of_the_turn_never_share_a_place(visits: Visits) -> None:
    """A second touch on the yes must not end the turn."""
    ann = alone(visits, "board", Thumb)
    ann.play(turns=1)
    ann.ears.rest()
    seat, view = 1, ann.ears.views[1]
    row = next(action for action in view["legal"] if action.startswith("choose row"))
    ann.press(f"button[data-place='row/{row[-1]}']")
    yes = box(ann.page.get_by_test_id("yes"))
    ann.page.get_by_test_id("yes").tap()
    ann.ears.wait(lambda: ann.ears.views[seat]["pending"] == "choose")
    assert not share_a_place(yes, box(named(ann.page, "End turn")))


def test_laying_the_last_feather_and_the_end_of_the_turn_never_share_a_place(visits: Visits) -> None:
    """The hand has become smaller; the buttons must not follow it."""
    for kind in (Person, Thumb):
        ann = alone(visits, "card", kind)
        ann.skip(until=lambda view: view["plays"] == 1 and any(action.startswith("beside") for action in view["legal"]))
        ann.press("[data-hand='0']")
        ann.page.locator("[data-spot]").first.focus()
        lay = box(named(ann.page, "Lay it here"))
        named(ann.page, "Lay it here").click()
        assert not share_a_place(lay, box(named(ann.page, "End turn")))


def test_on_a_phone_the_table_stays_where_one_looks_after_a_lay(visits: Visits) -> None:
    """The focus goes on to the hand; the page must not scroll after it, away from the coatl."""
    ann = alone(visits, "card", Thumb)
    for selector in ("[data-hand='0']", "[data-spot]", "[data-testid=lay]"):
        place = box(ann.page.locator(selector).first)  # touched there: `tap` would scroll by itself
        ann.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    ann.ears.wait(lambda: any(action.startswith("start") for _, action in ann.ears.played))
    ann.page.wait_for_function("() => document.activeElement.closest('.dock') !== null")
    expect(ann.page.locator(".own .coatl")).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_table_stays_where_one_looks_after_a_question(visits: Visits) -> None:
    """What was asked gives the focus back to a docked button, which stands at the end of the page."""
    page = alone(visits, "card", Thumb).page
    for button in (
        page.locator("[data-hand='0']"),
        named(page, "Discard"),
        page.get_by_role("dialog").get_by_text("Go back"),
    ):
        place = box(button)
        page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(named(page, "Discard")).to_be_focused()
    assert page.evaluate("scrollY") == 0


def test_a_card_of_the_deck_is_drawn_after_a_yes(visits: Visits) -> None:
    """It lies beside cards that can be put back, and cannot be put back itself."""
    ann = alone(visits, "board")
    ann.play(turns=1)
    ann.ears.rest()
    before = len(ann.ears.played)
    ann.press("button[data-place='deck']")
    ann.page.get_by_test_id("yes").wait_for()
    assert ann.ears.played[before:] == []


def test_the_opening_can_be_changed_until_it_is_said_and_stays_in_order(visits: Visits) -> None:
    ann = person(visits)
    ann.open(scene(visits.url, "board", "opening")).ears.rest()
    dealt = ann.page.locator("[data-dealt]")
    order = dealt.evaluate_all("(all) => all.map((one) => one.dataset.place)")
    assert order
    for _ in range(3):  # chosen, left, chosen
        ann.press("[data-dealt='1']")
    ann.press("[data-dealt='0']")
    ann.press("[data-dealt='0']")
    expect(ann.page.locator("#opening")).to_have_text(re.compile("Keep up to 3:\\s*1 chosen"))
    assert dealt.evaluate_all("(all) => all.map((one) => one.dataset.place)") == order
    assert ann.ears.played == []
    ann.press("[data-dealt='1']")
    ann.press("[data-testid=keep]")
    expect(ann.page.get_by_role("dialog")).to_contain_text("Keep no prophecy at all?")
    assert ann.ears.played == []
    ann.page.get_by_role("button", name="Go back").click()
    ann.press("[data-dealt='1']")
    ann.press("[data-testid=keep]")
    ann.ears.wait(lambda: len(ann.ears.played) == 2)
    assert [action for _, action in ann.ears.played] == [f"keep {order[1].split('/')[-1]}", "done"]


def test_what_is_kept_stays_in_the_scene_until_all_of_it_is_said(visits: Visits) -> None:
    """RULES 4.5: after the third card only `done` is left; the scene must not give way to a hand of five meanwhile."""
    ann = alone(visits, "board")
    ann.page.evaluate(NOTE_HANDS)
    ann.play(turns=1)
    assert set(ann.page.evaluate("window.hands")) == {3}


def test_on_a_phone_the_opening_is_the_first_thing_one_sees(visits: Visits) -> None:
    ann = person(visits, Thumb)
    ann.open(scene(visits.url, "board", "opening")).ears.rest()
    for card in ann.page.locator("[data-dealt]").all():
        expect(card).to_be_in_viewport(ratio=1)


def test_a_finger_chooses_in_the_opening_and_looks_by_resting(visits: Visits) -> None:
    """What explains a card lies over the scene: a press that chooses must not bring it."""
    ann = person(visits, Thumb)
    ann.open(scene(visits.url, "board", "opening")).ears.rest()
    card, heading = ann.page.locator("[data-dealt='0']"), ann.page.locator("#opening")
    card.tap()
    expect(heading).to_contain_text("1 chosen")
    expect(ann.page.locator(".inspector")).to_have_count(0)
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(ann.page.locator(".inspector")).to_be_visible()
    card.dispatch_event("pointerup", {"pointerType": "touch"})
    card.dispatch_event("click")
    expect(heading).to_contain_text("1 chosen")


def test_a_card_that_is_picked_up_or_laid_moves_nothing_that_stands_before_it(visits: Visits) -> None:
    """A hand that closes up from both sides brings another card under the pointer."""
    ann = person(visits)
    ann.open(reached(visits, lambda view: legal(view, "fulfil") != [])).ears.rest()
    view = ann.ears.views[1]
    name = legal(view, "fulfil")[0].split()[1]
    page, number = ann.page, view["players"][0]["hand"].index(name)
    before = [box(one) for one in page.locator(".hand .slot").all()[:number]]
    coatls = [box(one) for one in page.locator(".coatls > section").all()]
    ann.press(f"[data-place='card/1/{name}']")
    page.locator(".lay").first.wait_for()
    assert [box(one) for one in page.locator(".coatls > section").all()] == coatls
    page.locator(".lay").first.click()
    expect(page.locator(f"[data-place='card/1/{name}']")).to_have_count(view["players"][0]["hand"].count(name) - 1)
    assert [box(one) for one in page.locator(".hand .slot").all()[:number]] == before


def touch(place: Locator) -> None:
    """A finger on the middle of what is in sight: nothing is scrolled for it."""
    at = box(place)
    place.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def test_whoever_goes_back_finds_the_table_where_it_was_or_takes_the_points_at_once(visits: Visits) -> None:
    """On a phone, where the dock would be looked for at the end of the page. A coatl that lights up can be pressed."""
    ann = person(visits, Thumb)
    ann.open(reached(visits, lambda view: "done" in view["legal"] and legal(view, "fulfil") != [])).ears.rest()
    page, fulfil = ann.page, legal(ann.ears.views[1], "fulfil")
    name = fulfil[0].split()[1]
    ann.press(f"[data-place='card/1/{name}']")
    touch(page.locator(".coatls section.target .piece").first)
    expect(page.get_by_test_id("yes")).to_be_visible()
    touch(page.get_by_role("button", name="Leave it"))
    place = page.evaluate("scrollY")
    touch(page.locator(".bar .onward .main"))
    touch(page.get_by_role("button", name="Go back"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("scrollY") == place
    before = len(ann.ears.played)
    touch(page.locator(".bar .onward .main"))
    page.get_by_role("dialog").get_by_role("button", name="Fulfil").first.tap()
    ann.ears.wait(lambda: len(ann.ears.played) > before)
    assert ann.ears.played[before][1] in fulfil


def test_ending_the_turn_asks_once_while_something_can_be_gained(visits: Visits) -> None:
    ann = alone(visits, "card")
    ann.skip(until=lambda view: any(action.startswith(GAINS) for action in view["legal"]))
    view = ann.ears.views[1]
    gain = next(action for action in view["legal"] if action.startswith(GAINS))
    before = len(ann.ears.played)
    ann.page.keyboard.press("e")
    expect(ann.page.get_by_role("dialog")).to_contain_text(gain.split()[1])
    expect(ann.page.get_by_role("button", name="Go back")).to_have_class(re.compile("main"))  # what loses nothing
    assert ann.ears.played[before:] == []
    ann.page.get_by_test_id("sure").click()
    ann.ears.wait(lambda: ann.ears.played[before:] == [(1, "done")])


def test_gains_are_buttons_in_the_bar_and_the_first_is_the_main_one(visits: Visits) -> None:
    ann = alone(visits, "card")
    ann.skip(until=lambda view: any(action.startswith(GAINS) for action in view["legal"]))
    legal = {action for action in ann.ears.views[1]["legal"] if action.startswith(GAINS)}
    offers = ann.page.locator("[data-offer]")
    expect(offers.first).to_have_class(re.compile("main"))
    assert {one.get_attribute("data-offer") for one in offers.all()} == legal
    before = len(ann.ears.played)
    offers.first.click()
    ann.ears.wait(lambda: len(ann.ears.played) > before)
    assert ann.ears.played[before][1] in legal


def test_the_last_person_who_leaves_is_told_what_happens_and_it_happens(visits: Visits) -> None:
    ann = alone(visits, "card")
    page = ann.page
    page.get_by_role("button", name="More", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Leave and end the game").click()
    expect(dialog.last).to_contain_text("the game ends unfinished, and nobody can come back to it")
    page.get_by_test_id("sure").click()
    expect(page.get_by_role("heading", name="This table was closed")).to_be_visible()


def test_a_step_with_one_empty_answer_is_played_by_itself_and_taken_back_with_the_feather(visits: Visits) -> None:
    """A feather with which nothing can be gained leads to the next one; undo takes back both. No button for it comes
    and goes under the pointer while the feather lands.
    """
    ann = alone(visits, "card")
    ann.page.evaluate(NOTE_ENDINGS)
    for _ in range(20):
        ann.ears.rest()
        before = ann.ears.views[1]
        if before["pending"] == "play" and before["plays"] == 0:
            sent = len(ann.ears.played)
            ann.page.evaluate("window.endings = []")
            ann.move(1, next(one for one in before["legal"] if one.startswith(("start", "beside", "over"))))
            ann.ears.rest()
            if ann.ears.played[sent + 1 :] == [(1, "done")]:
                break
        turn = before["turns"]
        ann.skip(until=lambda view, turn=turn: view["turns"] != turn and view["pending"] == "play")  # type: ignore[misc]
    assert ann.ears.views[1]["plays"] == 1
    assert "Next feather" not in ann.page.evaluate("window.endings")
    expect(named(ann.page, "Undo")).to_be_visible()
    named(ann.page, "Undo").click()
    ann.ears.wait(lambda: ann.ears.views[1]["legal"] == before["legal"] and not ann.ears.asked)
    ann.page.wait_for_timeout(300)  # nothing is played again
    assert ann.ears.views[1]["plays"] == 0
    assert ann.ears.views[1]["players"][0]["hand"] == before["players"][0]["hand"]
