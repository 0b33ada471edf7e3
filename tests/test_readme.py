"""The commands that the README and the manual show, run as they stand there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
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
