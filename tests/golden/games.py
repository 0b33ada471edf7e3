"""Golden games: whole recorded games, with a digest of all views and the points after every action.

For each game there are two files: its record (`.coatl`, which `coatl replay` reads), and its course (`.course`): a line
for every entry with its number, a digest of what all viewers see, and the points of all seats; every so often a
position in one line, once as it is and once as one viewer sees it. A change of the rules shows as a difference there.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coatl.board.view import as_data
from coatl.engine.record import Record
from coatl.game import Game
from coatl.registry import rules_of
from tests.property.tables import random_move

HERE = Path(__file__).parent
FOLDER = HERE / "games"
OWN_DECK = HERE / "own.toml"
EVERY = 40  # entries from one position to the next
MOST_ENTRIES = 2_000

# name: seed and options of the table; the games of the card game say so
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "two-players": ("golden 1", {"players": 2}),
    "three-players": ("golden 1", {"players": 3, "first": 2}),
    "four-players": ("golden 1", {"players": 4, "first": 4}),
    "no-tokens": ("golden 1", {"players": 2, "tokens": False}),
    "promo-cards": ("golden 1", {"players": 3, "promo": True}),
    "fewer-bodies": ("golden 1", {"players": 4, "fewer_bodies": True}),
    "bodies-run-out": ("golden 1", {"players": 2, "fewer_bodies": True, "tokens": False, "first": 2}),
    "golden-feathers": ("golden 1", {"players": 3, "golden_feathers": True}),
    "own-deck": ("golden 1", {"players": 3, "deck": OWN_DECK}),
    "own-deck-solo": ("golden 5", {"solo": True, "deck": OWN_DECK, "difficulties": [3]}),
    "solo": ("golden 1", {"solo": True}),
    "solo-temples-and-smaller-hand": ("golden 2", {"solo": True, "difficulties": [1, 2]}),
    "solo-hardest": ("golden 1", {"solo": True, "difficulties": [1, 2, 3, 4, 5], "promo": True}),
    "card-two-players": ("golden 1", {"game": "card", "players": 2}),
    "card-three-players": ("golden 1", {"game": "card", "players": 3, "first": 3}),
    "card-four-players": ("golden 1", {"game": "card", "players": 4, "first": 2}),
    "carl-daring": ("golden 1", {"game": "card", "solo": True, "manner": "daring"}),
    "carl-drawn-manner": ("golden 2", {"game": "card", "solo": True, "manner": "random"}),
    "carl2-domineering": ("golden 1", {"game": "card", "solo": True, "opponent": "carl2", "manner": "domineering"}),
    "carl2-greedy": ("golden 1", {"game": "card", "solo": True, "opponent": "carl2", "manner": "greedy"}),
}


def played(name: str) -> Game:
    """Plays a golden game anew: random actions, some of them taken back."""
    seed, options = GAMES[name]
    game = Game(rules_of(**{"game": "board", **options}), seed, names(options))
    dice = random.Random(f"{name} {seed}")
    while not game.over:
        action, seat = hasty_move(game, dice) if name == "bodies-run-out" else random_move(game, dice)
        game.play(action, seat)
        if game.can_undo(seat) and dice.random() < 0.05:
            game.undo(seat)
        assert len(game.entries) < MOST_ENTRIES, f"{name} does not end"
    return game


def hasty_move(game: Game, dice: random.Random) -> tuple[str, int]:
    """Body segments are taken and built with, and heads and tails left alone."""
    legal = game.legal()
    hasty = [action for action in legal if action.startswith(("take body", "extend")) and action.split()[-2] != "tail"]
    return dice.choice(hasty or legal), game.seat


def names(options: dict[str, Any]) -> list[str]:
    return ["Itzel", "Yaretzi", "Nahuel", "Xóchitl"][: options.get("players", 1)]


def viewers(game: Game) -> list[int | None]:
    return [*range(1, int(game.rules.options["players"]) + 1), None]


def digest(game: Game) -> str:
    """What all viewers see, legal actions included, as a short number."""
    views = [as_data(game.view(viewer)) for viewer in viewers(game)]
    content = json.dumps(views, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def points(game: Game) -> str:
    """The points that everybody can count: finished coatls, and at the end the whole result."""
    if game.result is not None:
        return " ".join(map(str, game.result.points))
    return " ".join(str(player.points) for player in game.view(None).players)


def course(record: Record) -> Iterator[str]:
    """The lines of a game's course, from its record."""
    for number, game in enumerate(Game.steps(record)):
        yield f"{number} {digest(game)} {points(game)}"
        if number % EVERY == 0 or game.over:
            viewer = viewers(game)[number // EVERY % len(viewers(game))]
            yield f"  {game.rules.position(game._states, 'all')}"
            yield f"  {game.position_line(viewer)}"


def files_of(name: str) -> dict[Path, str]:
    """What the files of a golden game should hold."""
    record = played(name).record()
    lines = "".join(f"{line}\n" for line in course(record))
    return {FOLDER / f"{name}.coatl": record.to_text(), FOLDER / f"{name}.course": lines}
