"""The project itself: what can be installed, what imports what, and whether the pages keep their promises."""

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from coatl.version import RULES_VERSION, __version__

ROOT = Path(__file__).resolve().parent.parent
RULES = files("coatl").joinpath("rules.md").read_text(encoding="utf-8")
RULINGS = set(range(1, 30))

# files that say what is installed: pins, settings and locks
INSTALLING = re.compile(
    r"(^|/)(pyproject\.toml|constraints\.txt|Makefile|\.npmrc|\.pre-commit.*|\.ci/.*|.*[-.]lock.*)$"
)
ADDRESS = re.compile(r"\w+://\S+")
PACKAGE_SOURCE = re.compile(
    r"--(extra-)?index[-]url|--(find)-links|--(trusted)-host|^\s*registry\s*=|\"resolved\":",
    re.MULTILINE,
)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def tracked_files() -> list[str]:
    listed = run("git", "ls-files")
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def headings(page: str) -> list[str]:
    return re.findall(r"^#+ (.+)$", page, re.M)


def test_no_tracked_file_names_a_place_to_install_from() -> None:
    found = [
        f"{name}: {match[0]}"
        for name in tracked_files()
        for pattern in ([PACKAGE_SOURCE, ADDRESS] if INSTALLING.search(name) else [PACKAGE_SOURCE])
        for match in pattern.finditer(without_thanks(name))
    ]
    assert not found


def without_thanks(name: str) -> str:
    """A file; npm's lock also tells how to support the makers of each library, where nothing is installed from."""
    if not name.endswith("package-lock.json"):
        return text_of(name)
    lock = json.loads(text_of(name))
    for library in lock["packages"].values():
        library.pop("funding", None)
    return json.dumps(lock)


def test_constraints_pin_every_dependency_to_one_version() -> None:
    lines = text_of("constraints.txt").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    pinned = {normal(line.split("==")[0]) for line in lines}
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert {normal(re.split(r"[<>=!~ \[;]", need)[0]) for need in needed} <= pinned


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_imports_point_downwards() -> None:
    result = run(sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-logo")
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_ruling_is_marked_and_in_the_table() -> None:
    marked = {int(number) for number in re.findall(r"^\*\*Ruling R(\d+)\.\*\* \S", RULES, re.M)}
    listed = {int(number) for number in re.findall(r"^\| R(\d+) \| .*\w.* \| \d", RULES, re.M)}
    assert marked == RULINGS
    assert listed == marked


def test_the_rules_page_has_every_section_that_the_code_names() -> None:
    sections = {heading.split(" ")[0].rstrip(".") for heading in headings(RULES)}
    letters = {heading[0] for heading in headings(RULES) if re.match(r"[A-Z]\. ", heading)}
    assert {"3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "6", "7"} <= sections
    for name in tracked_files():
        if name.endswith((".py", ".toml")):
            for section, letter in re.findall(r"\bRULES (\d+(?:\.\d+)?)(?: ([A-Z])\b)?", text_of(name)):
                # the card game's sections, 5.1 to 5.5, are still to come
                assert section.split(".")[0] in sections, f"{name} names section {section}"
                assert section in sections or section.startswith("5."), f"{name} names section {section}"
                assert not letter or letter in letters, f"{name} names {section} {letter}"


def test_the_changelog_has_a_place_for_the_next_change() -> None:
    releases = [heading for heading in headings(text_of("CHANGELOG.md")) if heading != "Changelog"]
    assert releases[0] == "Unreleased"
    for release in releases[1:]:
        assert version_numbers(release.split()[0]) <= version_numbers(__version__)


def version_numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def test_make_help_lists_every_target_with_a_sentence() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):(?!=)", text_of("Makefile"), re.M))
    listed = dict(re.findall(r"^  make (\S+) +(\S.*)$", run("make", "help").stdout, re.M))
    assert {"help", "play", "test", "check", "bench", "format", "golden", "clean"} <= targets
    assert set(listed) == targets
    assert all(sentence.endswith(".") for sentence in listed.values())


def test_one_version_everywhere() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert importlib.metadata.version("coatl") == __version__
    assert RULES_VERSION >= 1
