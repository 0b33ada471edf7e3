"""What people do about others on the page: remove, report, block, resign; and the seat of who is away."""

import httpx
from playwright.sync_api import expect

from tests.web.browser import Visits, serious_faults
from tests.web.players import Person, person
from tests.web.test_together import lay_out, open_talk, sit_down, talk


def reports_and_blocks(ann: Person, name: str) -> None:
    """Ann reports a line and a name, then blocks who said it; each asks first."""
    page = ann.page
    chat = page.get_by_role("list", name="Chat")
    line = chat.get_by_role("listitem").filter(has_text="something awful")
    line.get_by_role("button", name="Report").click()
    page.get_by_test_id("sure").click()
    expect(page.get_by_text("Thank you. Whoever runs this server will see it.").first).to_be_visible()
    page.get_by_text("Mute somebody").click()
    page.get_by_role("button", name="Report the name").click()
    page.get_by_role("button", name="Go back").click()
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text(f"You will not hear {name} at any table")).to_be_visible()
    assert serious_faults(page) == []
    page.get_by_test_id("sure").click()
    expect(page.get_by_text(f"{name} is blocked.").first).to_be_visible()


def test_the_host_removes_a_guest_before_the_game(visits: Visits) -> None:
    ann, eve = person(visits), person(visits)
    wish = {"game": "card", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]}
    made = httpx.post(f"{visits.url}/api/tables", json=wish).json()
    ann.open(f"/t/{made['table']}#token={made['token']}")
    sit_down(eve, f"/t/{made['table']}", "Eve")
    seat = ann.page.get_by_role("listitem").filter(has_text="Eve")
    seat.get_by_role("button", name="Remove").click()
    expect(ann.page.get_by_text("Remove Eve?")).to_be_visible()
    assert serious_faults(ann.page) == []
    ann.page.get_by_test_id("sure").click()
    expect(seat).to_have_count(0)
    eve.page.get_by_role("button", name="Sit down").click()
    expect(eve.page.get_by_text("The host has removed you from this table.").first).to_be_visible()


def test_a_rude_guest_is_reported_blocked_and_stays_away(visits: Visits) -> None:
    ann, eve = person(visits), person(visits)
    link = lay_out(ann, "friends", "Card game")
    sit_down(eve, link, "Eve")
    for one in (ann, eve):
        open_talk(one.page)
    talk(eve.page, "something awful")
    expect(ann.page.get_by_text("something awful").first).to_be_visible()
    reports_and_blocks(ann, "Eve")
    talk(eve.page, "anything more")
    expect(eve.page.get_by_text("anything more").first).to_be_visible()
    expect(ann.page.get_by_text("anything more")).to_have_count(0)

    link = lay_out(ann, "friends", "Card game")
    visits.expect("403")
    sit_down(eve, link, "Somebody new")
    expect(eve.page.get_by_text("The host of this table does not play with you.").first).to_be_visible()


def test_who_resigns_is_asked_and_the_other_has_won(visits: Visits) -> None:
    ann, ben = person(visits), person(visits)
    link = lay_out(ann, "friends", "Card game")
    sit_down(ben, link, "Ben")
    ben.page.get_by_role("button", name="More").click()
    ben.page.get_by_role("button", name="Resign").click()
    expect(ben.page.get_by_text("The game ends, and")).to_be_visible()
    ben.page.get_by_test_id("sure").click()
    expect(ann.page.get_by_role("heading", name="You win")).to_be_visible()
    expect(ann.page.get_by_text("The other side has resigned").first).to_be_visible()
    assert serious_faults(ann.page) == []


def test_the_seat_of_who_is_away_is_kept_for_a_while_and_the_page_says_how_long(visits: Visits) -> None:
    ann, ben = person(visits), person(visits)
    link = lay_out(ann, "friends", "Card game")
    sit_down(ben, link, "Ben")
    expect(ben.page.get_by_role("button", name="More")).to_be_visible()
    ben.page.context.close()
    ann.page.get_by_role("button", name="More").click()
    expect(ann.page.get_by_text("The seat is kept for")).to_be_visible()
    expect(ann.page.get_by_role("dialog").get_by_role("timer")).to_contain_text("0:")
    ann.page.get_by_role("button", name="Let a bot play").click()
    expect(ann.page.get_by_text("The seat is kept for a little longer.").first).to_be_visible()
    table = link.split("/t/")[1]
    (state,) = httpx.get(f"{visits.url}/api/tables/{table}").json()
    assert state["info"]["seats"][1]["stand_in"] is None
