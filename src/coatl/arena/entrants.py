"""Who takes part in a match: a bot and how long it may think, written `greedy`, `search:50ms` or `search:500`."""

import importlib
import re
from dataclasses import dataclass

from coatl.bots.base import Bot, Limit
from coatl.bots.registry import known
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules

UNITS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True)
class Entrant:
    """Who is to play, and how long it may think."""

    spec: str
    kind: type[Bot]
    limit: Limit

    def make(self, rules: Rules) -> Bot:
        """The bot itself, for a table with these rules."""
        return self.kind(rules)


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
    return Entrant(spec, kind, kind.limit if number is None else limit_of(spec, number, unit))


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
        raise CoatlError("bot.import", f"There is no bot {path!r}: {fault}.") from None
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise CoatlError("bot.import", f"{path!r} is no bot: it does not inherit from coatl.bots.base.Bot.")
    return kind
