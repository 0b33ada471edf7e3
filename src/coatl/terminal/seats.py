"""Who sits at the table: people, and bots by their names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coatl.bots.base import Bot, rng_of
from coatl.bots.registry import bots, known, make
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.game import Game

YOU = "You"
USUAL_BOT = "greedy"
FEWEST = 2


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
    ['You', 'greedy']
    >>> seat_names(3, ["Ann"], [], solo=False)
    ['Ann', 'greedy', 'greedy 2']
    """
    for name in bot_seats:
        known(name.lower())  # an unknown bot is an error of its own
    named = [*(seats or ([] if solo and bot_seats else [YOU])), *bot_seats]
    if len(named) > players:
        raise CoatlError("options.contradict", f"{len(named)} seats are named for {players} players.")
    return told_apart([*named, *[USUAL_BOT] * (players - len(named))])


def told_apart(names: Sequence[str]) -> list[str]:
    """Bots of one kind get numbers; people need names of their own."""
    apart: list[str] = []
    for name in names:
        bot = bot_name(name)
        known = [other for other in apart if (bot_name(other) if bot else other.lower()) == (bot or name.lower())]
        if known and not bot:
            raise CoatlError("players.names", f"Two players are called {name}.")
        apart.append(f"{bot} {len(known) + 1}" if bot and known else bot or name)
    return apart


def bot_name(name: str) -> str | None:
    """The bot that a seat's name means, as in `greedy` and `greedy 2`; None for a person.

    >>> bot_name("Random 2"), bot_name("Ann")
    ('random', None)
    """
    kind = re.sub(r" \d$", "", name).lower()
    return kind if kind in bots() else None


def some_bots(names: Sequence[str], rules: Rules) -> list[Bot]:
    """One bot of each kind that sits at the table."""
    return [make(kind, rules) for kind in dict.fromkeys(map(bot_name, names)) if kind is not None]


@dataclass(frozen=True)
class SeatedBot:
    """A bot at its seat, with its chance."""

    bot: Bot
    rng: np.random.Generator

    def play(self, view: Any) -> str:
        """What it does now."""
        return self.bot.choose(view, view.legal, self.bot.limit, self.rng)


def seated(game: Game) -> dict[int, SeatedBot]:
    """The bots of a game by seat. Their chance follows the game's seed, apart from the game's own chance."""
    found = {}
    for seat, name in enumerate(game.names, 1):
        kind = bot_name(name)
        if kind is not None:
            rng = rng_of(f"{game.seed} {game.stream} {seat} {len(game.entries)}")
            found[seat] = SeatedBot(make(kind, game.rules), rng)
    return found
