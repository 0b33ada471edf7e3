"""The weights of the bots' evaluations: a text file for each game, checked and read into one struct.

A class declares what a file must hold (see `engine/structs.py`): its fields are the tables of the file, and their
fields the weights. In the file, each weight has its `value`, its `unit` and what it is `about`; `origin` says how the
numbers were found. Compiled code gets the struct as an argument, so another file needs no compilation.

>>> class Shares:
...     found: Annotated[float, np.float64]
>>> class Weights:
...     cards: Annotated[Shares, Shares]
>>> text = 'origin = "by hand"; cards.found = { value = 0.7, unit = "share" }'.replace("; ", chr(10))
>>> float(parse_weights(Weights, text)[0].cards.found)
0.7
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from coatl.engine.errors import CoatlError
from coatl.engine.structs import Records, empties

Floats = npt.NDArray[np.float64]
Float64 = Annotated[float, np.float64]


def read_weights(declaration: type, path: Path) -> Records:
    """An array of one struct with the weights of a file.

    :raises CoatlError: weights.file, weights.toml, weights.names, weights.value or weights.shape.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CoatlError("weights.file", f"The weights in {path} cannot be read: {error}.") from error
    return parse_weights(declaration, text)


def parse_weights(declaration: type, text: str) -> Records:
    """An array of one struct with the weights of a text in TOML."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CoatlError("weights.toml", f"The weights are no TOML: {error}.") from error
    if not isinstance(given.pop("origin", None), str):
        raise CoatlError("weights.names", "The weights lack `origin`: a text that says how they were found.")
    weights = empties(declaration, 1)
    check_names("", given, weights[0])
    for section, values in given.items():
        check_names(section, values, weights[0][section])
        for name, weight in values.items():
            write_weight(weights[0][section], name, weight, f"{section}.{name}")
    return weights


def check_names(section: str, given: Any, struct: Any) -> None:
    """Every field of the struct has its table, and there is no other."""
    wanted = list(struct.dtype.names)
    names = list(given) if isinstance(given, Mapping) else []
    for name in sorted(set(names) ^ set(wanted)):
        fault = "lack" if name in wanted else "have no place for"
        raise CoatlError("weights.names", f"The weights {fault} {f'{section}.{name}'.strip('.')}.", wanted)


def write_weight(struct: Any, name: str, weight: Any, place: str) -> None:
    """Checks one weight and writes it into the struct."""
    given = weight.get("value") if isinstance(weight, Mapping) else None
    if not isinstance(given, (int, float, list)) or not isinstance(weight.get("unit"), str):
        raise CoatlError("weights.value", f"The weight {place} needs a number, or a list of them, and a unit.")
    try:
        value = np.array(given, np.float64)
    except (TypeError, ValueError) as error:
        raise CoatlError("weights.value", f"The weight {place} must be made of numbers alone.") from error
    kind, shape = struct.dtype[name].base, struct.dtype[name].shape
    if value.shape != shape:
        raise CoatlError("weights.shape", f"The weight {place} has the shape {value.shape}, not {shape}.")
    if not np.isfinite(value).all() or (kind.kind == "i" and (value % 1).any()):
        raise CoatlError("weights.value", f"The weight {place} must be finite, and whole where it counts something.")
    struct[name] = value
