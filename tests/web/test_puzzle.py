"""Puzzles of the card game, the search of the rules and the analysis, used as people do."""

from playwright.sync_api import expect

from coatl.solver.card.puzzles import make
from tests.web.browser import Visits
from tests.web.players import Thumb, person
from tests.web.test_pages import words_of

WORDS = words_of("en")


def test_a_turn_of_the_card_game_is_solved_and_the_next_one_opened(visits: Visits) -> None:
    made, player = make("1", "easy"), person(visits)
    player.open("/puzzle?game=card&level=easy&seed=1")
    page = player.page
    expect(page.get_by_text(WORDS["puzzle"]["task_card"])).to_be_visible()
    position = made.rules.view(made.states(), 1)
    first, *gains = made.solution.actions[:-1]
    view = {"players": [{"hand": list(position.players[0].hand)}], "pending": "play", "legal": []}
    player.with_cards(first, 1, view)
    for action in gains:
        player.press(f"[data-gain='{action}']")
    page.get_by_role("button", name=WORDS["puzzle"]["check"]).click()
    expect(page.get_by_text("Nothing else brings as much")).to_be_visible()
    page.get_by_test_id("next").click()
    expect(page.get_by_role("button", name=WORDS["puzzle"]["hint"], exact=True)).to_be_enabled()
    assert "seed=1&" not in f"{page.url}&"
    assert "game=card" in page.url


def test_a_small_phone_shows_the_coatl_that_one_works_on(visits: Visits) -> None:
    """Whole, between the task and what one holds."""
    for game, coatl in {"card": ".own .coatl", "board": ".own .coatls > section"}.items():
        page = visits.page(f"/puzzle?game={game}&level=easy&seed=1", {"width": 360, "height": 640})
        lower = page.locator(coatl).first.evaluate("(one) => one.getBoundingClientRect().bottom")
        assert lower <= page.locator(".dock").evaluate("(dock) => dock.getBoundingClientRect().top"), game


def test_giving_up_asks_first(visits: Visits) -> None:
    """On a phone, whose head leaves the table most of the screen."""
    page = person(visits, Thumb).open("/puzzle?game=card&level=easy&seed=1").page
    above = page.locator("[data-table]").bounding_box()
    assert above
    assert above["y"] <= 280  # of 740 pixels
    page.get_by_role("button", name=WORDS["puzzle"]["give_up"]).click()
    expect(page.get_by_role("heading", name=WORDS["puzzle"]["solution"])).to_have_count(0)
    page.get_by_role("button", name=WORDS["common"]["go_back"]).click()
    expect(page.get_by_role("heading", name=WORDS["puzzle"]["solution"])).to_have_count(0)
    page.get_by_role("button", name=WORDS["puzzle"]["give_up"]).click()
    page.get_by_test_id("sure").click()
    expect(page.get_by_role("heading", name=WORDS["puzzle"]["solution"])).to_be_visible()


def test_the_contents_of_the_rules_follow_the_scroll(visits: Visits) -> None:
    page = person(visits).open("/rules").page
    page.get_by_role("heading", name="5.4 Points").evaluate("place => place.scrollIntoView()")
    expect(page.locator("nav [aria-current=location]")).to_have_text("5.4 Points")
    page.get_by_role("searchbox").fill("stealing")
    expect(page.locator("mark").first).to_be_visible()


def test_the_analysis_names_bad_letters_and_stacks_by_a_press(visits: Visits) -> None:
    page = person(visits).open("/analysis?game=card&coatl=KRY&own=B10:1&temple=T4").page
    expect(page.get_by_text("As it is: 5")).to_be_visible()  # level 1, and one goal of the temple (RULES 5.4)
    field = page.get_by_label("Your coatl in notation")
    field.fill("KXRY")
    field.blur()
    expect(page.get_by_role("alert")).to_contain_text("Not a colour: X")
    expect(field).to_have_value("KXRY")
    page.get_by_role("button", name=WORDS["analysis"]["press_stack"]).click()
    page.get_by_role("group", name="Your coatl", exact=True).get_by_role("button").nth(1).click()
    expect(field).to_have_value("KR^Y")
    expect(page.get_by_text("12 parts or fewer").first).to_be_visible()
    page.get_by_label("+ RG").click()
    page.get_by_role("button", name=WORDS["analysis"]["ask_turn"]).click()
    steps = page.locator("ol.turn")
    expect(steps).to_be_visible()
    expect(steps).not_to_contain_text(WORDS["log"]["do_go_on"])  # what only leads on goes without saying
