"""The review of a finished game beside its replay: worked out, looked at, tried; on a desk and on a phone."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.server.short_games import ShortGame
from tests.web.browser import PHONE, Visits
from tests.web.overflow import overflows
from tests.web.players import person, sensible
from tests.web.test_pages import faults_by_day_and_night, words_of

WORDS = words_of("en")["review"]
SLIPS = "li:has(.inaccuracy), li:has(.mistake), li:has(.blunder)"


@pytest.fixture(scope="module")
def game(site: Any) -> ShortGame:
    """Whoever plays the first thing that is legal makes mistakes."""
    return ShortGame(site.url).play(5).end()


def test_the_end_screen_leads_to_the_review(visits: Visits, game: ShortGame) -> None:
    ann = person(visits, reduced_motion="reduce").open(f"/t/{game.table}#token={game.token}")
    page = ann.page
    page.locator(".end").get_by_role("link", name=WORDS["title"]).click()
    expect(page.get_by_role("heading", name=WORDS["title"])).to_be_visible()
    found = game.reviewed()["review"]
    turns = page.locator(".turns li")
    expect(turns).to_have_count(len(found["turns"]))
    expect(page.get_by_text(WORDS["deeper"])).to_be_visible()  # all of it is there
    assert faults_by_day_and_night(page) == []
    turns.last.get_by_role("button").first.click()
    expect(page).to_have_url(re.compile(rf"step={found['turns'][-1]['first']}&.*review"))
    page.locator("figure button").click(position={"x": 2, "y": 40})
    expect(page).to_have_url(re.compile(r"step=0&"))


def variation(visits: Visits, question: dict[str, Any]) -> Any:
    return httpx.post(f"{visits.url}/api/variation", json=question, timeout=60).json()


def test_a_mistake_is_shown_better_and_becomes_a_puzzle(visits: Visits, game: ShortGame) -> None:
    found = game.reviewed()["review"]
    slip = next(turn for turn in found["turns"] if turn["grade"] in ("inaccuracy", "mistake", "blunder"))
    decision = next(one for one in slip["decisions"] if one["best"] != one["played"])
    best = decision["best"]["steps"]
    ann = person(visits, reduced_motion="reduce").open(f"/replay/{game.table}?review")
    page, bar = ann.page, ann.page.get_by_test_id("variation")
    page.locator(".turns").locator(SLIPS).first.get_by_role("button").first.click()
    page.get_by_role("button", name=WORDS["show_better"]).first.click()
    for number in range(1, len(best) + 1):
        bar.get_by_role("button", name=f"Next move ({number - 1}/{len(best)})").click()
    expect(bar.get_by_role("button", name=f"Next move ({len(best)}/{len(best)})")).to_be_disabled()
    bar.get_by_role("button", name=WORDS["back"]).click()
    expect(bar).to_have_count(0)
    page.get_by_role("button", name=WORDS["try_it"]).first.click()
    expect(bar).to_contain_text("What would you play here")
    question = {"record": game.record(), "step": decision["first"], "seat": slip["seat"]}
    actions: list[str] = []
    while not (now := variation(visits, {**question, "actions": actions}))["ended"]:
        expect(bar).to_have_attribute("data-steps", str(len(actions)))
        actions.append(sensible(now["view"]))
        ann.with_cards(actions[-1], slip["seat"], now["view"])
    judged = variation(visits, {**question, "actions": actions, "ask": "judge"})["verdict"]
    expect(page.get_by_test_id("verdict")).to_contain_text(WORDS[f"grade_{judged['grade']}"])
    assert faults_by_day_and_night(page) == []


def test_mistakes_of_all_games_are_a_set_to_practise(visits: Visits, site: Any, game: ShortGame) -> None:
    """What costs most over the games of this device; then one mistake after the other, from table to table."""
    other = ShortGame(site.url).play(5).end()
    reviews = [one.reviewed()["review"] for one in (game, other)]
    grades = [one["grade"] for found in reviews for turn in found["turns"] for one in turn["decisions"]]
    count = sum(grade in ("inaccuracy", "mistake", "blunder") for grade in grades)
    ann = person(visits, size=PHONE)
    for one in (game, other):
        ann.open(f"/t/{one.table}#token={one.token}")
    page = ann.open("/practice").page
    expect(page.locator(".games li")).to_have_count(2)
    begin = page.get_by_role("button", name=f"Practise all {count} mistakes")
    expect(begin).to_be_visible()
    assert overflows(page) == []
    assert faults_by_day_and_night(page) == []
    begin.click()
    bar = page.get_by_test_id("variation")
    tables = set()
    for number in range(1, count + 1):
        last = number == count
        following = bar.get_by_role("button", name=WORDS["practice_end" if last else "practice_next"])
        expect(following).to_contain_text(f"({number}/{count})")
        tables.add(page.url.partition("?")[0])
        following.click()
    assert {address.rpartition("/")[2] for address in tables} == {game.table, other.table}
    expect(begin).to_be_visible()


def test_a_phone_shows_all_of_it(visits: Visits, game: ShortGame) -> None:
    page = visits.page(f"/replay/{game.table}?review", PHONE, reduced_motion="reduce")
    expect(page.locator(".turns li").first).to_be_visible()
    lesson = page.locator(".lessons li").first
    lesson.get_by_role("button").first.click()
    expect(lesson.get_by_role("button", name=WORDS["show_better"])).to_be_visible()
    expect(lesson).to_be_in_viewport()  # the reader stays there
    lesson.get_by_role("button").first.click()
    expect(lesson.get_by_role("button", name=WORDS["show_better"])).to_have_count(0)
    page.locator(".turns").locator(SLIPS).first.get_by_role("button").first.click()
    expect(page.get_by_role("button", name=WORDS["try_it"]).first).to_be_visible()
    assert overflows(page) == []
    page.get_by_role("button", name=WORDS["play_on"]).click()
    expect(page.get_by_role("list", name=WORDS["candidates"])).to_be_visible()
    assert overflows(page) == []
