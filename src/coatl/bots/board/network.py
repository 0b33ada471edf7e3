"""A small network, compiled: two hidden layers, and two answers, the margin to expect and the chance to win.

Its weights are arrays that are handed to compiled code, so another network needs no compilation.
"""

from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from coatl.engine.jit import jit, jit_in_place

Singles: TypeAlias = npt.NDArray[np.float32]
LAYERS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
MARGIN, WIN = 0, 1  # the answers: points divided by `POINTS`, and log-odds
POINTS = 10.0


class Network(NamedTuple):
    """The weights, layer by layer."""

    first: Singles  # inputs × hidden
    first_bias: Singles
    second: Singles
    second_bias: Singles
    last: Singles  # hidden × answers
    last_bias: Singles


def read_network(path: Path) -> Network:
    """The network of a file, its inputs scaled as in training."""
    with np.load(path) as file:
        return scaled({name: file[name] for name in file.files})


def scaled(arrays: dict[str, Any]) -> Network:
    """The network that takes plain features: means and scales are moved into the first layer."""
    layers = {name: arrays[name].astype(np.float64) for name in LAYERS}
    first = layers["first"] / arrays["scale"].astype(np.float64)[:, None]
    layers["first_bias"] = layers["first_bias"] - arrays["mean"].astype(np.float64) @ first
    layers["first"] = first
    return Network(*(np.ascontiguousarray(layers[name], np.float32) for name in LAYERS))


@jit
def judged(network: Network, features: Singles) -> tuple[float, float]:
    """The margin to expect, in points, and the chance of winning."""
    answers = np.zeros(2, np.float32)
    answer(network, features, answers)
    chance = 1.0 / (1.0 + np.exp(-float(answers[WIN])))
    return float(POINTS * answers[MARGIN]), float(chance)


@jit
def answer(network: Network, features: Singles, answers: Singles) -> None:
    """Writes the two answers of the network for these features."""
    hidden = network.first_bias.copy()
    add_layer(network.first, features, hidden)
    cut_below_zero(hidden)
    second = network.second_bias.copy()
    add_layer(network.second, hidden, second)
    cut_below_zero(second)
    answers[:] = network.last_bias
    add_layer(network.last, second, answers)


@jit_in_place
def add_layer(weights: Singles, values: Singles, into: Singles) -> None:
    """Adds what a layer makes of the values; many of them are 0."""
    for i in range(len(values)):
        value = values[i]
        if value != 0.0:
            row = weights[i]
            for j in range(len(into)):
                into[j] += value * row[j]


@jit_in_place
def cut_below_zero(values: Singles) -> None:
    """Sets what is negative to 0."""
    for i in range(len(values)):
        if values[i] < 0.0:
            values[i] = 0.0
