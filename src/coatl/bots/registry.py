"""The bots by name, the weakest first, and what else can sit at a table: bots of one's own, and commands.

>>> entrant("random")
Entrant(spec='random', title='Random', limit=Limit(seconds=None, simulations=None))
>>> entrant("priest:2000sims").limit
Limit(seconds=None, simulations=2000)
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coatl.bots.base import Bot, Limit
from coatl.bots.custom import bot_class, command_words
from coatl.bots.greedy import GreedyBot
from coatl.bots.levels import Apprentice, Artisan, Astronomer, HighPriest, Novice, Priest
from coatl.bots.process import ProcessBot
from coatl.bots.random_bot import RandomBot
from coatl.bots.search import SearchBot
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "novice": Novice,
    "apprentice": Apprentice,
    "artisan": Artisan,
    "greedy": GreedyBot,
    "astronomer": Astronomer,
    "priest": Priest,
    "search": SearchBot,
    "high-priest": HighPriest,
}
LEVELS = ("novice", "apprentice", "artisan", "astronomer", "priest", "high-priest")  # for people, the weakest first
OWN = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*)(?::(.*))?", re.S)
EXEC = "exec:"
POLICY = "policy:"
POLICY_BOT = "coatl.rl.policy:PolicyBot"  # found like a bot of one's own: learners stand above the bots
FORMS = (
    "search:50ms",
    "my.module:MyBot",
    "exec:python mybot.py",
    "policy:card.npz",
)  # what can be asked for besides the names


@dataclass(frozen=True)
class Entrant:
    """Who is to play, how it is called and how long it may think: plain data, good in any process."""

    spec: str  # as in `search:50ms`, `my.module:MyBot:1s`, `exec:50ms:python mybot.py`
    title: str
    limit: Limit

    def make(self, rules: Rules) -> Bot:
        """The bot itself, for a table with these rules."""
        name, _ = parts(self.spec)
        if self.spec.startswith(EXEC):
            bot: Bot = ProcessBot(rules, command_words(name))
        elif self.spec.startswith(POLICY):
            bot = trained(name, rules)
        else:
            bot = kind_of(name)(rules)
        bot.limit = self.limit
        return bot


def bots() -> dict[str, type[Bot]]:
    """Every bot of the registry by its name, the weakest first."""
    return dict(BOTS)


def entrant(spec: str) -> Entrant:
    """Who is meant by a text.

    :raises CoatlError: bot.unknown, bot.import, bot.limit or bot.command.
    """
    name, given = parts(spec)
    if spec.startswith(EXEC):
        command_words(name)
        return Entrant(spec, name, Limit()) if given is None else Entrant(spec, f"{name} {given}", Limit.parse(given))
    if spec.startswith(POLICY):
        return Entrant(spec, f"Policy {Path(name).stem}", Limit())
    kind = kind_of(name)
    if given is None:
        return Entrant(spec, title_of(kind), kind.limit)
    if name in BOTS and kind.limit == Limit():
        raise CoatlError("bot.limit", f"{kind.title} takes no limit: it thinks as long as it needs.", [name])
    limit = Limit.parse(given)
    return Entrant(spec, f"{title_of(kind)} {limit}", limit)


def parts(spec: str) -> tuple[str, str | None]:
    """Name, import path or command, and the limit if there is one."""
    if spec.startswith(EXEC):
        first, colon, rest = spec.removeprefix(EXEC).partition(":")
        return (rest, first) if colon and is_limit(first) else (spec.removeprefix(EXEC), None)
    if spec.startswith(POLICY):
        return spec.removeprefix(POLICY), None
    name, colon, limit = spec.partition(":")
    if name in BOTS:
        return name, limit if colon else None
    own = OWN.fullmatch(spec)
    if own is None:
        shown = spec if len(spec) <= 60 else spec[:60] + "…"
        raise CoatlError("bot.unknown", f"There is no bot {shown!r}.", [*BOTS, *FORMS])
    return own[1], own[2]


def is_limit(text: str) -> bool:
    """Whether a text reads as a limit."""
    try:
        return bool(Limit.parse(text))
    except CoatlError:
        return False


def is_own(spec: str) -> bool:
    """Whether a text names code of one's own, to be imported or started."""
    return spec.startswith((EXEC, POLICY)) or (spec.partition(":")[0] not in BOTS and OWN.fullmatch(spec) is not None)


def kind_of(name: str) -> type[Bot]:
    """The class of a bot by its name in the registry or by its import path."""
    return BOTS[name] if name in BOTS else bot_class(name)


def trained(file: str, rules: Rules) -> Bot:
    """The bot that plays by a policy, from a file or by the name of one that comes with the program."""
    kind: Any = bot_class(POLICY_BOT)
    bot: Bot = kind(rules, Path(file))
    return bot


def title_of(kind: type[Bot]) -> str:
    """How a bot is called at the table; one of one's own without a title by its class."""
    return kind.__name__ if kind.title == Bot.title else kind.title


def make(spec: str, rules: Rules) -> Bot:
    """The bot of this name, or of any other form that `entrant` knows, for a table with these rules.

    >>> import coatl
    >>> make("random", coatl.new("board").rules).title
    'Random'
    """
    return entrant(spec).make(rules)
