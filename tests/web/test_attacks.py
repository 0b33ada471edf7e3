"""People who mean harm: what they call themselves, say and send must not reach further than the text that it is."""

import re
from typing import Any

import httpx
from playwright.sync_api import Dialog, Page, Request, expect

from coatl.server.schemas import printed_cards
from tests.web.browser import Visits
from tests.web.test_bad_days import is_at_hand
from tests.web.test_first_page import make_table
from tests.web.test_pages import words_of

EVIL = "<img src=x onerror=alert(1)>"
OPEN, BOT = {"kind": "open"}, {"kind": "bot", "bot": "random"}


def join(url: str, table: str, name: str) -> str:
    answer = httpx.post(f"{url}/api/tables/{table}/join", json={"name": name}).raise_for_status()
    return str(answer.json()["token"])


def command(url: str, table: str, token: str, **command: Any) -> None:
    body = {"id": f"{command}"[:64], "command": command}
    headers = {"authorization": f"Bearer {token}"}
    httpx.post(f"{url}/api/tables/{table}/commands", json=body, headers=headers).raise_for_status()


def seat_of(page: Page) -> Any:
    """The token with which this browser sits at its table."""
    return page.evaluate("JSON.parse(localStorage.getItem('coatl.seats'))[0].token")


def test_names_and_talk_are_text(visits: Visits) -> None:
    made = make_table(visits.url, game="card", seats=[{"kind": "me", "name": EVIL}, OPEN], name=EVIL)
    page = visits.page(f"/t/{made['table']}#token={made['token']}")
    other = join(visits.url, made["table"], "<svg onload=alert(2)>")
    command(visits.url, made["table"], other, kind="chat", text="<script>alert(3)</script>")
    expect(page.get_by_text("<script>alert(3)</script>").first).to_be_visible()
    expect(page.get_by_text(EVIL).first).to_be_visible()
    assert page.locator("img[src=x], svg[onload], main script").count() == 0


def test_a_link_that_somebody_sends_does_not_take_the_seat_away(visits: Visits) -> None:
    """Neither a wrong token nor that of another seat, unless one says so."""
    made = make_table(visits.url, game="card", seats=[{"kind": "me", "name": "Ann"}, OPEN, OPEN])
    other = join(visits.url, made["table"], "Ben")
    page = visits.page(f"/t/{made['table']}#token={made['token']}")
    assert seat_of(page) == made["token"]
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    for token in ("x" * 43, other):
        page.goto("/", wait_until="networkidle")
        page.goto(f"/t/{made['table']}#token={token}", wait_until="networkidle")
        assert seat_of(page) == made["token"]
        assert "#" not in page.url
    assert len(asked) == 2
    page.remove_listener("dialog", refuse)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/", wait_until="networkidle")
    page.goto(f"/t/{made['table']}#token={other}", wait_until="networkidle")
    assert seat_of(page) == other


def test_tokens_and_invitations_stay_out_of_addresses_and_caches(visits: Visits) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "invited"}]
    made = make_table(visits.url, game="card", seats=seats)
    (invite,) = made["invites"].values()
    context = visits.context()
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.extend([request.url, request.headers.get("referer", "")])

    context.on("request", note)
    page = context.new_page()
    page.goto(f"/t/{made['table']}#invite={invite}", wait_until="networkidle")
    is_at_hand(page)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".game")).to_be_visible()
    token = seat_of(page)
    page.reload(wait_until="networkidle")
    assert "#" not in page.url
    kept = page.evaluate(
        """async () => {
            const found = []
            for (const name of await caches.keys())
                for (const { url } of await (await caches.open(name)).keys()) found.push(url)
            return found
        }"""
    )
    assert kept
    assert not [url for url in kept if "/api/" in url]
    assert not [text for text in [*sent, *kept] if token in text or invite in text]


def test_an_own_deck_is_shown_where_nobody_may_watch(visits: Visits) -> None:
    wish = {"deck": printed_cards("board"), "spectators": False}
    made = make_table(visits.url, game="board", seats=[{"kind": "me", "name": "Ann"}, BOT], **wish)
    page = visits.page(f"/t/{made['table']}#token={made['token']}")
    expect(page.locator(".game")).to_be_visible()


def test_who_may_no_longer_watch_is_told_so(visits: Visits) -> None:
    made = make_table(visits.url, game="card", seats=[{"kind": "me", "name": "Ann"}, OPEN], spectators=False)
    page = visits.page(f"/t/{made['table']}")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    join(visits.url, made["table"], "Ben")
    expect(page.get_by_role("heading", name=re.compile("table", re.IGNORECASE))).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)


def test_addresses_of_pages_say_what_they_like(visits: Visits) -> None:
    """What cannot be read in a link is left out."""
    visits.expect("404", "422")
    page = visits.page("/")
    for path in (
        f"/analysis?game={EVIL}&pieces={EVIL}&cards=constructor,__proto__,{EVIL}&coatl={EVIL}",
        "/analysis?game=card&coatl=(((&own=B1:9,toString:1&hand=<b>&temple=<b>",
        f"/puzzle?level=__proto__&seed={EVIL}",
        "/puzzle?level=easy&seed=../../api/info",
        f"/replay?step=-1e9&seat={EVIL}",
        f"/rules#{EVIL}",
        "/rules#%",
        "/cards/board?show=<b>#constructor",
        "/t/0123456789abcdef01234567#invite=<b>",
        "//evil.example/t",
    ):
        page.goto(visits.url + path, wait_until="networkidle")
        expect(page.get_by_role("main")).not_to_be_empty()
        assert page.url.startswith(visits.url)
        assert page.locator("img[src=x], main b b").count() == 0
        expect(page.get_by_text("cannot be reached")).to_have_count(0)


def test_a_link_that_was_cut_off_or_got_a_stroke_at_its_end_leads_to_the_table(visits: Visits) -> None:
    made = make_table(visits.url, game="card", seats=[{"kind": "me", "name": "Ann"}, OPEN])
    page = visits.page(f"/t/{made['table']}/#token={made['token'][:20]}")
    expect(page.get_by_text(words_of("en")["common"]["brokenlink_text"])).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
