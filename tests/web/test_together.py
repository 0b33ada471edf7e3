"""Several people: at two devices, around one, as a spectator; with a clock, and when the server is killed."""

import json
import re
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from coatl.bots.ratings import ratings_of
from tests.server.processes import UNHURRIED, process
from tests.web.browser import Visits
from tests.web.players import STEP, Person, is_last_round, person

CARD = re.compile(r"\b[RGBYK]\d{1,2}\b")  # a prophecy of the board game
HASTE = {"Clock": "own", "Seconds_per_turn": "5", "Seconds_in_reserve": "0"}


def lay_out(host: Person, way: str, game: str, **options: str) -> str:
    """A table through the form; its link."""
    page = host.open(f"/new/{way}").page
    page.get_by_role("radio", name=game).check()
    fill_in(page, **options)
    page.wait_for_url("**/t/*")
    return page.url


def fill_in(page: Page, **options: str) -> None:
    """Options by their labels, in the order in which they come up."""
    page.locator("details.panel summary").click()
    for label, value in options.items():
        field = page.get_by_label(re.compile(f"^{label.replace('_', ' ')}"))
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Set up the game").click()


def sit_down(guest: Person, link: str, name: str) -> Person:
    page = guest.open(link).page
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    return guest


def play_on(*people: Person) -> None:
    """To the end."""
    for _ in range(2000):
        people[0].ears.wait(lambda: people[0].ears.is_over or any(one.ears.acting() for one in people))
        if people[0].ears.is_over:
            return
        for one in people:
            if one.ears.acting():
                one.move(one.ears.acting()[0])
    raise AssertionError("this game does not end")


def skip_on(*people: Person) -> None:
    """Without the pages until the last round."""
    while not any(is_last_round(view) for one in people for view in one.ears.views.values()):
        acting = next((one for one in people if one.ears.acting()), None)
        if acting is None:
            people[0].page.wait_for_timeout(STEP)
        else:
            acting.send(acting.ears.acting()[0])


def open_talk(page: Page) -> None:
    """Beside the table, where it is not shown anyway."""
    page.get_by_role("button", name="Chat").click()


def talk(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def hands(frames: list[str], seat: int) -> set[str]:
    """What the views of these messages tell of the hand of a seat, until the game is over."""
    views = [message["view"] for message in map(json.loads, frames) if message.get("view")]
    return {card for view in views if view["pending"] != "over" for card in view["players"][seat - 1]["hand"]}


def play_on_for(moves: int, *people: Person) -> None:
    for _ in range(moves):
        people[0].ears.wait(lambda: any(one.ears.acting() for one in people))
        one = next(one for one in people if one.ears.acting())
        one.move(one.ears.acting()[0])


def test_two_people_at_two_devices(visits: Visits) -> None:
    """A whole card game with a word in between; no hand of the other one on the line; both want to play again."""
    ann, ben = person(visits), person(visits)
    link = lay_out(ann, "friends", "Card game")
    sit_down(ben, link, "Ben")
    ann.ears.wait(lambda: bool(ann.ears.acting() or ben.ears.acting()))
    for one in (ann, ben):
        open_talk(one.page)
    talk(ben.page, "May the longer serpent win!")
    expect(ann.page.get_by_label("Chat").get_by_text("May the longer serpent win!")).to_be_visible()
    play_on_for(8, ann, ben)
    skip_on(ann, ben)
    play_on(ann, ben)
    assert hands(ann.ears.frames, 2) == hands(ben.ears.frames, 1) == {"?"}
    assert len(hands(ann.ears.frames, 1)) > 5  # the own hand is told
    for one in (ann, ben):
        expect(one.page.locator("#winner")).to_contain_text("with")
    first = ann.ears.table
    ann.page.get_by_role("button", name="Play again").click()
    expect(ben.page.locator(".after")).to_contain_text("would like to play again")
    ben.page.get_by_role("button", name="Play again").click()
    for one in (ann, ben):
        one.ears.wait(lambda one=one: one.ears.table != first and bool(one.ears.views))  # type: ignore[misc]
        expect(one.page).to_have_url(re.compile(ann.ears.table))
    play_on_for(4, ann, ben)


# ---------------------------------------------------------------- around one device


def around_one_device(visits: Visits, game: str) -> Person:
    host = person(visits)
    page = host.open("/new/device").page
    page.get_by_role("radio", name=game).check()
    page.locator(".players label").nth(1).click()
    for number, name in enumerate(("Ann", "Ben", "Eve"), 1):
        page.get_by_label(f"Name at seat {number}").fill(name)
    page.get_by_role("button", name="Set up the game").click()
    return host


def test_three_people_around_one_device_to_the_end(visits: Visits) -> None:
    all_three = around_one_device(visits, "Card game")
    all_three.play(turns=9)
    all_three.skip(until=is_last_round)
    all_three.play()
    assert len(all_three.curtains) >= 3 * 3
    assert all_three.curtains[0][1]
    for page, _ in all_three.curtains:
        assert "data-hand" not in page
        assert "data-table" not in page
        assert "Feather:" not in page
    expect(all_three.page.locator("#winner")).to_be_visible()
    assert {seat for seat, _ in all_three.ears.played} == {1, 2, 3}


def test_the_curtain_hides_every_prophecy(visits: Visits) -> None:
    all_three = around_one_device(visits, "Board game")
    all_three.play(turns=9)
    assert len(all_three.curtains) >= 9
    for page, hands in all_three.curtains:
        assert hands
        assert set(CARD.findall(page)) & set(hands) == set()


# ---------------------------------------------------------------- spectators


class Watch:
    """Compares what a spectator is told and shown with what the players hold and nobody else has seen."""

    def __init__(self, watcher: Person, *players: Person) -> None:
        self.watcher, self.players = watcher, players
        self.public: set[str] = set()
        self.sought: set[str] = set()
        self.read = 0

    def look(self) -> None:
        self.watcher.page.wait_for_timeout(20)
        views = [(seat, view) for one in self.players for seat, view in one.ears.views.items() if seat is not None]
        for _, view in views:
            coatls = [coatl for player in view["players"] for coatl in player["coatls"]]
            self.public |= {
                *filter(None, view["row"]),
                *view["discards"],
                *(card for one in coatls for card in one["cards"]),
            }
        secret = {card for seat, view in views for card in view["players"][seat - 1]["hand"]} - self.public
        told = " ".join(self.watcher.ears.frames[self.read :])
        self.read = len(self.watcher.ears.frames)
        assert set(CARD.findall(told)) & secret == set()
        assert set(CARD.findall(self.watcher.page.locator("main").inner_html())) & secret == set()
        self.sought |= secret


def test_a_spectator_sees_no_secret(visits: Visits) -> None:
    """Neither on the line nor on the page nor in the record, until it is laid open."""
    ann, ben, eve = person(visits), person(visits), person(visits)
    link = lay_out(ann, "friends", "Board game", Body_segments="fewer_bodies")
    sit_down(ben, link, "Ben")
    ann.ears.wait(lambda: bool(ann.ears.acting()))
    eve.open(link)
    expect(eve.page.get_by_text("You are watching. Hands stay hidden.")).to_be_visible()
    expect(ann.page.get_by_text("1 spectator")).to_be_visible()
    watch = Watch(eve, ann, ben)
    for _ in range(20):
        watch.look()
        play_on_for(1, ann, ben)
    watch.look()
    assert len(watch.sought) >= 4
    assert hands(eve.ears.frames, 1) | hands(eve.ears.frames, 2) <= {"?"} | watch.public
    record = httpx.get(f"{visits.url}/api/tables/{ann.ears.table}/record?format=text").text  # as anybody gets it now
    assert set(CARD.findall(record)) & (watch.sought - watch.public) == set()


# ---------------------------------------------------------------- undo, clock, a killed server


def shown(somebody: Person) -> tuple[str, list[str]]:
    """The table in words and the log."""
    page = somebody.page
    log = page.locator("ol.log > li").all_inner_texts()
    return page.locator("[aria-label='The table in words'], .visually-hidden:has(h2)").first.inner_text(), log


@pytest.mark.parametrize(("way", "steps"), [("adam", ("start", "extend")), ("carl", ("start", "beside", "over"))])
def test_undo_brings_back_table_and_log(visits: Visits, way: str, steps: tuple[str, ...]) -> None:
    ann = person(visits)
    ann.open(f"/new/{way}").page.get_by_role("button", name="Set up the game").click()
    ann.ears.rest()
    while not any(action.startswith(steps) for action in ann.ears.views[1]["legal"]):
        ann.move(1)
        ann.ears.rest()
    before, view = shown(ann), ann.ears.views[1]
    ann.move(1, next(action for action in view["legal"] if action.startswith(steps)))
    assert shown(ann) != before
    ann.page.get_by_role("button", name="Undo").click()
    ann.ears.wait(lambda: ann.ears.views[1] == view and not ann.ears.asked)
    assert shown(ann) == before
    ann.play(turns=2)


def test_when_the_time_is_up_a_bot_plays_on_and_everybody_is_told(visits: Visits) -> None:
    ann, ben = person(visits), person(visits)
    link = lay_out(ann, "friends", "Card game", **HASTE)
    sit_down(ben, link, "Ben")
    ann.ears.wait(lambda: bool(ann.ears.acting()))
    expect(ben.page.get_by_text("Somebody has run out of time.")).to_be_visible(timeout=30_000)
    ben.ears.wait(lambda: bool(ben.ears.acting()))
    expect(ann.page.get_by_text("Time was up.").first).to_be_visible()
    assert ann.ears.played == []
    ben.move(ben.ears.acting()[0])


def test_when_the_time_is_up_the_turn_can_be_lost(visits: Visits) -> None:
    ann = person(visits)
    page = ann.open("/new/carl").page
    fill_in(page, **{**HASTE, "When_the_time_is_up": "loss"})
    expect(page.get_by_text("Your time was up: the turn is lost.")).to_be_visible()  # whoever has the log open or not
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_text("Time was up.").first).to_be_visible()
    ann.play(turns=1)


def test_a_killed_server_comes_back_and_no_move_is_lost(browser: Browser, tmp_path: Path) -> None:
    """The page says so, goes on by itself, and does what was asked while nobody answered."""
    with process(tmp_path, **UNHURRIED) as server, closing(Visits(browser, server.url)) as visits:
        visits.expect("WebSocket connection", "ERR_CONNECTION_REFUSED")
        ann = person(visits)
        ann.open("/new/carl").page.get_by_role("button", name="Set up the game").click()
        ann.play(turns=2)
        while ann.ears.views[1]["pending"] != "gain":  # then something waits to be pressed
            ann.move(1)
            ann.ears.rest()
        before = shown(ann)
        server.kill()
        expect(ann.page.get_by_text("Connection lost")).to_be_visible()
        assert shown(ann) == before
        ann.page.locator(".bar .main").click()
        server.start()
        server.wait()
        ann.ears.wait(lambda: not ann.ears.asked)
        expect(ann.page.get_by_text("Connection lost")).to_have_count(0, timeout=30_000)
        ann.play(turns=1)
        ann.skip()
        record = httpx.get(f"{server.url}/api/tables/{ann.ears.table}/record?format=json").json()
        assert [move["action"] for move in record["actions"] if move["seat"] == 1] == [
            action for _, action in ann.ears.played
        ]
        assert visits.complaints == []


def test_a_trained_policy_is_invited_from_the_list_and_plays(visits: Visits) -> None:
    """It is offered at tables of its game and number of players; where it does not fit, a level takes its place."""
    ann = person(visits)
    page = ann.open("/new/bots").page
    page.get_by_role("radio", name="Card game").check()
    bots = page.get_by_label("Level of the bot at seat 2")
    rating, margin = ratings_of("priest")["card"]
    expect(bots.locator("option[value=priest]")).to_have_text(f"Priest · {rating} ± {margin}")
    bots.select_option("Policy card")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    expect(bots).to_have_value("artisan")
    expect(bots.get_by_role("option", name=re.compile("^Policy"))).to_have_count(0)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    bots.select_option("Policy card")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url("**/t/*")
    ann.play(turns=1)
    ann.ears.wait(lambda: bool(ann.ears.acting()) and ann.ears.views[1]["turns"] == 2)  # the policy has had its turn
    expect(page.get_by_role("article", name="Side of Policy card")).to_be_visible()
