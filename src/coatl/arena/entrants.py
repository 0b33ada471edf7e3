"""Who takes part in a match: a bot and how long it may think, written `greedy`, `search:50ms` or `search:500`."""

import importlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from coatl.bots.base import Bot, Limit
from coatl.bots.registry import known
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules

UNITS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True)
class Entrant:
    """A bot with its limit; None is the bot's own."""

    spec: str
    kind: type[Bot]
    given: Limit | None = None

    @property
    def limit(self) -> Limit:
        """How long it may think."""
        return self.given or self.kind.limit

    def make(self, rules: Rules) -> Bot:
        """A new bot for one seat."""
        return self.kind(rules)

    @property
    def source(self) -> Path:
        """The file that it is written in."""
        return Path(str(importlib.import_module(self.kind.__module__).__file__))


def entrant(spec: str) -> Entrant:
    """The entrant of these words.

    >>> entrant("greedy").limit
    Limit(seconds=None, simulations=None)
    >>> entrant("greedy:50ms").limit.seconds, entrant("greedy:500").limit.simulations
    (0.05, 500)
    """
    found = re.fullmatch(r"(.+?)(?::(\d{1,9}(?:\.\d{1,6})?)(ms|s)?)?", spec)
    if found is None:
        raise CoatlError("bot.unknown", f"{spec!r} is no bot.", ["greedy", "search:50ms", "search:500"])
    name, number, unit = found.groups()
    kind = imported(name) if ":" in name else known(name)
    return Entrant(spec, kind, None if number is None else limit_of(spec, number, unit))


def limit_of(spec: str, number: str, unit: str | None) -> Limit:
    """Time with its unit, or simulations without one."""
    if float(number) == 0 or (unit is None and "." in number):
        raise CoatlError("bot.limit", f"{spec!r} has no sound limit.", ["search:50ms", "search:1.5s", "search:500"])
    return Limit(simulations=int(number)) if unit is None else Limit(seconds=float(number) * UNITS[unit])


def imported(path: str) -> type[Bot]:
    """A bot of one's own, by `module:Class`."""
    module, _, name = path.partition(":")
    try:
        kind = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as fault:
        raise CoatlError("bot.unknown", f"There is no bot {path!r}: {fault}.") from None
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise CoatlError("bot.unknown", f"{path!r} is no bot: it does not inherit from coatl.bots.base.Bot.")
    return kind


def labels(specs: Sequence[str]) -> list[str]:
    """A name for each entrant; who takes part twice is counted.

    >>> labels(["greedy", "random", "greedy"])
    ['greedy', 'random', 'greedy #2']
    """
    earlier = [specs[:place].count(spec) for place, spec in enumerate(specs)]
    return [f"{spec} #{count + 1}" if count else spec for spec, count in zip(specs, earlier, strict=True)]
