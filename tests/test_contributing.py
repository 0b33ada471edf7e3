"""The recipes of CONTRIBUTING.md, followed in a copy of the sources."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

CARD = """
[[prophecy]]
id = "R99"
colour = "red"
kind = "count"
pattern = "G"
levels = { 3 = 2 }
copies = 1
"""
OPTION = """    toy: Annotated[bool, Flag(help="With a toy, which changes nothing.")] = False


def read_options("""
BOT = '''
from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.bots.base import Bot, Limit


class ToyBot(Bot):
    """Takes the first action."""

    title = "Toy"
    sentence = "Takes whatever stands first in the list of actions."
    level = 6

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """The first."""
        return legal[0]
'''


class Copy:
    """A copy of the sources, in which something is added."""

    def __init__(self, folder: Path) -> None:
        self.home = folder
        self.package = folder / "src" / "coatl"
        built = shutil.ignore_patterns("__pycache__", "web")
        shutil.copytree(ROOT / "src" / "coatl", self.package, ignore=built)

    def replace(self, path: str, old: str, new: str) -> None:
        file = self.package / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path}: {old!r}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *words: str) -> str:
        """What Python says, with the copy in the place of the sources; the rules run as plain Python."""
        own = {**os.environ, "PYTHONPATH": str(self.home / "src"), "NUMBA_DISABLE_JIT": "1", "COLUMNS": "120"}
        command = [sys.executable, *words]
        done = subprocess.run(command, env=own, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def python(self, code: str) -> str:
        return self.run("-c", code).strip()

    def coatl(self, *words: str) -> str:
        return self.run("-m", "coatl", *words)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("copy"))


def test_a_card(copy: Copy) -> None:
    with (copy.package / "decks" / "board.toml").open("a", encoding="utf-8") as deck:
        deck.write(CARD)
    code = "import coatl; print(coatl.score('board', '(GGGR)', ['R99']).total, coatl.new('board', seed=1).legal()[0])"
    assert copy.python(code).split() == ["2", "done"]


def test_an_option(copy: Copy) -> None:
    copy.replace("board/options.py", "\n\ndef read_options(", OPTION)
    copy.replace("board/state.py", "    golden_feathers: Int8\n", "    golden_feathers: Int8\n    toy: Int8\n")
    assert "--toy" in copy.coatl("play", "--help")
    code = (
        "import coatl; from coatl import options; game = coatl.new('board', toy=True, seed=7)\n"
        "print(game.view(1).options.toy, '`toy`' in options.document(), 'toy' in game.record().to_text())"
    )
    assert copy.python(code).split() == ["True", "True", "True"]


def test_a_bot_and_a_level(copy: Copy) -> None:
    (copy.package / "bots" / "toy.py").write_text(BOT, encoding="utf-8")
    copy.replace("bots/registry.py", "import SearchBot\n", "import SearchBot\nfrom coatl.bots.toy import ToyBot\n")
    copy.replace(
        "bots/registry.py", '    "high-priest": HighPriest,\n', '    "high-priest": HighPriest,\n    "toy": ToyBot,\n'
    )
    copy.replace("bots/registry.py", '"priest", "high-priest")', '"priest", "high-priest", "toy")')
    [toy] = [row for row in json.loads(copy.coatl("bots", "--json")) if row["name"] == "toy"]
    assert toy["people"] is True
    assert "toy" in copy.coatl("arena", "toy", "random", "--game", "card", "--games", "2", "--jobs", "1")


def test_a_language_and_a_message(copy: Copy) -> None:
    messages = copy.package / "messages"
    shutil.copytree(messages / "en", messages / "eo")
    for name in ("terminal_bots.json", "terminal_errors.json"):
        shutil.copy(messages / "de" / name, messages / "eo" / name)
    listed = json.loads((messages / "languages.json").read_text(encoding="utf-8"))
    listed["eo"] = {"name": "Esperanto", "plurals": "germanic", "decimal": ",", "group": " "}
    (messages / "languages.json").write_text(json.dumps(listed), encoding="utf-8")
    for language in listed:
        file = messages / language / "terminal.json"
        texts = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps({**texts, "toy": f"{language} {{n}}"}), encoding="utf-8")
    assert "eo" in copy.coatl("rules", "--help")
    assert "R6" in copy.coatl("rules", "R6", "--lang", "eo")
    code = "from coatl.messages import speak, t; speak('eo'); print(t('terminal.toy', n=1200))"
    assert copy.python(code) == "eo 1 200"


def test_every_recipe_names_files_that_are_there() -> None:
    named = set(re.findall(r"`((?:src|tests|web|docs)/[\w./-]+)`", RECIPES))
    made = {"src/coatl/server/web", "tests/web/failures"}  # by commands
    fixed = {name for name in named - made if not re.search(r"\b(LL|NAME|NAMESPACE)\b", name)}
    assert len(fixed) > 20
    assert [name for name in sorted(fixed) if not (ROOT / name).exists()] == []


def test_there_is_a_recipe_for_everything_that_is_added() -> None:
    headings = re.findall(r"^### (.+)$", RECIPES, re.M)
    assert headings == [
        "A card",
        "A rule option",
        "A bot, and a level",
        "A field of an observation",
        "A language",
        "A message",
        "A page",
    ]
