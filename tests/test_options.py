"""Each option of a table is declared once, and everything else is made from the declaration."""

import ast
import json
import re
from pathlib import Path

import pytest

from coatl import options
from coatl.engine.errors import CoatlError
from coatl.messages import languages, namespace
from coatl.registry import rules_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "coatl"
NAMES = {name for declared in options.declarations().values() for name in declared} - {"players", "first", "solo"}

# who obeys the options: the rules, decks that bring what an option needs, searches and answers by the rules
OBEYING = ("board/", "card/", "decks/", "bots/board/", "bots/card/", "solver/board/")
BESIDES = {
    "cli/options.py": {"promo"},  # questions to the solver take it too
    "server/study/analysis.py": {"difficulties", "promo"},  # the same, asked by a page
    "server/study/puzzles.py": {"tokens"},  # puzzles are set without
    "server/study/lessons.py": {"tokens"},  # a scene that is called so
    "server/examples.py": {"difficulties"},  # an example in OpenAPI
    "describe/cards.py": {"promo"},  # the set of a card
    "learn/data.py": {"difficulties", "fewer_bodies", "golden_feathers", "promo", "tokens"},  # the tables to learn from
    "rl/board/observation.py": {"difficulties"},  # what a learner sees
    "rl/card/observation.py": {"opponent", "manner"},
    "drawing/card.py": {"opponent"},  # names the automaton
    "terminal/play.py": {"opponent"},  # the campaign chooses
    "terminal/campaign.py": {"opponent"},
    "terminal/board/table.py": {"tokens"},  # draws them
    "terminal/reports.py": {"promo"},  # the set of a card
}


def names_in(path: Path) -> set[str]:
    """The options that a module names: as a field of options, as a word in quotes, as a keyword of a call."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith(("options", "table")):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg and not isinstance(node.value, ast.Name):
            found.add(node.arg)
    return found & NAMES


def test_an_option_stands_in_its_declaration_and_where_it_is_obeyed() -> None:
    modules = {path.relative_to(SOURCE).as_posix(): names_in(path) for path in SOURCE.rglob("*.py")}
    assert set(modules["board/setup.py"]) >= {"golden_feathers", "fewer_bodies", "promo"}, "the search finds nothing"
    elsewhere = {place: names for place, names in modules.items() if names and not place.startswith(OBEYING)}
    assert elsewhere == BESIDES


@pytest.mark.parametrize("game", ["board", "card"])
def test_the_rules_know_the_declared_options_and_no_others(game: str) -> None:
    declared = options.declarations()[game]
    assert list(rules_of(game).options) == list(declared)
    with pytest.raises(CoatlError) as refused:
        rules_of(game, nonsense=True)
    assert (refused.value.code, list(refused.value.allowed)) == ("options.unknown", list(declared))


@pytest.mark.parametrize("game", ["board", "card"])
def test_a_default_that_is_written_out_changes_nothing(game: str) -> None:
    plain = rules_of(game).options
    assert rules_of(game, **plain).options == plain
    alone = rules_of(game, solo=True).options
    assert rules_of(game, **alone).options == alone


def test_the_page_of_options_is_made_from_the_declaration() -> None:
    assert (ROOT / "docs" / "options.md").read_text("utf-8") == options.document()


# ---------------------------------------------------------------- the pages

WEB = ROOT / "web" / "src"
DECLARED_FOR_THE_PAGES = WEB / "lib" / "table" / "options.json"
PAGES_BESIDES = {
    "lib/board/OwnSide.svelte": {"tokens"},  # draw them
    "lib/board/Rival.svelte": {"tokens"},
    "lib/replay/replay.ts": {"opponent"},  # what the automaton of a record is called
}


def test_the_pages_have_the_declaration() -> None:
    """`npm run types` makes the file; a build of the pages needs no Python, so it is kept."""
    assert json.loads(DECLARED_FOR_THE_PAGES.read_text("utf-8")) == options.data()


def test_the_pages_name_no_option() -> None:
    named = re.compile(rf"options\??\.({'|'.join(sorted(NAMES))})\b|\b(golden_feathers|fewer_bodies)\b(?!:)")
    sources = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte")]
    found = {
        path.relative_to(WEB).as_posix(): {match[1] or match[2] for match in named.finditer(path.read_text("utf-8"))}
        for path in sources
        if not path.name.endswith((".test.ts", ".gen.ts"))
    }
    assert {place: names for place, names in found.items() if names} == PAGES_BESIDES


@pytest.mark.parametrize("language", languages())
def test_every_option_has_its_messages(language: str) -> None:
    """The label of an option, or of its group, and of each of its choices."""
    messages = namespace(language, "options")
    for declared in options.declarations().values():
        for name, option in declared.items():
            if option.kind in ("flag", "choice", "numbers") and name != "solo":
                wanted = [name, *(f"{name}_{choice}" for choice in option.choices())]
                wanted += [option.group, f"{option.group}_none"] if option.group else []
                wanted += [f"{name}_off"] if option.default is True else []
                assert set(wanted) <= set(messages), name
