"""One person against ADAM and CARL, from the first page to the end: by mouse, by keys, with a thumb on a phone."""

import re
from typing import Any

from PIL import Image
from playwright.sync_api import expect

from tests.web.browser import Visits, is_wider_than_the_screen
from tests.web.players import Keys, Person, Thumb, is_last_round, person
from tests.web.test_motion import apart

RIVALS = ("ADAM", "CARL")  # as they stand on the first page


def start(somebody: Person, rival: str) -> Person:
    """One press on the first page; who has keys alone goes there with Tab."""
    somebody.open("/")
    somebody.press(f".choices > section:nth-of-type({RIVALS.index(rival) + 1}) .main")
    return somebody


def counted(somebody: Person) -> list[tuple[str, int, int]]:
    """The rows of the end screen: a name, the points, and the sum of the points of all cards that count."""
    found = []
    for row in somebody.page.locator(".end > ol > li").all():
        points = int(row.locator(".line strong").inner_text().split()[0])
        cards = row.locator(".scored:not(.open) dl > div:not(.sum) .points, .pile b").all_text_contents()
        found.append((row.locator(".line b").inner_text(), points, sum(map(int, cards))))
    return found


def see_the_end(somebody: Person, rival: str) -> None:
    """The winner, and the points card by card as the server counted them."""
    points = somebody.ears.info["result"]["points"]
    best = max(points)
    expect(somebody.page.locator("#winner")).to_be_in_viewport()
    expect(somebody.page.locator("#winner")).to_have_text(re.compile(rf"(You win|{rival} wins) with {best} points?$"))
    rows = counted(somebody)
    assert {name: told for name, told, _ in rows} == {"Player": points[0], rival: points[1]}
    assert [told for _, told, _ in rows] == [cards for _, _, cards in rows]


def hear_of_the_last_round(somebody: Person) -> None:
    """It is in sight wherever one has scrolled to, and covers neither the chips of the seats nor what one plays with;
    the table stays where it is.
    """
    page, game = somebody.page, somebody.page.locator(".game")
    page.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    expect(page.locator(".ending")).to_contain_text("The last round")
    expect(page.locator(".ending")).to_be_in_viewport(ratio=1)
    told = page.locator(".ending").bounding_box()
    for one in page.locator(".seats li, [data-hand], .dock .bar").all():
        assert apart(told, one.bounding_box()), one
    before = game.bounding_box()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".ending")).to_have_count(0)
    assert game.bounding_box() == before


def keep_a_picture(somebody: Person) -> None:
    page = somebody.page
    page.get_by_role("button", name="As a picture").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share or save the picture").click()
    with Image.open(saved.value.path()) as picture:
        assert saved.value.suggested_filename.startswith("coatl-")
        assert picture.format == "PNG"
        assert min(picture.size) > 300
        assert len(picture.convert("RGB").resize((40, 40)).getcolors(1600) or []) > 20  # something is drawn there
    page.keyboard.press("Escape")


def look_back(somebody: Person) -> None:
    """The replay begins with the set-up and leads to the result; the way back leads to the end screen."""
    page, points = somebody.page, somebody.ears.info["result"]["points"]
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("0/")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".now strong")).to_contain_text(" : ".join(map(str, points)))
    page.go_back()
    expect(page.locator("#winner")).to_be_visible()


def play_again(somebody: Person) -> None:
    """A new table at which one can play."""
    before = somebody.ears.table
    somebody.page.get_by_role("button", name="Play again").click()
    somebody.ears.wait(lambda: somebody.ears.table != before and somebody.ears.info["status"] == "playing")
    somebody.play(turns=1)
    assert somebody.ears.table in somebody.page.url


def test_adam_to_the_end(visits: Visits) -> None:
    """However much ADAM tells, the table does not become taller than the window: nothing moves under the pointer."""
    ann = start(person(visits), "ADAM")
    ann.play(turns=5)
    beyond = set()

    def look(view: Any) -> bool:
        beyond.add(ann.page.evaluate("document.documentElement.scrollHeight - innerHeight"))
        return is_last_round(view)

    ann.skip(until=look)
    assert beyond == {0}
    ann.play()
    see_the_end(ann, "ADAM")
    keep_a_picture(ann)


def test_carl_to_the_end(visits: Visits) -> None:
    ann = start(person(visits), "CARL")
    ann.play()
    see_the_end(ann, "CARL")
    keep_a_picture(ann)
    look_back(ann)
    play_again(ann)


def test_carl_by_keys_alone(visits: Visits) -> None:
    ann = start(person(visits, Keys), "CARL")
    ann.play(turns=2)
    ann.skip(until=is_last_round)
    ann.play()
    see_the_end(ann, "CARL")


def test_adam_by_keys_alone(visits: Visits) -> None:
    ann = start(person(visits, Keys), "ADAM")
    ann.play(turns=5)
    ann.skip(until=is_last_round)
    ann.play()
    see_the_end(ann, "ADAM")


def test_carl_with_a_thumb(visits: Visits) -> None:
    ann = start(person(visits, Thumb), "CARL")
    ann.play(turns=2)
    ann.skip(until=is_last_round)
    hear_of_the_last_round(ann)
    ann.play()
    see_the_end(ann, "CARL")
    assert not is_wider_than_the_screen(ann.page)


def test_adam_with_a_thumb(visits: Visits) -> None:
    ann = start(person(visits, Thumb), "ADAM")
    ann.play(turns=8)
    assert not is_wider_than_the_screen(ann.page)
