"""The best coatl from pieces and cards; and what a position of a game offers, with a picture of it."""

import argparse
from pathlib import Path

import coatl
from coatl.hints import hint
from coatl.solver import best_assembly

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--svg", type=Path, help="draw the position into this file")
wanted = parser.parse_args()

found = best_assembly("(B B Y Y R) (K G", cards=["Y4", "K5", "R1"], temples=["T2"])
print(f"{found.points} points with {', '.join(coatl_.coatl for coatl_ in found.coatls)}")
print("Play:", ", ".join(found.steps))
for reason in found.reasons:
    print(" ", reason)

game = coatl.new("board", players=2, seed=7, names=["Ann", "Ben"])
for action in ("keep R3", "done", "done", "take body3"):
    game.play(action)
print(f"Seat {game.seat}:", ", ".join(hint(game).steps))
if wanted.svg:
    wanted.svg.write_text(game.to_svg(game.seat), encoding="utf-8")
    print(f"The table is drawn in {wanted.svg}")
