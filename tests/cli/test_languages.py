"""The command in other languages: `--lang`, COATL_LANG, the system's language."""

from pathlib import Path

import pytest

from coatl.messages import languages
from tests.cli.command import answered, refused


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "4.2 A turn"),
        ("fr", "4.2 Un tour"),
        ("de", "4.2 Ein Zug"),
        ("es", "4.2 Un turno"),
        ("uk", "4.2 Хід"),
        ("ru", "4.2 Ход"),
    ],
)
def test_the_rules_are_printed_in_the_language(language: str, title: str, tmp_path: Path) -> None:
    shown = answered("rules", "4.2", "--lang", language, state=tmp_path)
    assert shown.returncode == 0
    assert title in shown.stdout


@pytest.mark.parametrize(("language", "word"), [("fr", "Décision"), ("de", "Entscheidung"), ("uk", "Рішення")])
def test_a_ruling_is_found_in_every_language(language: str, word: str, tmp_path: Path) -> None:
    assert answered("rules", "r6", "--lang", language, state=tmp_path).stdout.startswith(f"{word} R6.")


def test_the_system_chooses_unless_the_user_does(tmp_path: Path) -> None:
    german = {"COATL_LANG": "", "LC_ALL": "de_DE.UTF-8"}
    assert "Entscheidung R6" in answered("rules", "R6", state=tmp_path, **german).stdout
    assert "Рішення R6" in answered("rules", "R6", state=tmp_path, **german | {"COATL_LANG": "uk"}).stdout
    assert "Décision R6" in answered("rules", "R6", "--lang", "fr", state=tmp_path, **german).stdout


@pytest.mark.parametrize("command", [["rules"], ["bots"], ["play", "board"], ["verify", "x"], ["puzzle"]])
def test_an_unknown_language_is_refused_with_the_known_ones(command: list[str], tmp_path: Path) -> None:
    shown = answered(*command, "--lang", "tlh", state=tmp_path)
    refused(shown, "language.unknown")
    assert ", ".join(languages()) in " ".join(shown.stderr.split())


def test_an_unknown_choice_in_the_environment_is_refused_as_well(tmp_path: Path) -> None:
    refused(answered("rules", "R6", state=tmp_path, COATL_LANG="xx"), "language.unknown")
