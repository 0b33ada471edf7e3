"""Writes the files of a version once, before it is released: `python -m tests.compatibility.write 1.0`.

Later versions open them and never write them again; a folder that is there is left alone.
"""

import json
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import coatl
from coatl.client import Server, bot, me
from coatl.game import Game
from coatl.server.settings import Settings
from tests.server.server import serving

FOLDER = Path(__file__).parent
CARD = """[[prophecy]]
id = "{id}"
colour = "red"
kind = "sequence"
pattern = "{pattern}"
levels = {{ 1 = 3 }}
copies = 20
"""
DECK = "\n".join(
    ['[game]\nid = "board"\n', CARD.format(id="A1", pattern="[GY] .+ !B"), CARD.format(id="A2", pattern="[^B] R")]
)
GAMES: dict[str, tuple[str, dict[str, Any], int]] = {  # name: game, options, how many actions
    "board-over": ("board", {"players": 3, "promo": True}, 9999),
    "board-unfinished": ("board", {"players": 2, "golden_feathers": True}, 50),
    "adam-unfinished": ("board", {"solo": True, "difficulties": [1, 4]}, 40),
    "card-over": ("card", {"players": 4}, 9999),
    "carl2-unfinished": ("card", {"solo": True, "opponent": "carl2"}, 25),
}


def played(game: str, options: dict[str, Any], actions: int) -> Game:
    """A game by dice."""
    people = [] if options.get("solo") else ["Ann", "Ben", "Cleo", "Dan"][: options["players"]]
    found, dice = coatl.new(game, seed=1, names=people or None, **options), random.Random(1)
    while not found.over and len(found.entries) < actions:
        found.play(dice.choice(found.legal()))
    return found


def write_records(folder: Path) -> None:
    """Records in both forms, and where they end in one line."""
    folder.mkdir()
    positions = {}
    for name, wanted in GAMES.items():
        game = played(*wanted)
        for form in ("coatl", "json"):
            game.save(folder / f"{name}.{form}")
        positions[name] = game.position_line("all")
    (folder / "positions.json").write_text(json.dumps(positions, indent=1), encoding="utf-8")


def write_tables(folder: Path) -> None:
    """A database with tables in play, and what their host was told."""
    noted = {}
    with tempfile.TemporaryDirectory() as place:
        with serving(Path(place)) as served, Server(served.url) as server:
            for game, moves in (("board", 12), ("card", 20)):
                table, dice = server.create(game, seats=[me("Ann"), me("Ben")]), random.Random(1)
                for _ in range(moves):
                    seat = next(seat for seat in table.seats if table.legal(seat))
                    table.play(dice.choice(table.legal(seat)), seat)
                noted[table.id] = {"record": table.record(), "views": [table.view(seat) for seat in table.seats]}
            waiting = server.create("card", seats=[me("Ann"), bot("novice")], options={"first": 2})
            waiting.chat("hello")
        shutil.copy(Path(place) / "coatl.db", folder / "coatl.db")
    (folder / "tables.json").write_text(json.dumps(noted, indent=1), encoding="utf-8")


def write_settings(folder: Path) -> None:
    """All settings with their defaults, but for those that name folders of this machine."""
    values = Settings().model_dump()
    lines = [f"COATL_{name.upper()}={value}" for name, value in values.items() if not isinstance(value, Path)]
    (folder / "settings.env").write_text(
        "\n".join(line for line in lines if "=None" not in line) + "\n", encoding="utf-8"
    )


def main(version: str) -> None:
    """The whole folder of a version."""
    folder = FOLDER / version
    folder.mkdir()
    write_records(folder / "records")
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    write_tables(folder)
    write_settings(folder)


if __name__ == "__main__":
    os.environ["COATL_LANG"] = "en"
    main(sys.argv[1])
