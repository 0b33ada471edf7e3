"""The shapes of a picture are those of the pages: one serpent, one sign for each colour."""

import re
from pathlib import Path

from coatl.drawing import art

WEB = Path(__file__).resolve().parents[2] / "web/src"
PIECES = (WEB / "lib/art/pieces.ts").read_text(encoding="utf-8")
THEME = (WEB / "theme.css").read_text(encoding="utf-8")


def shapes(name: str) -> dict[str, str]:
    """A table of paths in pieces.ts, with the strings of each entry joined."""
    table = re.search(rf"export const {name}[^=]*= \{{\n(.*?)^\}}", PIECES, re.M | re.S)
    assert table is not None
    entries = re.findall(r"^  '?([\w*]+)'?:\s*((?:'[^']*'[\s+]*)+),", table[1], re.M)
    return {name: "".join(re.findall(r"'([^']*)'", strings)) for name, strings in entries}


def test_the_signs_and_outlines_are_those_of_the_pages() -> None:
    assert shapes("GLYPHS") == art.GLYPHS
    assert shapes("OUTLINES") == art.OUTLINES


def test_the_colours_are_those_of_the_pages() -> None:
    for letter in "RGBYK":
        for name, colours in (("", art.COLOURS), ("-2", art.SHADES)):
            found = re.search(rf"--{letter}{name}: (?:light-dark\()?(#\w+)", THEME)
            assert found is not None
            assert colours[letter] == found[1]
