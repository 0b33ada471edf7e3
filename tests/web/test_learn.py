"""The two first games that teach by doing, played to their end with what the page offers."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.players import Person, Thumb, person
from tests.web.test_pages import words_of

LEARNER = 1


@pytest.mark.parametrize(("game", "kind"), [("board", Thumb), ("card", Person)])
def test_a_first_game_can_be_played_to_its_end(visits: Visits, game: str, kind: type[Person]) -> None:
    learner, words = person(visits, kind), words_of("en")["learn"]
    learner.open(f"/learn/{game}")
    for step in httpx.get(f"{visits.url}/api/lessons/{game}").json()["steps"]:
        told = words.get(f"{game}_{step['number']}")
        if told:
            expect(learner.page.locator(".guide p")).to_have_text(told)
        if step["seat"] == LEARNER:
            for place in learner.page.locator("[data-spot], .marked:not(.hand)").all()[:1]:
                expect(place).to_be_in_viewport()  # before anybody has scrolled
            follow(learner, game, step["view"])
        elif told:
            learner.press(".guide .button.main")
    expect(learner.page.get_by_role("heading", name=words["ended"])).to_be_visible()


def follow(learner: Person, game: str, view: Any) -> None:
    """The move of a step; where there are several, any of them."""
    play = learner.on_the_board if game == "board" else learner.with_cards
    play(view["legal"][0], LEARNER, view)
