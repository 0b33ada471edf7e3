"""Writes decks that nobody has seen, and the matches that tell how well the search plays with them (docs/strength.md).

python -m tools.random_decks FOLDER
coatl arena --plan FOLDER/decks.toml --json found.json
python -m tools.strength keep decks found.json

Each prophecy is a printed one in other colours; a third of the patterns are read backwards, and what a prophecy of the
board game brings changes by a point now and then. So patterns and overlaps are new, and which colours are wanted.
"""

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

from coatl.decks.loader import printed_data
from coatl.engine.patterns import COLOURS
from coatl.registry import rules_with

DECKS = 10
GAMES = 10  # with each deck; with the printed one as many as with all of them
SEED = "own decks, 3b7a"
ENTRANTS = {"board": ("search:300", "greedy"), "card": ("search:300", "greedy")}


def random_deck(game: str, number: int) -> str:
    """The file of the deck of this number: always the same."""
    rng = random.Random(f"{SEED} {game} {number}")
    cards = "\n".join(written(changed(card, rng)) for card in printed_data(game)["prophecy"])
    return f'[game]\nid = "{game}"\n\n{cards}'


def changed(card: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A printed card in other colours."""
    others = dict(zip(COLOURS, rng.sample(COLOURS, len(COLOURS)), strict=True))
    tokens = re.sub(f"[{COLOURS}]", lambda found: others[found[0]], card["pattern"]).split()
    if rng.random() < 1 / 3:
        tokens.reverse()
    new = {"id": card["id"], "colour": card["colour"], "pattern": " ".join(tokens)}
    more = rng.choice((-1, 0, 0, 1))
    if "levels" in card:
        least = min(card["levels"].values())
        new["levels"] = {times: points + max(more, 1 - least) for times, points in card["levels"].items()}
    return new | {name: card[name] for name in ("kind", "copies") if name in card}


def written(card: dict[str, Any]) -> str:
    """A card as TOML."""
    values = {name: json.dumps(value) for name, value in card.items() if name != "levels"}
    if "levels" in card:
        values["levels"] = f"{{ {', '.join(f'{times} = {points}' for times, points in card['levels'].items())} }}"
    return "\n".join(["[[prophecy]]", *(f"{name} = {value}" for name, value in values.items()), ""])


def plan(games: int = GAMES) -> str:
    """The matches: the search against greedy with each of the decks, and with the printed ones."""
    lines = ["[defaults]", f'seed = "{SEED}"', ""]
    for game, entrants in ENTRANTS.items():
        decks = [(f"deck {number}", games, f"{game}-{number}.toml") for number in range(1, DECKS + 1)]
        for name, count, deck in [("printed deck", games * DECKS, None), *decks]:
            lines += ["[[match]]", f'name = "{game}: {name}"', f'game = "{game}"', f"entrants = {json.dumps(entrants)}"]
            lines += [f"games = {count}", *([f'deck = "{deck}"'] if deck else []), ""]
    return "\n".join(lines)


def main(folder: Path) -> None:
    """Writes the decks and the plan."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in ENTRANTS:
        for number in range(1, DECKS + 1):
            path = folder / f"{game}-{number}.toml"
            path.write_text(random_deck(game, number), encoding="utf-8")
            rules_with(game, path, {})  # refuses what is not sound
    (folder / "decks.toml").write_text(plan(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
