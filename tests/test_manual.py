"""The manual: every link leads somewhere, every public name and every command is in it, every picture is true."""

import importlib
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
import typer

from coatl.cli.app import app
from coatl.decks.loader import printed_data
from tests.requirements import need
from tools import manual, pictures

ROOT = manual.ROOT
PUBLIC = tuple(  # packages whose __all__ is promised
    sorted(
        ".".join(path.parent.relative_to(ROOT / "src").parts)
        for path in (ROOT / "src/coatl").rglob("__init__.py")
        if re.search(r"^__all__", path.read_text(encoding="utf-8"), re.M)
    )
)
ID = re.compile(r'\bid="([^"]+)"')
TARGET = re.compile(r'\b(?:href|src)="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole manual, built as `make docs` builds it; a warning of the builder is a failure."""
    folder = tmp_path_factory.mktemp("manual")
    need(Path(sys.executable).with_name("zensical").exists(), "zensical (pip install 'coatl[docs]')")
    manual.assemble(folder / "pages")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for name, place in ((manual.ASSEMBLED, "pages"), (manual.SITE, "site")):
        settings = settings.replace(str(name.relative_to(ROOT)), place)
    settings = settings.replace("[src]", f"[{ROOT / 'src'}]").replace("[tools/", f"[{ROOT / 'tools'}/")
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    command = [str(Path(sys.executable).with_name("zensical")), "build", "--strict"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "site"


def page(site: Path, name: str) -> str:
    return (site / name / "index.html").read_text(encoding="utf-8")


def test_every_link_leads_to_a_page_and_to_a_place_on_it(site: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html") if path.name != "404.html"}
    places = {path: set(ID.findall(text)) for path, text in pages.items()}
    assert len(pages) > 30
    lost = []
    for path, text in pages.items():
        for target in TARGET.findall(text):
            address, _, place = unescape(target).partition("#")
            if ":" in address:
                continue
            meant = (path.parent / unquote(address)).resolve() if address else path
            meant = meant / "index.html" if meant.is_dir() else meant
            if not meant.exists() or (place and meant in places and unquote(place) not in places[meant]):
                lost.append(f"{path.relative_to(site)}: {target}")
    assert not lost


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        found = re.findall(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="(\w+:)?//', path.read_text(encoding="utf-8"))
        assert not found, path


def test_every_page_has_its_place_in_the_manual(site: Path) -> None:
    named = set(re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.M))
    there = {path.relative_to(site.parent / "pages").as_posix() for path in (site.parent / "pages").rglob("*.md")}
    assert named == there


def test_the_manual_has_its_sections() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    sections = re.findall(r"^  - (\w+):", text.partition("\nnav:\n")[2], re.M)
    assert sections == ["Home", "Play", "Explore", "Program", "Research", "Run", "Reference", "Inside"]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_documented(site: Path, name: str) -> None:
    module = importlib.import_module(name)
    listed = set(ID.findall(page(site, "api")))
    for public in module.__all__:
        if not public.startswith("__"):
            assert getattr(module, public).__doc__, f"{name}.{public} says nothing of itself"
            assert f"{name}.{public}" in listed


def test_every_command_is_on_the_page_of_the_command_line(site: Path) -> None:
    text = unescape(re.sub(r"<[^>]+>", "", page(site, "cli")))
    found = list(manual.commands(typer.main.get_command(app)))
    assert len(found) > 20
    for words in found:
        assert " ".join(["Usage: coatl", *words]) in text
    assert "Traceback" not in text


def test_every_error_that_people_can_meet_is_on_its_page(site: Path) -> None:
    text = page(site, "errors")
    codes = manual.error_codes()
    assert {"action.illegal", "deck.broken", "extra.missing", "request.often", "seat.unknown"} <= set(codes)
    assert not [code for code in codes if f"<code>{code}</code>" not in text]


@pytest.mark.parametrize("game", ["board", "card"])
def test_every_section_and_every_key_of_a_deck_is_on_its_page(site: Path, game: str) -> None:
    text = unescape(re.sub(r"<[^>]+>", "", page(site, "deck-files")))
    sections = printed_data(game)
    assert {"game", "prophecy", "temple"} <= set(sections)
    for name, section in sections.items():
        assert f"[{name}]" in text
        for key in {key for part in (section if isinstance(section, list) else [section]) for key in part}:
            assert re.search(rf"^({key} +=|\[{name}\.{key}[\].])", text, re.M), f"{name}.{key}"
    assert text.count("[[prophecy]]") < 10  # one card of each kind, and not every card


def test_the_pictures_are_what_the_program_draws() -> None:
    """`make pictures` draws them anew."""
    for name, picture in pictures.pictures().items():
        assert (pictures.PICTURES / name).read_text(encoding="utf-8") == picture, name
