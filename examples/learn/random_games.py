"""Random play against random play in the batch API: how fast it is, and who wins.

python examples/learn/random_games.py card --games 4096 --seconds 10
"""

import argparse
import time

import numpy as np

from coatl.registry import rules_of
from coatl.rl import Batch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="card", choices=("board", "card"))
    parser.add_argument("--games", type=int, default=1024, help="side by side")
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    batch = Batch(rules_of(given.game, players=2), given.games, seed=1, seats=["learner", "random"], reward="win")
    rng, decisions, ended, won = np.random.default_rng(1), 0, 0, 0.0
    batch.reset()
    began = time.monotonic()
    while time.monotonic() - began < given.seconds:
        chosen = (batch.masks * rng.random(batch.masks.shape, np.float32)).argmax(axis=1)
        batch.step(chosen)
        decisions += given.games
        ended += int(batch.over.sum())
        won += float((batch.rewards[batch.over, 0] + 1).sum() / 2)
    rate = decisions / (time.monotonic() - began)
    print(f"{decisions:,} decisions of the first seat, {rate:,.0f} a second (most of it NumPy's choice of actions)")
    if ended:
        print(f"{ended:,} games ended; the first seat won {won / ended:.1%}")


if __name__ == "__main__":
    main()
