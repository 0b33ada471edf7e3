"""The page of the operator, and the page on which people read and erase what is kept of them."""

import json
from pathlib import Path

import httpx
from playwright.sync_api import Route, expect

from tests.web.browser import Visits, is_wider_than_the_screen, serious_faults
from tests.web.conftest import ADMIN_SECRET
from tests.web.players import person
from tests.web.test_first_page import make_table


def test_an_operator_enters_looks_and_removes_a_table(visits: Visits) -> None:
    visits.expect("401")  # the wrong secret
    made = make_table(visits.url, game="card", seats=[{"kind": "me", "name": "Wilhelmina"}, {"kind": "open"}])
    page = visits.page("/admin", reduced_motion="reduce")
    for secret in ("a wrong secret, alas", ADMIN_SECRET):
        page.get_by_label("Secret").fill(secret)
        page.get_by_role("button", name="Sign in").click()
        if secret != ADMIN_SECRET:
            expect(page.get_by_role("alert")).to_contain_text("not the secret")
    expect(page.get_by_text("Running since")).to_be_visible()
    assert page.evaluate("JSON.stringify(localStorage)").find(ADMIN_SECRET) == -1
    page.get_by_role("button", name="People").click()
    page.get_by_label("Your name").or_(page.get_by_role("searchbox")).first.fill("wilhelm")
    page.get_by_role("button", name="Find").click()
    row = page.get_by_role("row").filter(has_text="Wilhelmina")
    row.get_by_role("button", name="Erase").click()
    page.get_by_test_id("sure").click()
    expect(page.get_by_text("Nothing here.")).to_be_visible()
    page.get_by_role("button", name="Tables").click()
    row = page.get_by_role("row").filter(has_text=made["table"][:8])
    row.get_by_role("button", name="View").click()
    expect(page.get_by_text("1. Somebody")).to_be_visible()
    row.get_by_role("button", name="Remove").click()
    page.get_by_test_id("sure").click()
    expect(row).to_have_count(0)
    assert httpx.get(f"{visits.url}/api/tables/{made['table']}").status_code == 404
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_text("tables.remove").first).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 640})
    assert not is_wider_than_the_screen(page)
    assert serious_faults(page) == []
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Secret")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


def test_an_operator_turns_pages_and_removes_old_tables(visits: Visits) -> None:
    """A whole page is followed by another one; old tables are counted before they are removed."""
    asked: list[str] = []
    removed: list[object] = []

    def rows(route: Route) -> None:
        asked.append(route.request.url.partition("/tables")[2])
        first = 0 if "before" not in asked[-1] else 100
        row = {"status": "over", "public": False, "events": 9, "updated": 1_700_000_000_000}
        page = [{**row, "id": f"{number:024}"} for number in range(first, first + (100 if not first else 3))]
        route.fulfill(json=page)

    def prune(route: Route) -> None:
        removed.append(json.loads(route.request.post_data or ""))
        route.fulfill(json={"tables": {"finished": 2}, "done": True})

    page = visits.context_without_worker().new_page()  # which would ask past the routes
    page.emulate_media(reduced_motion="reduce")
    page.goto("/admin", wait_until="networkidle")
    page.get_by_label("Secret").fill(ADMIN_SECRET)
    page.get_by_role("button", name="Sign in").click()
    page.route("**/api/admin/tables*", rows)
    page.get_by_role("button", name="Tables").click()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("row")).to_have_count(1 + 103)
    expect(page.get_by_role("button", name="More")).to_have_count(0)
    assert asked == ["", f"?before=1700000000000&after={99:024}"]
    page.get_by_text("Remove old tables").click()
    expect(page.get_by_label("Finished", exact=True)).to_have_value("365")
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_text("0 old tables.")).to_be_visible()
    page.route("**/api/admin/prune", lambda route: route.fulfill(json={"tables": {"finished": 2}, "done": False}))
    page.get_by_label("Without a game").fill("")
    page.get_by_role("button", name="Count").click()
    panel = page.locator("details")
    panel.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("Remove 2 tables for ever")).to_be_visible()
    page.route("**/api/admin/prune", prune)
    page.get_by_test_id("sure").click()
    expect(page.get_by_text("2 tables removed.")).to_be_visible()
    assert removed == [{"finished": 365, "abandoned": 90, "empty": None, "dry_run": False}]
    expect(page.get_by_role("row")).to_have_count(1 + 100)  # the list is read anew
    page.set_viewport_size({"width": 360, "height": 640})
    assert not is_wider_than_the_screen(page)
    assert serious_faults(page) == []


def test_somebody_saves_and_erases_the_own_data(visits: Visits, tmp_path: Path) -> None:
    made = make_table(visits.url, game="card", seats=[{"kind": "me", "name": "Wilhelmina"}, {"kind": "open"}])
    page = person(visits).open(f"/t/{made['table']}#token={made['token']}").page
    expect(page.get_by_text("Wilhelmina").first).to_be_visible()
    page.goto(f"{visits.url}/privacy")
    expect(page.get_by_text("365 days")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as a file").click()
    saved.value.save_as(tmp_path / "mine.json")
    [own] = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    assert (own["table"], own["names"]) == (made["table"], ["Wilhelmina"])
    page.get_by_role("button", name="Erase my names").click()
    page.get_by_test_id("sure").click()
    expect(page.get_by_text("you are “Somebody” now")).to_be_visible()
    page.goto(f"{visits.url}/t/{made['table']}")
    expect(page.get_by_text("Somebody").first).to_be_visible()
    assert "Wilhelmina" not in httpx.get(f"{visits.url}/api/tables/{made['table']}").text
