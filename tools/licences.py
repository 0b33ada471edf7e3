"""Writes THIRD-PARTY-LICENCES.txt: the licences of everything that the wheel holds and that others have made.

`make licences` asks the build which packages are in the pages (web/tools/packages.js); the fonts and the manual's theme
are added. Libraries of Python are not in the wheel: pip installs them beside it, each with its own licence.
"""

import json
import re
import subprocess
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
FILE = ROOT / "THIRD-PARTY-LICENCES.txt"
FONTS = ("@fontsource/alegreya", "@fontsource/alegreya-sans")
THEME = "zensical"  # the styles and scripts of the manual
HEAD = """\
Cóatl is free software under the MIT licence (LICENSE). Its wheel also holds parts that others have made: code in the
pages, their fonts, and the styles and scripts of the manual. These are their licences. The file is generated:
make licences.
"""


def packages() -> list[str]:
    """The npm packages whose code or fonts are in the built pages."""
    shown = subprocess.run(["node", "tools/packages.js"], cwd=WEB, capture_output=True, text=True, check=True).stdout
    found: list[str] = json.loads(shown.splitlines()[-1])
    return sorted({*found, *FONTS})


def npm_part(name: str) -> str:
    """A package with its version, its licence by name, and the text of it."""
    folder = WEB / "node_modules" / name
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    [text, *_] = [path for path in sorted(folder.iterdir()) if re.match(r"licen[cs]e", path.name, re.I)]
    return section(f"{name} {about['version']} ({about['license']})", text.read_text(encoding="utf-8"))


def theme_part() -> str:
    """The theme of the manual."""
    library = distribution(THEME)
    texts = [file for file in library.files or () if re.search(r"licen[cs]e", file.name, re.I)]
    text = "\n\n".join(file.read_text(encoding="utf-8") for file in texts)
    return section(f"{THEME} {library.version} ({library.metadata['License-Expression']})", text)


def section(title: str, text: str) -> str:
    """A part of the file."""
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return f"{'=' * 100}\n{title}\n{'=' * 100}\n\n{lines}\n"


def document() -> str:
    """The whole file."""
    return "\n".join([HEAD, *map(npm_part, packages()), theme_part()])


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size / 1000:.0f} KB")
