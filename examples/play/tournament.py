"""A tournament: everybody against everybody on the same deals, with intervals and ratings."""

import argparse
from itertools import combinations

from coatl.arena import match

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("entrants", nargs="*", default=["greedy", "random", "search:200"])
parser.add_argument("--game", choices=["board", "card"], default="card")
parser.add_argument("--games", type=int, default=200, help="of each pair")
parser.add_argument("--jobs", type=int, default=1, help="processes")

if __name__ == "__main__":
    wanted = parser.parse_args()
    for pair in combinations(wanted.entrants, 2):
        found = match(*pair, game=wanted.game, games=wanted.games, seed=1, jobs=wanted.jobs)
        for line in found.statistics.lines:
            wins, rating = line.wins, line.rating
            print(f"{line.name:12} {wins.mean:6.1%} ({wins.low:.1%} to {wins.high:.1%})  rating {rating.mean:.1f}")
