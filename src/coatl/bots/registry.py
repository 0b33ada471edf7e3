"""The bots by name, the weakest first."""

from coatl.bots.base import Bot
from coatl.bots.greedy import GreedyBot
from coatl.bots.random_bot import RandomBot
from coatl.engine.errors import CoatlError

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bots() -> dict[str, type[Bot]]:
    """Every bot by its name, the weakest first."""
    return dict(sorted(BOTS.items(), key=lambda item: item[1].level))


def make(name: str, seed: str | int) -> Bot:
    """A bot of this name with chance of its own.

    >>> make("random", 7).title
    'Random'
    """
    if name not in BOTS:
        raise CoatlError("bot.unknown", f"There is no bot {name!r}.", list(bots()))
    return BOTS[name](str(seed))
