"""The commands that the README shows, run as they stand there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")


def shown() -> list[tuple[str, str]]:
    """Every command line of the README with the output below it."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            found.append((command, output))
    return found


def test_the_readme_shows_a_command() -> None:
    assert shown()


@pytest.mark.parametrize(("command", "output"), shown(), ids=[command for command, _ in shown()])
def test_the_command_prints_what_the_readme_shows(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "coatl"
    result = subprocess.run([sys.executable, "-m", "coatl", *arguments], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, output), result.stderr
