"""After the game: the end screen, the rematch wherever one looks, and CARL 2.0 once CARL is beaten."""

import json
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from coatl.bots.base import Limit, rng_of
from coatl.bots.line_protocol import VIEWS, from_data
from coatl.bots.registry import make
from coatl.registry import rules_of
from tests.web.browser import DESK, PHONE, Visits, is_wider_than_the_screen, serious_faults
from tests.web.scenes import Player, at_the_end, play_until, sit_down

TRIES = 30  # greedy wins every other game


def finished(url: str, game: str, players: int) -> tuple[list[Player], Any]:
    """A table at which the game is over, and its result."""
    with httpx.Client(base_url=url) as client:
        people = sit_down(client, game, players)
        assert play_until(people, at_the_end)
        return people, people[0].state()["info"]["result"]


def scroll(page: Page, where: str) -> None:
    page.evaluate(f"scrollTo({{ top: {where}, behavior: 'instant' }})")


def test_whoever_is_asked_for_a_rematch_sees_it_wherever_the_page_is_scrolled(visits: Visits) -> None:
    (ann, ben), _ = finished(visits.url, "board", 2)
    asking = visits.page(ann.path, DESK, reduced_motion="reduce")
    asked = visits.page(ben.path, PHONE, reduced_motion="reduce")
    for where in ("0", "document.body.scrollHeight"):
        scroll(asked, where)
        expect(asked.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    asking.get_by_role("button", name="Play again").click()
    expect(asking.get_by_text("Waiting for Benedict")).to_be_in_viewport()
    expect(asking.get_by_role("button", name="Play again")).to_be_disabled()
    expect(asked.locator(".note")).to_contain_text("Ann would like to play again")
    expect(asked.locator(".note")).to_be_in_viewport()
    expect(asked.locator(".after")).to_contain_text("Ann would like to play again")
    assert serious_faults(asked) == []
    asked.get_by_role("button", name="Play again").click()
    for page in (asking, asked):
        page.wait_for_url(lambda url: "/t/" in url and ann.table not in url)


def test_the_end_screen_begins_with_who_won_and_the_own_place(visits: Visits) -> None:
    people, result = finished(visits.url, "card", 3)
    for seat, player in enumerate(people, 1):
        page = visits.page(player.path, PHONE, reduced_motion="reduce")
        place = page.locator(".end .own")
        if seat in result["winners"]:
            expect(place).to_have_count(0)
        else:
            expect(place).to_contain_text(f"of 3, with {result['points'][seat - 1]} point")
        assert not is_wider_than_the_screen(page)
    details = page.locator(".end details")
    assert details.count() == len(people)
    assert all(one.get_attribute("open") is None for one in details.all())
    page.get_by_role("button", name="As a picture").click()
    dialog = page.get_by_role("dialog")
    for shown in (dialog.locator("svg[role=img]"), dialog.get_by_role("button", name="Share or save the picture")):
        expect(shown).to_be_in_viewport(ratio=1)


def beaten_carl(url: str) -> Player:
    """A table at which somebody has won against CARL."""
    bot, rng = make("greedy", rules_of("card", solo=True)), rng_of(1)

    def choose(view: Any) -> str:
        legal = view["legal"]
        return legal[0] if len(legal) == 1 else bot.choose(from_data(VIEWS["card"], view, ""), legal, Limit(), rng)

    with httpx.Client(base_url=url) as client:
        for _ in range(TRIES):
            people = sit_down(client, "card", 1)
            play_until(people, at_the_end, choose)
            if people[0].state()["info"]["result"]["winners"] == [1]:
                return people[0]
    raise AssertionError("CARL was never beaten")


def test_beating_carl_opens_carl_2(visits: Visits) -> None:
    """RULES 5.5: beating CARL opens CARL 2.0; it counts once, however often one looks."""
    won = beaten_carl(visits.url)
    page = visits.page("/", reduced_motion="reduce")
    expect(page.get_by_role("button", name="Play CARL", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play CARL 2.0")).to_have_count(0)
    for _ in range(2):
        page.goto(won.path, wait_until="networkidle")
        expect(page.locator(".after")).to_contain_text("You have beaten CARL: CARL 2.0 is open.")
        page.reload()
    kept = json.loads(page.evaluate("localStorage.getItem('coatl.campaign')"))
    assert (kept["won"], kept["lost"]) == ({"carl": 1, "carl2": 0}, {"carl": 0, "carl2": 0})
    page.locator(".after").get_by_role("button", name="Play CARL 2.0").click()
    page.wait_for_url(lambda url: won.table not in url)
    expect(page.locator(".seats")).to_contain_text("CARL 2.0")
    page.goto("/")
    expect(page.get_by_role("button", name="Play CARL 2.0")).to_be_visible()
