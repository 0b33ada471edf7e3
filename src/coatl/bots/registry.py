"""The bots by name, the weakest first."""

from coatl.bots.base import Bot
from coatl.bots.blind import RandomBot
from coatl.bots.greedy import GreedyBot
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bots() -> dict[str, type[Bot]]:
    """Every bot by its name, the weakest first."""
    return dict(sorted(BOTS.items(), key=lambda item: item[1].level))


def known(name: str) -> type[Bot]:
    """The bot of this name."""
    if name not in BOTS:
        raise CoatlError("bot.unknown", f"There is no bot {name!r}.", list(bots()))
    return BOTS[name]


def make(name: str, rules: Rules) -> Bot:
    """A bot of this name for a table with these rules.

    >>> import coatl
    >>> make("random", coatl.new("board").rules).title
    'Random'
    """
    return known(name)(rules)
