"""What the README and the manual show as an example: commands, programs, decks and plans, tried as they stand there."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from coatl.arena.plan_file import read_plans
from coatl.cli.app import app
from coatl.decks.loader import check, load_board, load_data, printed_data

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = typer.main.get_command(app)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown() -> list[tuple[str, str]]:
    """Every command line with the output below it."""
    found: list[tuple[str, str]] = []
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            found.append((command, output))
    return found


def test_commands_are_shown() -> None:
    assert len(shown()) > 1


@pytest.mark.parametrize(("command", "output"), shown(), ids=[command for command, _ in shown()])
def test_the_command_prints_what_is_shown(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "coatl"
    result = subprocess.run([sys.executable, "-m", "coatl", *arguments], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, output), result.stderr


# ---------------------------------------------------------------- commands that are named


def named() -> Iterator[tuple[str, str]]:
    """Every command line in a page, with the page: those of blocks, and those in a sentence."""
    texts = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "examples/README.md"]
    for page in [*texts, *(ROOT / ".github").rglob("*.yml"), *(ROOT / "deploy").iterdir()]:
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"```(?:text|sh|console)\n(.*?)```", text, re.S):
            for line in re.findall(r"^(?:\$ )?(coatl [a-z-].*)$", block, re.M):
                yield page.name, line.split("   ")[0]  # what it does stands behind
        for line in re.findall(r"(?<!`)`(coatl [^`\n]+)`|- run: (coatl .*)", text):
            yield page.name, "".join(line)


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that some words call, and what is left of them."""
    command: Any = PROGRAM
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    return command, words


def unknown_in(words: list[str]) -> list[str]:
    """What the program does not know of a command line: the command, or some of its options."""
    command, rest = command_of(words)
    if hasattr(command, "commands") and [word for word in rest if not word.startswith("-")]:
        return rest[:1]
    known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    return [word for word in rest if word.startswith("--") and word.partition("=")[0] not in known | {"--help"}]


def test_every_command_and_option_that_a_page_names_is_there() -> None:
    found = list(named())
    assert len(found) > 100
    wrong = []
    for page, line in found:
        first, *others = line.split(" | ")  # `coatl tables list | remove TABLE`
        words = shlex.split(first)[1:]
        rows = [words, *([words[0], *shlex.split(other)] for other in others)]
        wrong += [f"{page}: {line}" for row in rows if unknown_in(row)]
    assert not wrong


@pytest.mark.parametrize("line", ["play board --solos", "plays board", "tables lists", "serve --port=1 --no-such"])
def test_a_command_that_is_not_there_is_noticed(line: str) -> None:
    assert unknown_in(line.split())


# ---------------------------------------------------------------- programs, decks and plans


def blocks(kind: str) -> Iterator[tuple[str, int, str]]:
    """The blocks of a kind: page, number on it, text."""
    for page in PAGES:
        for number, text in enumerate(re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.S)):
            yield page.name, number, text


ELSEWHERE = {("bots.md", 0), ("client.md", 0)}  # run by tests/bots/test_process.py, tests/server/test_client.py
PROGRAMS = {f"{page}-{number}": text for page, number, text in blocks("python") if (page, number) not in ELSEWHERE}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_in_a_page_runs(program: str, tmp_path: Path) -> None:
    own = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", PROGRAMS[program]]
    done = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_decks_and_plans_in_pages_can_be_read(tmp_path: Path) -> None:
    found = {(page, number): text for page, number, text in blocks("toml")}
    assert set(found) == {("arena.md", 0), ("decks.md", 0), ("decks.md", 1)}
    file = tmp_path / "own.toml"
    file.write_text(found["decks.md", 0], encoding="utf-8")
    assert check(file) == []
    assert load_board(file).player.board_cells == 10
    [card] = tomllib.loads(found["decks.md", 1])["prophecy"]
    others = [one for one in printed_data("board")["prophecy"] if one["id"] != card["id"]]
    assert len(load_data("board", {"game": {"id": "board"}, "prophecy": [card, *others]}).prophecy) == len(others) + 1
    file.write_text(found["arena.md", 0], encoding="utf-8")
    assert [plan.games for plan in read_plans(file)] == [400, 400]
