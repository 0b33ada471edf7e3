"""The project itself: what can be installed, what imports what, and whether the pages keep their promises."""

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from coatl.messages import ENGLISH, rules_text
from coatl.version import RULES_VERSION, __version__

ROOT = Path(__file__).resolve().parent.parent
_, RULES = rules_text(ENGLISH)
RULINGS = set(range(1, 30))

# files that say what is installed: pins, settings and locks
INSTALLING = re.compile(
    r"(^|/)(pyproject\.toml|constraints\.txt|Makefile|\.npmrc|\.pre-commit.*|\.ci/.*|.*[-.]lock.*)$"
)
ADDRESS = re.compile(r"\w+://\S+")
PACKAGE_SOURCE = re.compile(
    r"--(extra-)?index[-]url|--(find)-links|--(trusted)-host|^\s*registry\s*=\s*\W*\w+:|\"resolved\":",
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
    needed = [
        *project["dependencies"],
        *(need for extra in project["optional-dependencies"].values() for need in extra),
    ]
    assert {normal(re.split(r"[<>=!~ \[;]", need)[0]) for need in needed} - {"coatl"} <= pinned


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


# ---------------------------------------------------------------- the shape of the code

MOST_POSITIONAL = 8
ACTION_NUMBERS = {  # what compiled rules and bots may compare with, but never compute with
    game: set(re.findall(r"^([A-Z_]+) = SPACE\.family\(", text_of(f"src/coatl/{game}/notation.py"), re.M))
    for game in ("board", "card")
}


def modules() -> list[str]:
    return [name for name in tracked_files() if name.startswith("src/coatl/") and name.endswith(".py")]


def test_no_function_has_more_than_eight_positional_parameters() -> None:
    """More of them are a struct or a named tuple that has no name yet."""
    found = []
    for name in modules():
        for node in ast.walk(ast.parse(text_of(name))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                positional = [parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)]
                if len(positional) - (positional[:1] in (["self"], ["cls"])) > MOST_POSITIONAL:
                    found.append(f"{name}:{node.lineno} {node.name}")
    assert not found


def test_nobody_computes_with_the_numbers_of_actions_but_the_notation() -> None:
    """`extend_action(coatl, side, colour)` and its like are the only way to such a number, and back."""
    assert {"EXTEND", "PICK_END"} <= ACTION_NUMBERS["board"]
    assert {"BESIDE", "HEAD"} <= ACTION_NUMBERS["card"]
    found = []
    for name in modules():
        if not name.endswith(("/notation.py", "/engine/actions.py")):  # the space that they declare, and its texts
            tree = ast.parse(text_of(name))
            numbers = action_numbers(tree)
            for node in ast.walk(tree):
                if isinstance(node, ast.BinOp) and any(is_number(side, numbers) for side in (node.left, node.right)):
                    found.append(f"{name}:{node.lineno} {ast.unparse(node)}")
    assert not found


def action_numbers(tree: ast.Module) -> set[str]:
    """The names that stand for numbers of actions in a module: those that it imports from a notation, and `action`."""
    found = {"action"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (
            match := re.fullmatch(r"coatl\.(board|card)\.notation", node.module or "")
        ):
            found |= {name.asname or name.name for name in node.names if name.name in ACTION_NUMBERS[match[1]]}
    return found


def is_number(node: ast.expr, numbers: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in numbers
