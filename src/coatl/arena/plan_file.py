"""Plans in a file: several matches, each with a name.

[defaults]                      # whatever the matches share
games = 400
game = "board"

[[match]]
name = "search against greedy"
entrants = ["search:50ms", "greedy"]
players = 2

[[match]]
name = "search against ADAM, difficulties 1 and 4"
entrants = ["search:50ms"]
solo = true
difficulties = [1, 4]
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from coatl.arena.plan import PATIENCE, Plan
from coatl.engine.errors import CoatlError
from coatl.validation import check_seed

OWN = ("name", "entrants", "game", "games", "seed", "deck", "patience")
LARGEST_FILE = 1_000_000  # bytes


def read_plans(path: Path) -> list[Plan]:
    """The matches of a file, in their order; a deck is looked for beside the file."""
    content = read_toml(path)
    defaults, matches = content.get("defaults", {}), content.get("match", [])
    if set(content) - {"defaults", "match"} or not isinstance(defaults, dict) or not is_list_of_tables(matches):
        raise wrong(path, "A plan has matches, [[match]], and perhaps [defaults], and nothing else.")
    if not matches:
        raise wrong(path, "There is no [[match]] in it.")
    plans = [plan_of(path, number, {**defaults, **one}) for number, one in enumerate(matches, 1)]
    names = [plan.name for plan in plans]
    for name in names:
        if names.count(name) > 1:
            raise wrong(path, f"Two matches have the name {name!r}.")
    return plans


def is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a file."""
    try:
        content = path.read_bytes()
        if len(content) > LARGEST_FILE:
            raise wrong(path, "The file is too large for a plan.")
        return tomllib.loads(content.decode())
    except OSError as fault:
        raise CoatlError("file.read", f"{path} cannot be read: {fault.strerror or fault}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise wrong(path, f"It is no TOML: {fault}.") from None


def plan_of(path: Path, number: int, given: Mapping[str, Any]) -> Plan:
    """One match; an error names its place."""
    name = given.get("name", f"match {number}")
    place = f"match {number}, {name!r}"
    entrants, deck = given.get("entrants", []), given.get("deck")
    if not isinstance(name, str) or not is_texts(entrants) or not isinstance(deck, (str, type(None))):
        raise wrong(path, f"In {place}, a name and a deck are texts, and entrants are a list of texts.")
    if not isinstance(given.get("patience", 1), (int, float)) or not isinstance(given.get("game", "board"), str):
        raise wrong(path, f"In {place}, the patience is a number of seconds, and the game is a text.")
    try:
        return Plan(
            entrants=tuple(entrants),
            game=given.get("game", "board"),
            games=given.get("games", 100),
            seed=check_seed(given.get("seed", "1")),
            options={option: value for option, value in given.items() if option not in OWN},
            deck=None if deck is None else path.parent / deck,
            name=name,
            patience=given.get("patience", PATIENCE),
        )
    except CoatlError as fault:
        raise CoatlError(fault.code, f"{path}: {place}: {fault.message}", fault.allowed) from None


def is_texts(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(one, str) for one in value)


def wrong(path: Path, message: str) -> CoatlError:
    return CoatlError("arena.plan", f"{path}: {message}")
