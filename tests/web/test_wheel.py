"""The wheel in an empty environment: whoever installs it gets the pages, and needs no Node."""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, expect

from tests.server.processes import UNHURRIED, Process, at_work
from tests.web.browser import ROOT, Visits
from tests.web.test_first_page import make_table

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sources as they are."""
    folder = tmp_path_factory.mktemp("wheel")
    words = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    done = subprocess.run([*PIP, *words], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("coatl-*.whl"))


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment in which that wheel is installed.

    The libraries are those of this environment, named in a .pth file, so that nothing is loaded from the network.
    Cóatl is not among them: it is installed here by another .pth file, and Python reads those of its own folder alone.
    """
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False)
    python = str(folder / "bin" / "python")
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (own / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    assert "ModuleNotFoundError" in run(python, "-c", "import coatl", status=1)
    run(*PIP, "--python", python, "install", "--no-deps", str(wheel))
    return folder / "bin"


@pytest.fixture(scope="module")
def installed(scripts: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Its server. It finds no Node, and runs the rules as plain Python, so that nothing is compiled for this test."""
    server = Process(tmp_path_factory.mktemp("data"), **UNHURRIED)
    server.command = [str(scripts / "coatl"), "serve"]
    kept = {name: value for name, value in server.environment.items() if not name.startswith("PYTHON")}
    server.environment = {**kept, "PATH": str(scripts), "NUMBA_DISABLE_JIT": "1"}
    with at_work(server):
        yield server


def run(*command: str, status: int = 0) -> str:
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, env=own, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_wheel_holds_the_pages_packed_and_none_of_their_sources(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    pages = {name.removeprefix("coatl/server/web/") for name in names if name.startswith("coatl/server/web/")}
    assert {"index.html.br", "index.html.gz", "worker.js.gz", "icon-512.png"} <= pages
    assert len([name for name in pages if name.startswith("assets/") and name.endswith(".js.br")]) > 5
    assert {name for name in pages if f"{name}.gz" in pages} == set()  # the server unpacks it where somebody asks
    assert [name for name in names if "node_modules" in name or name.endswith((".svelte", ".ts"))] == []


def test_the_wheel_has_its_command_and_the_layout_of_its_database(scripts: Path, tmp_path: Path) -> None:
    assert "COATL_DATABASE_URL" in run(str(scripts / "coatl"), "serve", "--help")
    check = (
        "import coatl; from coatl.server.storage.store import Store;"
        f"Store('sqlite:///{tmp_path}/new.db').close(); print(coatl.__file__)"
    )
    assert str(scripts.parent) in run(str(scripts / "python"), "-c", check)


def test_an_installed_wheel_serves_the_page_without_node(browser: Browser, installed: Process) -> None:
    visits = Visits(browser, installed.url)
    page = visits.page()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    made = make_table(installed.url, game="board", options={"solo": True})
    page.goto(f"/t/{made['table']}#token={made['token']}", wait_until="networkidle")
    expect(page.get_by_role("button").first).to_be_visible()
    visits.close()
    assert visits.complaints == []
