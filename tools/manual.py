"""Builds the manual: the pages of docs/ with those that are made from the program itself, and the site from both.

`make docs` runs it. Commands, errors, deck files, contributing and changelog are taken from where they are kept, so
that nothing is written twice; links that lead out of docs/ are turned to the pages that stand for those files.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.testing import CliRunner

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ASSEMBLED = ROOT / "build" / "manual"  # mkdocs.yml names it
SITE = ROOT / "src" / "coatl" / "server" / "docs"  # where the server finds it, and the wheel takes it from
COPIES = {  # pages that live elsewhere in the project
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
    "rules.md": "src/coatl/messages/en/rules.md",
}
STANDS_FOR = {(ROOT / source).resolve(): page for page, source in COPIES.items()} | {
    (ROOT / "README.md").resolve(): "index.md"
}
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")
CODE = re.compile(r"[a-z]+\.[a-z_]+(\.[a-z_]+)?")


# ---------------------------------------------------------------- pages that are made


def commands(command: typer.models.CommandInfo | object, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and every group of commands, by the words that call it."""
    yield words
    for name, one in sorted(getattr(command, "commands", {}).items()):
        yield from commands(one, (*words, name))


def command_page() -> str:
    """The page of the command line: what each command says of itself."""
    from coatl.cli.app import app

    runner, parts = CliRunner(), []
    own = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "TERM": "dumb", "COATL_LANG": "en"}
    for words in commands(typer.main.get_command(app)):
        shown = runner.invoke(app, [*words, "--help"], env=own, prog_name="coatl")
        title = " ".join(["coatl", *words])
        parts.append(f"## {title}\n\n```text\n{plain(shown.output)}\n```\n")
    intro = "Every command with what `--help` says of it; the page is made from the program when the manual is built.\n"
    return "\n".join(["# The command line\n", intro, *parts])


def plain(text: str) -> str:
    """Help without colours, and without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).strip("\n").splitlines())


def error_page() -> str:
    """The page of all errors: each code, its sentence, and where it is raised."""
    worded = json.loads((ROOT / "src/coatl/messages/en/errors.json").read_text(encoding="utf-8"))
    lines = [
        "# Errors by code\n",
        "Every error that a user or a program can meet has a stable code, shown in brackets at its end; the server "
        "sends it as `code`. Words in braces are filled in. "
        "The page is made from the sources when the manual is built.\n",
        "| code | what it says |",
        "| --- | --- |",
    ]
    for code, sentences in sorted(error_codes().items()):
        said = worded.get(code.replace(".", "_"))
        shown = said if isinstance(said, str) else " / ".join(sentences)
        lines.append(f"| `{code}` | {shown.replace('|', '·') or '…'} |")
    return "\n".join(lines) + "\n"


def error_codes() -> dict[str, list[str]]:
    """The codes that the sources name, with their sentences."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src" / "coatl").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            parts = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
            if len(parts) > 1:
                code, words = parts[0], template(parts[1])
                if isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value)) and " " in words:
                    sentences = found.setdefault(str(code.value), [])
                    if words not in sentences:
                        sentences.append(words)
    return found


def template(node: ast.expr) -> str:
    """A sentence as it is written, with names for what is filled in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts = (
        str(part.value)
        if isinstance(part, ast.Constant)
        else "{" + re.sub(r"\W+", " ", ast.unparse(part.value)).strip().split(" ")[-1] + "}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )
    return "".join(parts)


def deck_page() -> str:
    """The page of deck files: each section of the printed decks with its remarks, and one card of each kind."""
    parts = [
        "# Deck files\n",
        "Every section that a deck file may have, as the printed decks have it, and one card of each kind. An own file "
        "holds what differs: [a deck in ten minutes](decks.md). Patterns are in [notation](notation.md#patterns). "
        "The page is made from the printed decks when the manual is built.\n",
    ]
    for title, name in (("The board game", "board"), ("The card game", "card")):
        text = (ROOT / "src/coatl/decks" / f"{name}.toml").read_text(encoding="utf-8")
        parts.append(f"## {title}\n\n```toml\n{one_of_each(text)}\n```\n")
    return "\n".join(parts)


def one_of_each(text: str) -> str:
    """A deck file in which of all cards with the same keys only the first is left."""
    kept, shown = [], set()
    for section in re.split(r"(?=^\[)", text, flags=re.M):
        keys = tuple(re.findall(r"^(\[\[.*\]\]|kind = .*|\w+)", section, re.M))
        if not section.startswith("[[") or keys not in shown:
            kept.append(section.partition("\n# -----")[0].rstrip() if section.startswith("[[") else section.rstrip())
        shown.add(keys)
    return "\n\n".join(kept)


# ---------------------------------------------------------------- putting it together


def assemble(target: Path) -> None:
    """All pages of the manual in one folder, with links that hold there."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(DOCS, target)
    for page, source in COPIES.items():
        shutil.copy(ROOT / source, target / page)
    for path in sorted(target.rglob("*.md")):
        relative = path.relative_to(target).as_posix()
        origin = ROOT / COPIES.get(relative, f"docs/{relative}")
        path.write_text(turned(path.read_text(encoding="utf-8"), origin), encoding="utf-8")
    pages = "".join(path.read_text(encoding="utf-8") for path in target.rglob("*.md"))
    for picture in (target / "pictures").iterdir():
        if f"pictures/{picture.name}" not in pages:
            picture.unlink()  # shown elsewhere, in the README for example
    (target / "cli.md").write_text(command_page(), encoding="utf-8")
    (target / "deck-files.md").write_text(deck_page(), encoding="utf-8")
    (target / "errors.md").write_text(error_page(), encoding="utf-8")


def turned(text: str, origin: Path) -> str:
    """A page whose links to files of the project lead to the pages that stand for them; others become their names."""

    def lead(link: re.Match[str]) -> str:
        shown, address, place = link[1], link[2], link[3] or ""
        if ":" in address:
            return link[0]
        meant = (origin.parent / address).resolve()
        if meant in STANDS_FOR:
            return f"[{shown}]({STANDS_FOR[meant]}{place})"
        if meant.is_relative_to(DOCS):
            return f"[{shown}]({meant.relative_to(DOCS).as_posix()}{place})"
        return f"`{shown}`" if meant.exists() else link[0]

    return LINK.sub(lead, text)


def build() -> None:
    """The site, from the assembled pages; a link that leads nowhere stops it."""
    assemble(ASSEMBLED)
    tool = Path(sys.executable).with_name("zensical")
    own = {**os.environ, "NO_COLOR": "1"}
    subprocess.run([str(tool), "build", "--clean", "--strict"], cwd=ROOT, env=own, check=True)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"The manual is in {SITE.relative_to(ROOT)}: {size / 1e6:.1f} MB; coatl serve shows it at /docs/.")


if __name__ == "__main__":
    build()
