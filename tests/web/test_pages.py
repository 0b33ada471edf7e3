"""Every page: nothing that axe finds serious, by day and by night; in every language; and what goes wrong by hand."""

import json
import re
import time
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error, Page, expect

from coatl.messages import languages
from tests.web.browser import ROOT, Visits, is_wider_than_the_screen, serious_faults
from tests.web.players import person
from tests.web.test_first_page import make_table

PAGES = [
    *(
        "/lobby",
        "/learn",
        "/learn/board",
        "/learn/card",
        "/rules",
        "/cards/board",
        "/cards/card",
        "/analysis",
        "/puzzle",
        "/practice",
        "/privacy",
        "/admin",
    ),
    *("/replay", "/new/adam", "/new/carl", "/new/friends", "/new/device", "/new/bots", "/t/no-such-table"),
]


def faults_by_day_and_night(page: Page) -> list[str]:
    """The night differs in nothing but its colours."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    by_day = serious_faults(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return by_day + [f"by night: {fault}" for fault in serious_faults(page, "color-contrast")]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_on_a_page(visits: Visits, path: str) -> None:
    if path == "/puzzle":
        visits.expect("503")  # a busy machine may not think one up in time; then the page says so
    page = visits.page(path, reduced_motion="reduce")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert faults_by_day_and_night(page) == []


def test_axe_finds_nothing_serious_where_nothing_is(visits: Visits) -> None:
    visits.expect("404")
    assert faults_by_day_and_night(visits.page("/no/such/page")) == []


@pytest.mark.parametrize("game", ["board", "card"])
def test_axe_finds_nothing_serious_at_a_table(visits: Visits, game: str) -> None:
    """In the set-up, in the middle of the game, when something is held, at the end, and in its replay."""
    ann = person(visits)
    made = make_table(visits.url, game=game, options={"solo": True})
    ann.open(f"/t/{made['table']}#token={made['token']}").ears.rest()
    assert faults_by_day_and_night(ann.page) == []
    ann.play(turns=3)
    assert faults_by_day_and_night(ann.page) == []
    ann.page.locator("[data-zone=p] button:enabled, [data-hand]:enabled").first.click()
    assert faults_by_day_and_night(ann.page) == []
    ann.page.get_by_role("button", name="More", exact=True).click()
    assert faults_by_day_and_night(ann.page) == []
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("Escape")
    ann.skip()
    ann.page.get_by_role("button", name="As a picture").click()
    assert faults_by_day_and_night(ann.page) == []
    ann.page.keyboard.press("Escape")  # the picture is a dialog
    ann.page.get_by_role("link", name="Replay").click()
    expect(ann.page.locator(".now").first).to_be_visible()
    assert faults_by_day_and_night(ann.page) == []


# ---------------------------------------------------------------- languages


def read(page: Page) -> str:
    """Everything that is shown, with what a screen reader is told."""
    labels = page.locator("main [aria-label]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    return "\n".join([page.locator("body").inner_text(), *labels])


def words_of(language: str) -> dict[str, dict[str, Any]]:
    folder = ROOT / "src/coatl/messages" / language
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")}


def messages(namespace: dict[str, Any]) -> set[str]:
    """Whole sentences without values."""
    return {text for text in namespace.values() if isinstance(text, str) and "{" not in text and len(text.split()) > 2}


@pytest.mark.parametrize("language", languages())
def test_some_turns_in_each_language(visits: Visits, language: str) -> None:
    """The page speaks it, shows no name of a message, and no sentence of another language."""
    english, own = words_of("en"), words_of(language)
    ann = person(visits, locale=language)
    texts = []
    for way, turns in (("adam", 2), ("carl", 1)):
        ann.open("/")
        texts.append(read(ann.page))
        ann.press(f".choices > section:nth-of-type({1 + (way == 'carl')}) .main")
        ann.ears.wait(lambda: bool(ann.ears.acting()))
        texts.append(read(ann.page))
        ann.play(turns=turns)
        ann.skip(until=lambda view: view["turns"] > 5)
        texts.append(read(ann.page))
        ann.ears.views.clear()
    assert ann.page.evaluate("document.documentElement.lang") == language
    text = "\n".join(texts)
    keys = {f"{namespace}.{name}" for namespace, all_of_it in english.items() for name in all_of_it}
    assert set(re.findall(r"\b[a-z]+\.[a-z_.]+\b", text)) & keys == set()
    assert own["home"]["lead"] in text
    assert own["home"]["carl_text"] in text
    foreign = {
        space: messages(english[space]) - messages(own[space]) for space in ("home", "table", "board", "card", "common")
    }
    assert {sentence for all_of_it in foreign.values() for sentence in all_of_it if sentence in text} == set()


def test_the_language_can_be_switched_and_stays(visits: Visits) -> None:
    page = visits.page()
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload(wait_until="networkidle")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".lead")).to_have_text(words_of("de")["home"]["lead"])


def test_the_analysis_changes_from_one_game_to_the_other_and_back(visits: Visits) -> None:
    page = visits.page("/analysis?game=board&pieces=R&cards=Y4")
    page.get_by_role("button", name="Card game").click()
    expect(page.get_by_role("button", name="Best turn")).to_be_visible()
    page.get_by_role("button", name="Board game").click()
    expect(page).to_have_url(re.compile("game=board&pieces=R&cards=Y4$"))


# ---------------------------------------------------------------- bad input

NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
)


@pytest.mark.parametrize("path", ["/t/123", "/t/" + "f" * 24])
def test_a_link_to_no_table_says_what_to_do(visits: Visits, path: str) -> None:
    page = visits.page(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()


def test_an_invitation_that_was_used_says_so_and_leaves_the_open_seat(visits: Visits) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "invited"}, {"kind": "open"}]
    made = make_table(visits.url, game="card", options={"players": 3}, seats=seats)
    link = f"/t/{made['table']}#invite={made['invites']['2']}"
    for name in ("Ben", "Eve"):
        page = visits.page(link)
        page.get_by_label("Your name").fill(name)
        with page.expect_response("**/join") as answer:
            page.get_by_role("button", name="Sit down").click()
        assert answer.value.ok == (name == "Ben")
        visits.expect("403", "409", "422")
    expect(page.get_by_text("This invitation was used already.")).to_be_visible()
    with page.expect_response("**/join") as answer:
        page.get_by_role("button", name="Sit down").click()
    assert answer.value.ok
    seats = httpx.get(f"{visits.url}/api/tables/{made['table']}").json()[0]["info"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Ben", "Eve"]


def test_a_host_without_a_seat_sits_down_and_stays_the_host(visits: Visits) -> None:
    made = make_table(visits.url, game="card", seats=[{"kind": "open"}, {"kind": "open"}])
    page = visits.page(f"/t/{made['table']}#token={made['token']}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Close this table")).to_be_visible()


def test_one_can_play_without_storage(visits: Visits) -> None:
    ann = person(visits)
    ann.page.add_init_script(NO_STORAGE)
    ann.open("/")
    with pytest.raises(Error, match="SecurityError"):
        ann.page.evaluate("localStorage.length")
    ann.page.get_by_role("button", name="Play CARL").click()
    ann.play(turns=2)
    assert len(ann.ears.played) > 3


def test_a_name_of_200_emoji_is_cut_and_breaks_nothing(visits: Visits) -> None:
    ann = person(visits)
    ann.open("/").page.get_by_label("Your name").fill("🐍" * 200)
    ann.page.get_by_role("button", name="Play CARL").click()
    ann.ears.wait(lambda: bool(ann.ears.acting()))
    assert ann.ears.info["host"].startswith("🐍")
    assert not is_wider_than_the_screen(ann.page)
    ann.page.set_viewport_size({"width": 360, "height": 740})
    assert not is_wider_than_the_screen(ann.page)


def test_an_old_tab_that_speaks_another_protocol_is_told_to_reload(visits: Visits) -> None:
    made = make_table(visits.url, game="card", options={"solo": True})
    page = visits.context().new_page()
    newer = json.dumps({"type": "welcome", "protocol": 99, "version": "9", "rules": 9, "time": 0})
    page.route_web_socket("**/api/socket", lambda line: line.send(newer))
    page.goto(f"/t/{made['table']}#token={made['token']}")
    expect(page.get_by_role("heading", name="The app was updated")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button")).to_be_visible()


# ---------------------------------------------------------------- how quick it is

SECONDS_TO_PLAY = 3.0  # a generous bound, since the machine may be busy; the goal is one


def test_a_table_can_be_played_at_once(visits: Visits, record_property: Any) -> None:
    """From the address to the first thing that can be pressed: the quickest of three visits."""
    made = make_table(visits.url, game="board", options={"solo": True})
    page = visits.context().new_page()
    times = []
    for _ in range(3):
        page.goto("about:blank")
        begun = time.perf_counter()
        page.goto(f"/t/{made['table']}#token={made['token']}", wait_until="commit")
        page.locator("[data-zone=h] button.open").first.wait_for()
        times.append(time.perf_counter() - begun)
    record_property("seconds until a table can be played", [round(one, 2) for one in times])
    print("seconds until a table can be played:", [round(one, 2) for one in times])
    assert min(times) < SECONDS_TO_PLAY
