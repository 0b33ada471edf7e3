"""Draws the tables that the manual shows (docs/pictures/*.svg): `make pictures`. A test holds them to the program."""

from pathlib import Path

import coatl
from coatl.game import Game, load

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "tests" / "compatibility" / "0.1" / "records"
PICTURES = ROOT / "docs" / "pictures"
MOMENTS = {  # picture: record, after how many actions, who looks
    "board-table": ("board-over", 170, 1),
    "adam-table": ("adam-unfinished", 60, 1),
    "card-table": ("card-over", 40, 1),
}


def opening() -> Game:
    """The board game at its first turn."""
    game = coatl.new("board", players=2, seed=7, names=["Ann", "Ben"])
    for action in ("keep R3", "done", "done"):
        game.play(action)
    return game


def moment(name: str, number: int) -> Game:
    """A recorded game after so many actions, or at its last one."""
    record = load(RECORDS / f"{name}.coatl").record()
    last = min(number, len(record.entries))
    return next(game for done, game in enumerate(Game.steps(record)) if done == last)


def pictures() -> dict[str, str]:
    """All pictures by the names of their files."""
    drawn = {"board-opening.svg": opening().to_svg(1)}
    for picture, (record, number, seat) in MOMENTS.items():
        drawn[f"{picture}.svg"] = moment(record, number).to_svg(seat)
    return drawn


if __name__ == "__main__":
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
        print(f"docs/pictures/{name}: {len(picture) / 1000:.0f} KB")
