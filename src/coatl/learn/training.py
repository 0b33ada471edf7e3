"""Training of a small network in NumPy: Huber loss on the margin, cross-entropy on the win, several seeds, early stop.

Data are split by game: most of the games to train, a tenth to stop in time and to choose a seed, a tenth to report on.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from coatl.bots.board.features import FEATURES
from coatl.bots.board.network import LAYERS, MARGIN, POINTS, WIN

HIDDEN = (64, 32)
BATCH, RATE, DECAY = 512, 2e-3, 1e-3
HUBER = 1.5  # where the loss on the margin becomes linear, in units of POINTS
WIN_SHARE = 1.0  # of the loss on the win, beside that on the margin
PATIENCE = 6  # epochs without a better validation
ADAM_FIRST, ADAM_SECOND = 0.9, 0.999  # how fast the optimiser forgets
Arrays = dict[str, Any]


@dataclass(frozen=True)
class Figures:
    """How a network does on data: its losses, and the share of the variance of the margin that it explains."""

    samples: int
    loss: float
    explained: float
    explained_by_hand: float  # by the hand-made value of the same position, fitted to the margin
    error: float  # of the margin, in points: half of the positions are nearer
    cross_entropy: float
    accuracy: float  # of who wins
    reliability: tuple[
        tuple[float, float, int], ...
    ]  # chance of winning foreseen, share won, positions; tenth by tenth


def split(data: Any) -> tuple[Any, Any, Any]:
    """Training, validation and test, by the number of the game."""
    part = data["game"] % 10
    return data[part < 8], data[part == 8], data[part == 9]


def train(data: Any, seeds: int = 3, epochs: int = 60, hidden: tuple[int, int] = HIDDEN) -> tuple[Arrays, Figures]:
    """The best of several networks by its validation, and how it does on the test."""
    training, validation, test = split(data)
    best: tuple[float, Arrays] | None = None
    for seed in range(seeds):
        arrays = train_once(training, validation, np.random.default_rng(seed), epochs, hidden)
        loss = figures(arrays, validation).loss
        if best is None or loss < best[0]:
            best = loss, arrays
    assert best is not None
    rounded = {name: values.astype(np.float16 if name in LAYERS else np.float32) for name, values in best[1].items()}
    return rounded, figures(rounded, test)


def train_once(
    training: Any, validation: Any, rng: np.random.Generator, epochs: int, hidden: tuple[int, int]
) -> Arrays:
    """One network, as it was when the validation was best."""
    arrays = new_arrays(training["features"], rng, hidden)
    inputs = standardised(arrays, training["features"])
    targets = np.stack([training["margin"] / POINTS, training["won"]], 1).astype(np.float32)
    optimiser = Optimiser(arrays)
    best, kept, since = np.inf, copied(arrays), 0
    for epoch in range(epochs):
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * epoch / epochs))
        for batch in batches(len(inputs), rng):
            optimiser.step(arrays, gradients(arrays, inputs[batch], targets[batch]), rate)
        loss = figures(arrays, validation).loss
        if loss < best:
            best, kept, since = loss, copied(arrays), 0
        elif (since := since + 1) >= PATIENCE:
            break
    return kept


def new_arrays(features: Any, rng: np.random.Generator, hidden: tuple[int, int]) -> Arrays:
    """Random weights; what never varies in the data gets no weight."""
    mean, scale = features.mean(0), features.std(0)
    varies = scale > 1e-6
    arrays: Arrays = {"mean": mean, "scale": np.where(varies, scale, 1.0).astype(np.float32)}
    sizes = (features.shape[1], *hidden, 2)
    for place, name in enumerate(LAYERS[::2]):
        spread = np.sqrt(2.0 / sizes[place])
        arrays[name] = rng.normal(0.0, spread, (sizes[place], sizes[place + 1])).astype(np.float32)
        arrays[f"{name}_bias"] = np.zeros(sizes[place + 1], np.float32)
    arrays["first"][~varies] = 0.0
    arrays["last"] *= 0.1
    return arrays


def batches(size: int, rng: np.random.Generator) -> Iterator[Any]:
    """The places of all samples, in random order, a batch at a time."""
    order = rng.permutation(size)
    yield from (order[begin : begin + BATCH] for begin in range(0, size, BATCH))


def standardised(arrays: Arrays, features: Any) -> Any:
    """The features as the network takes them in training."""
    found = (features - arrays["mean"]) / arrays["scale"]
    return found.astype(precision(arrays["mean"]))


def precision(values: Any) -> Any:
    """In what is computed with these numbers: half precision is for files alone."""
    return np.promote_types(values.dtype, np.float32)


def forward(arrays: Arrays, inputs: Any) -> tuple[Any, Any, Any]:
    """Both hidden layers and the answers."""
    weights = {name: arrays[name].astype(precision(arrays[name])) for name in LAYERS}
    first = np.maximum(inputs @ weights["first"] + weights["first_bias"], 0.0)
    second = np.maximum(first @ weights["second"] + weights["second_bias"], 0.0)
    return first, second, second @ weights["last"] + weights["last_bias"]


def gradients(arrays: Arrays, inputs: Any, targets: Any) -> Arrays:
    """How the loss changes with every weight."""
    first, second, answers = forward(arrays, inputs)
    slope = np.empty_like(answers)
    slope[:, MARGIN] = np.clip(answers[:, MARGIN] - targets[:, MARGIN], -HUBER, HUBER)
    slope[:, WIN] = WIN_SHARE * (sigmoid(answers[:, WIN]) - targets[:, WIN])
    slope /= len(inputs)
    found: Arrays = {"last": second.T @ slope, "last_bias": slope.sum(0)}
    back = (slope @ arrays["last"].T) * (second > 0)
    found |= {"second": first.T @ back, "second_bias": back.sum(0)}
    back = (back @ arrays["second"].T) * (first > 0)
    return found | {"first": inputs.T @ back, "first_bias": back.sum(0)}


def sigmoid(values: Any) -> Any:
    """The chance for log-odds."""
    return 1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0)))


class Optimiser:
    """Adam with decay of the weights."""

    def __init__(self, arrays: Arrays) -> None:
        self.mean = {name: np.zeros_like(arrays[name]) for name in LAYERS}
        self.square = {name: np.zeros_like(arrays[name]) for name in LAYERS}
        self.steps = 0

    def step(self, arrays: Arrays, slopes: Arrays, rate: float) -> None:
        """Moves every weight a little down the slope."""
        self.steps += 1
        for name in LAYERS:
            self.mean[name] += (1 - ADAM_FIRST) * (slopes[name] - self.mean[name])
            self.square[name] += (1 - ADAM_SECOND) * (slopes[name] ** 2 - self.square[name])
            mean = self.mean[name] / (1 - ADAM_FIRST**self.steps)
            square = self.square[name] / (1 - ADAM_SECOND**self.steps)
            arrays[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
            if not name.endswith("bias"):
                arrays[name] *= 1.0 - DECAY * rate / RATE


def copied(arrays: Arrays) -> Arrays:
    """The same weights, kept."""
    return {name: values.copy() for name, values in arrays.items()}


# ---------------------------------------------------------------- how good it is


def figures(arrays: Arrays, data: Any) -> Figures:
    """How a network does on these data."""
    answers = forward(arrays, standardised(arrays, data["features"]))[2]
    margin, won = data["margin"] / POINTS, data["won"]
    error = np.abs(answers[:, MARGIN] - margin)
    huber = np.where(error < HUBER, 0.5 * error**2, HUBER * (error - 0.5 * HUBER)).mean()
    chance = np.clip(sigmoid(answers[:, WIN]), 1e-6, 1 - 1e-6)
    entropy = -(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean()
    return Figures(
        samples=len(data),
        loss=float(huber + WIN_SHARE * entropy),
        explained=round(1.0 - float((error**2).mean() / margin.var()), 4),
        explained_by_hand=round(explained_by_hand(data), 4),
        error=round(POINTS * float(np.median(error)), 2),
        cross_entropy=round(float(entropy), 4),
        accuracy=round(float(((chance > 0.5) == (won > 0.5)).mean()), 4),
        reliability=reliability(chance, won),
    )


def reliability(chance: Any, won: Any) -> tuple[tuple[float, float, int], ...]:
    """For each tenth of the chance of winning that has positions: the mean chance, the share won, how many."""
    tenths = np.minimum((10 * chance).astype(np.int64), 9)
    groups = [(chance[tenths == tenth], won[tenths == tenth]) for tenth in range(10) if (tenths == tenth).any()]
    return tuple((round(float(x.mean()), 3), round(float(y.mean()), 3), len(y)) for x, y in groups)


def explained_by_hand(data: Any) -> float:
    """The share of the variance of the margin that the hand-made value explains, at its best scale."""
    place = {name: number for number, name in enumerate(FEATURES)}
    features = data["features"]
    hand = features[:, place["value"]] + features[:, place["points"]] - features[:, place["adam_points"]]
    return float(np.corrcoef(hand, data["margin"])[0, 1] ** 2) if hand.std() else 0.0


# ---------------------------------------------------------------- what is shipped


def digest(data: Any) -> str:
    """A hash of the data, whatever the order of their games."""
    order = np.argsort(data["game"], kind="stable")
    return hashlib.sha256(data[order].tobytes()).hexdigest()


def write(path: Path, arrays: Arrays, found: Figures, about: dict[str, Any]) -> None:
    """Writes a network and, beside it, its card: what it was made from, and how it does."""
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)
    card = about | {
        "features": list(FEATURES),
        "test": asdict(found),
        "bytes": path.stat().st_size,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    path.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
