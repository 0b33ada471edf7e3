"""Who sits at the table: people, and bots by their titles.

A record keeps the names alone, and whoever resumes it finds the bots of the registry by them. A bot of one's own is
called `bot:MyBot`: no file that somebody sends may start a program, so its owner names it again.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coatl.bots.base import Bot, rng_of
from coatl.bots.decision import Decision, decide
from coatl.bots.registry import Entrant, bots, entrant, is_own
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.game import Game
from coatl.messages import spoken, t
from coatl.validation import LONGEST_NAME

YOU = "You"  # in records, whatever language is spoken
USUAL_BOT = "artisan"
FEWEST = 2
NAMELESS = "Player"  # with the number of the seat
AUTOMATA = {"ADAM": "adam", "CARL": "carl", "CARL 2.0": "carl20"}  # their messages
OWN = "bot:"
NUMBERED = re.compile(r" \d$")

Owned = Mapping[str, Entrant]  # bots of one's own by their names at the table


def number_of_seats(players: int | None, seats: Sequence[str], bot_seats: Sequence[str], solo: bool) -> int:
    """How many sit at the table: as many as was said, or as are named, or the usual number."""
    named = len(seats) + len(bot_seats)
    if players is not None:
        return players
    if solo:
        return max(1, named)
    return max(FEWEST, named if seats else named + 1)


def seat_names(players: int, seats: Sequence[str], bot_seats: Sequence[str], solo: bool) -> list[str]:
    """The names by seat: the given ones, then the bots; bots fill the seats that are left.

    >>> seat_names(2, [], [], solo=False)
    ['You', 'Artisan']
    >>> seat_names(3, ["Ann", "search:50ms"], ["high-priest"], solo=False)
    ['Ann', 'search:50ms', 'High priest']
    """
    named = [*(seats or ([] if solo and bot_seats else [YOU])), *map(table_name, bot_seats)]
    if len(named) > players:
        raise CoatlError("options.contradict", f"{len(named)} seats are named for {players} players.")
    return distinct_names([*named, *[USUAL_BOT] * (players - len(named))])


def distinct_names(names: Sequence[str]) -> list[str]:
    """Bots of one kind get numbers; people need names of their own."""
    apart: list[str] = []
    for given in names:
        if not given.strip():
            raise CoatlError("players.names", "A player needs a name.")
        bot = given.startswith(OWN) or is_own(given) or spec_of(given) is not None
        name = table_name(given) if bot and not given.startswith(OWN) else given
        alike = [other for other in apart if NUMBERED.sub("", other).lower() == name.lower()]
        if alike and not bot:
            raise CoatlError("players.names", f"Two players are called {name}.")
        apart.append(f"{name} {len(alike) + 1}" if alike else name)
    return apart


def table_name(spec: str) -> str:
    """How a bot is called at the table.

    >>> table_name("high-priest"), table_name("search:50ms"), table_name("exec:python mybot.py")
    ('High priest', 'search:50ms', 'bot:python mybot.py')
    """
    if is_own(spec) and spec_of(spec) is None:
        title = re.sub(r"[\x00-\x1f\"\ud800-\udfff]", "", entrant(spec).title)
        return f"{OWN}{title}"[: LONGEST_NAME - 2]
    known = spec_of(spec) or spec
    found = entrant(known)
    return known if ":" in known else found.title


def spec_of(name: str) -> str | None:
    """The bot of the registry that a seat's name means; None for a person.

    >>> spec_of("Random 2"), spec_of("High priest"), spec_of("search:50ms 2"), spec_of("Ann")
    ('random', 'high-priest', 'search:50ms', None)
    """
    spec = NUMBERED.sub("", name).lower().replace(" ", "-")
    return spec if spec.partition(":")[0] in bots() else None


def shown_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names of a record as they are shown: bots, automata and a nameless person in the language that is spoken."""
    return tuple(map(shown_name, names))


def shown_name(name: str) -> str:
    """A name of a record as it is shown.

    >>> shown_name("High priest 2"), shown_name("Ann")
    ('High priest 2', 'Ann')
    """
    if not name:  # it was erased
        return t("home.nameless")
    if name in AUTOMATA:
        return t(f"common.automaton_{AUTOMATA[name]}")
    title = NUMBERED.sub("", name)
    if title == NAMELESS:
        return t("home.player") + name[len(title) :]
    for spec, kind in bots().items():
        if kind.title == title:
            return bot_title(spec) + name[len(title) :]
    return t("terminal.you") if name == YOU else name


def bot_title(spec: str) -> str:
    """What a bot of the registry is called."""
    return t(f"common.bot_{spec.replace('-', '_')}")


def bot_sentence(spec: str) -> str:
    """What a bot of the registry is like; in English the registry says it."""
    found = spoken().find(f"terminal_bots.{spec}")
    return found if isinstance(found, str) else bots()[spec].sentence


def owned(specs: Sequence[str]) -> dict[str, Entrant]:
    """The bots of one's own among these, by their names at the table."""
    found: dict[str, Entrant] = {}
    for spec in specs:
        if is_own(spec) and spec_of(spec) is None:
            name = table_name(spec)
            if found.setdefault(name, entrant(spec)).spec != spec:
                raise CoatlError("options.contradict", f"Two different bots would both be called {name!r}.")
    return found


def entrant_at(name: str, own: Owned) -> Entrant | None:
    """The bot that sits under this name; None for a person.

    :raises CoatlError: if it is one's own and was not named.
    """
    for known in (name, NUMBERED.sub("", name)):
        if known in own:
            return own[known]
    if name.startswith(OWN):
        message = f"{name!r} is a bot of one's own: say again which program it is, as when the game began."
        raise CoatlError("bot.own", message, ["--bot my.module:MyBot", '--bot "exec:python mybot.py"'])
    spec = spec_of(name)
    return None if spec is None else entrant(spec)


def some_bots(names: Sequence[str], rules: Rules, own: Owned) -> list[Bot]:
    """One bot of each kind that sits at the table."""
    found = dict.fromkeys(entrant_at(name, own) for name in names)
    return [bot.make(rules) for bot in found if bot is not None]


@dataclass(frozen=True)
class SeatedBot:
    """A bot at its seat, with its chance."""

    bot: Bot
    rng: np.random.Generator

    def decide(self, view: Any) -> Decision:
        """What it does now."""
        return decide(self.bot, view, view.legal, self.bot.limit, self.rng)


def seated(game: Game, own: Owned | None = None) -> dict[int, SeatedBot]:
    """The bots of a game by seat. Their chance follows the game's seed, apart from the game's own chance."""
    found = {}
    for seat, name in enumerate(game.names, 1):
        who = entrant_at(name, own or {})
        if who is not None:
            rng = rng_of(f"{game.seed} {game.stream} {seat} {len(game.entries)}")
            found[seat] = SeatedBot(who.make(game.rules), rng)
    return found
