"""What goes wrong at home: no JavaScript, wrong addresses, no HTTPS, no network for a moment, an update."""

import re
import shutil
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, expect

from coatl.server.settings import FOLDER
from tests.server.processes import UNHURRIED, process
from tests.server.services import PostgresServer
from tests.web.browser import DESK, Visits
from tests.web.players import Person
from tests.web.test_first_page import make_table


def test_without_javascript_the_page_says_what_to_do(visits: Visits) -> None:
    visits.expect(".js csp")  # that is how the browser says it
    page = visits.page(java_script_enabled=False)
    session = page.context.new_cdp_session(page)
    told = session.send("Accessibility.getFullAXTree")["nodes"]  # what is shown and read out
    shown = " ".join(str(node["name"].get("value", "")) for node in told if "name" in node)
    assert "This page needs JavaScript" in shown
    assert "coatl play board" in shown
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    heading = session.send("DOM.querySelector", {"nodeId": root, "selector": "noscript h1"})
    top = session.send("DOM.getBoxModel", heading)["model"]["border"][1]
    assert top < DESK["height"] / 2  # where one looks


def test_an_address_that_leads_nowhere_says_so_and_leads_back(visits: Visits) -> None:
    visits.expect("404")
    page = visits.context().new_page()
    response = page.goto("/no/such/page", wait_until="networkidle")
    assert response is not None
    assert response.status == 404
    expect(page.get_by_role("main")).to_contain_text("leads nowhere")
    page.get_by_role("main").get_by_role("link", name="home page").click()
    expect(page).to_have_url(visits.url + "/")


def test_on_a_phone_in_the_same_network_there_is_no_https(visits: Visits) -> None:
    """There browsers give less: no service worker, no random ids, no clipboard."""
    visits.expect("Cross-Origin-Opener-Policy")  # which works with HTTPS only
    visits.url = visits.url.replace("127.0.0.1", "coatl.test")
    page = visits.page()
    assert not page.evaluate("isSecureContext")
    made = make_table(visits.url.replace("coatl.test", "127.0.0.1"), game="board", options={"solo": True})
    page.goto(f"/t/{made['table']}#token={made['token']}", wait_until="networkidle")
    expect(page.get_by_role("button").first).to_be_visible()


# ---------------------------------------------------------------- the service worker


def is_at_hand(page: Page) -> None:
    """Waits until the service worker has everything and looks after this page."""
    page.evaluate(  # `wait_for_function` would be eval, which the policy of the page forbids
        """() => new Promise((there, missing) => {
            setTimeout(missing, 30000)
            const look = () => navigator.serviceWorker.controller ? there() : setTimeout(look, 50)
            look()
        })"""
    )


def test_the_app_can_be_installed(visits: Visits) -> None:
    page = visits.page()
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = httpx.get(visits.url + "/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        response = httpx.get(visits.url + icon["src"])
        assert (response.status_code, response.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert "x".join(str(int.from_bytes(response.content[at : at + 4])) for at in (16, 20)) == icon["sizes"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert manifest["name"] == manifest["short_name"] == "Cóatl"
    is_at_hand(page)
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {fault["errorId"] for fault in found} <= {"in-incognito"}  # the browser of a test keeps nothing


def test_a_reload_without_network_shows_the_table_which_comes_back_by_itself(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path, **UNHURRIED) as server, closing(Visits(browser, server.url)) as visits:
        made = make_table(server.url, game="board", options={"solo": True})
        page = visits.page(f"/t/{made['table']}#token={made['token']}")
        is_at_hand(page)
        server.kill()
        page.reload()
        expect(page.locator("#app")).not_to_be_empty()
        server.start()
        server.wait()
        expect(page.get_by_role("button").first).to_be_visible(timeout=60_000)


def test_an_outage_of_the_database_is_a_pause(browser: Browser) -> None:
    """PostgreSQL is away for five seconds: the page says so, and the move that was asked for meanwhile is done."""
    with tempfile.TemporaryDirectory(prefix="coatl-pg") as folder, ExitStack() as stack:
        postgres, database = PostgresServer(folder), ExitStack()
        stack.enter_context(database).enter_context(postgres.on())
        url = f"{postgres.url}/postgres"
        server = stack.enter_context(process(Path(folder), **{**UNHURRIED, "database_url": url}))
        visits = stack.enter_context(closing(Visits(browser, server.url)))
        made = make_table(server.url, game="board", options={"solo": True})
        person = Person(visits.page())
        person.open(f"/t/{made['table']}#token={made['token']}")
        person.ears.rest()
        person.move(1)  # the opening scene, which sends several actions
        person.ears.rest()
        seen = person.ears.views[1]
        database.close()
        person.move(1)
        expect(person.page.get_by_text("Part of the server is unavailable")).to_be_visible()
        person.page.wait_for_timeout(5000)
        assert person.ears.views[1] is seen
        stack.enter_context(postgres.on())
        person.ears.wait(lambda: person.ears.views[1] != seen)
        expect(person.page.get_by_text("Part of the server is unavailable")).to_be_hidden()
        person.ears.rest()
        person.move(person.next())
        assert visits.complaints == []


def test_nothing_that_the_server_knows_is_kept(visits: Visits) -> None:
    made = make_table(visits.url, game="board", options={"solo": True})
    page = visits.page(f"/t/{made['table']}#token={made['token']}")
    is_at_hand(page)
    page.reload(wait_until="networkidle")
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""
    )
    assert "/" in kept
    assert [path for path in kept if path != "/" and not path.startswith("/assets/")] == []


def updated(folder: Path) -> None:
    """Another build: its scripts have other names and say something else."""
    assets = folder / "assets"
    main = next(path for path in assets.glob("index-*.js"))
    for path in [*folder.glob("*.*"), *assets.iterdir()]:
        if path.suffix in (".gz", ".br"):
            path.unlink()
    renamed = main.name.replace("index-", "index-new")
    for path in [folder / "index.html", folder / "worker.js", *assets.glob("*.js")]:
        text = path.read_text(encoding="utf-8").replace(main.name, renamed)
        path.write_text(re.sub(r'BUILD = "(\w+)"', r'BUILD = "\1new"', text), encoding="utf-8")
    main.rename(assets / renamed)


def test_an_old_tab_is_told_after_an_update_and_a_new_one_is_new(browser: Browser, tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "pages")
    settings = {**UNHURRIED, "pages": str(tmp_path / "pages")}
    with process(tmp_path / "data", **settings) as server, closing(Visits(browser, server.url)) as visits:
        page = visits.page()
        is_at_hand(page)
        server.kill()
        updated(tmp_path / "pages")
        server.start()
        server.wait()
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        expect(page.get_by_text("was updated")).to_be_visible()
        page.reload(wait_until="networkidle")
        assert page.locator("script[src*='index-new']").count() == 1
        expect(page.get_by_text("was updated")).to_have_count(0)
