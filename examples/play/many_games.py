"""Statistics of many random games, with plots: `pip install 'coatl[arena]'` for --plot."""

import argparse
from collections import Counter
from pathlib import Path

import coatl
from coatl.arena.simulation import simulate
from coatl.registry import rules_of

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--game", choices=["board", "card"], default="board")
parser.add_argument("--games", type=int, default=100_000)
parser.add_argument("--jobs", type=int, default=1, help="processor cores")
parser.add_argument("--sample", type=int, default=500, help="games whose points are plotted one by one")
parser.add_argument("--plot", type=Path, help="a picture of points and lengths")


def sampled(game: str, number: int) -> tuple[list[int], list[int]]:
    """The winner's points and the number of decisions of some random games, stepped through one by one."""
    import numpy as np

    dice, points, lengths = np.random.default_rng(1), [], []
    for seed in range(number):
        position, length = coatl.new(game, players=2, seed=seed).position(), 0
        while not position.over:
            position.play(int(dice.choice(position.legal())))
            length += 1
        result = position.rules.result(position.states)
        points.append(max(result.points) if result else 0)
        lengths.append(length)
    return points, lengths


def main() -> None:
    """Simulates, prints, and draws."""
    wanted = parser.parse_args()
    summary = simulate(rules_of(wanted.game, players=2), games=wanted.games, seed="1", jobs=wanted.jobs)
    for name, value in summary.data().items():
        print(f"{name}: {value}")
    if wanted.plot:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        points, lengths = sampled(wanted.game, wanted.sample)
        figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
        counted = Counter(points)
        left.bar(list(counted), list(counted.values()))
        left.set(xlabel="points of the winner", ylabel="games")
        right.hist(lengths, bins=30)
        right.set(xlabel="decisions", ylabel="games")
        figure.suptitle(f"{wanted.sample} random games of the {wanted.game} game")
        figure.savefig(wanted.plot)
        print(f"Drawn in {wanted.plot}")


if __name__ == "__main__":
    main()
