"""A server with the built pages, a browser, and pages on which nothing may go wrong unseen."""

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, expect

from coatl.rl.policy import POLICIES
from tests.server.processes import UNHURRIED, Process, process
from tests.web.browser import Visits, browsing

ADMIN_SECRET = "a secret for the tests"
FAILED = pytest.StashKey[bool]()
expect.set_options(timeout=30_000)  # the machine may be busy


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes for the fixtures whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


SETTINGS = {**UNHURRIED, "absent_seconds": "60"}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """`coatl serve`."""
    names = "127.0.0.1,coatl.test"  # the second as a phone in the same network calls it
    own = {"hosts": names, "admin_secret": ADMIN_SECRET, "policies": str(POLICIES)}
    with process(tmp_path_factory.mktemp("site"), **own, **SETTINGS) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one file of tests: while it is open, its thread can run no other event loop."""
    with browsing() as opened:
        yield opened


@pytest.fixture
def visits(browser: Browser, site: Process, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Pages of that server. At the end nothing may have gone wrong on any of them: no error, no failed
    request, no breach of the content security policy.
    """
    made = Visits(browser, site.url)
    yield made
    if made.complaints or request.node.stash.get(FAILED, False):
        made.pictures(request.node.name)
    made.close()
    assert made.complaints == []
