"""REINFORCE with NumPy alone: a linear policy learns to beat random play in the card game within a minute.

python examples/learn/reinforce.py --seconds 60

The seconds are the processor's, so that a busy machine learns as much; OMP_NUM_THREADS=1 keeps NumPy to one core.
"""

import argparse
import time
from typing import Any

import numpy as np

from coatl.registry import rules_of
from coatl.rl import Batch


def masked_softmax(logits: Any, masks: Any) -> Any:
    logits = np.where(masks, logits, -1e9)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True)


def play(batch: Batch, weights: Any, rng: np.random.Generator, greedy: bool = False) -> tuple[list[Any], Any]:
    """Plays every game of the batch to its end; returns the learner's decisions and its rewards."""
    batch.reset()
    steps, rewards = [], np.zeros(batch.games)
    own = np.arange(batch.games) % 2  # the learner sits on either seat
    while not batch.over.all():
        rows = np.flatnonzero(~batch.over)
        seen = batch.observations[rows].astype(np.float32)
        chances = masked_softmax(seen @ weights, batch.masks[rows])
        dice = rng.random((len(rows), 1), np.float32)
        chosen = chances.argmax(axis=1) if greedy else (chances.cumsum(axis=1) < dice).sum(axis=1)
        chosen = np.where(batch.masks[rows, np.minimum(chosen, chances.shape[1] - 1)], chosen, chances.argmax(axis=1))
        steps.append((rows, seen, chances, chosen))
        actions = np.zeros(batch.games, np.int64)
        actions[rows] = chosen
        batch.step(actions)
        rewards += batch.rewards[np.arange(batch.games), own]
    return steps, rewards


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.02)
    given = parser.parse_args()
    rules = rules_of("card", players=2)
    seats = [["learner", "random"], ["random", "learner"]] * (given.games // 2)
    batch = Batch(rules, given.games, seed=1, seats=seats, autoreset="never", skip_forced=True, threads=1)
    judge = Batch(rules, given.games, seed=2, seats=seats, autoreset="never", skip_forced=True, reward="win", threads=1)
    weights = np.zeros((batch.observations.shape[1], rules.actions), np.float32)
    squares = np.zeros_like(weights)
    rng, began, told, decisions = np.random.default_rng(1), time.process_time(), -10.0, 0
    while (spent := time.process_time() - began) < given.seconds:
        if spent - told >= 10:
            told = spent
            _, won = play(judge, weights, rng, greedy=True)
            print(
                f"{spent:4.0f} s, {decisions:9,} decisions: wins {(won.mean() + 1) / 2:.1%} against random", flush=True
            )
        steps, rewards = play(batch, weights, rng)
        gain = (rewards - rewards.mean()) / (rewards.std() + 1e-6)
        gradient = np.zeros_like(weights)
        for rows, seen, chances, chosen in steps:
            push = -chances
            push[np.arange(len(rows)), chosen] += 1
            gradient += seen.T @ (push * gain[rows, None].astype(np.float32))
            decisions += len(rows)
        gradient /= given.games
        squares = 0.9 * squares + 0.1 * gradient**2
        weights += given.rate * gradient / (np.sqrt(squares) + 1e-3)
    _, won = play(judge, weights, rng, greedy=True)
    print(f"In the end, after {decisions:,} decisions: wins {(won.mean() + 1) / 2:.1%} against random")


if __name__ == "__main__":
    main()
