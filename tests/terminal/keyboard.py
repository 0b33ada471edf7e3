"""Somebody at the keyboard: lines that play a whole game, and a session that reads them."""

import io
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from coatl.game import Game, rules_of
from coatl.terminal.look import THEME
from coatl.terminal.saving import Saves
from coatl.terminal.screen import Screen
from coatl.terminal.seats import Owned, seated
from coatl.terminal.session import AUTOMATA, Session, forced, goes_without_saying

EAGER = ("temple", "fulfil", "extend", "start", "choose", "take")  # an order of play that finishes coatls


def new_game(seed: str, names: list[str] | None = None, kind: str = "board", **options: Any) -> Game:
    return Game(rules_of(kind, **options), seed, names)


def lines_to_type(game: Game, most: int = 5000) -> list[str]:
    """What people type until the game is over; the game is played on the way."""
    bots = seated(game)
    random = Random(str(game.seed))
    typed: list[str] = []
    while not game.over and len(typed) < most:
        seat, legal = game.seat, game.legal()
        view = None if legal[0] in AUTOMATA else game.view(seat)
        if view is None:
            game.play(legal[0])
        elif seat in bots:
            game.play(bots[seat].decide(view).action)
        elif forced(view) or goes_without_saying(game):
            game.play(view.legal[0])
        else:
            typed.append(eager_choice(view.legal, random))
            game.play(typed[-1])
    return typed


def eager_choice(legal: Iterable[str], random: Random) -> str:
    choices = list(legal)
    for verb in EAGER:
        some = [action for action in choices if action.split()[0] == verb]
        if some and random.random() < 0.6:
            return random.choice(some)
    return random.choice(choices)


class Room:
    """A game in this process, with typed lines and everything that was shown."""

    def __init__(self, game: Game, state: Path, typed: Iterable[str] = (), own: Owned | None = None) -> None:
        self.output = io.StringIO()
        console = Console(file=self.output, theme=THEME, highlight=False, width=80)
        screen = Screen(console, io.StringIO("".join(f"{line}\n" for line in typed)))
        self.saves = Saves()
        self.saves.last = state / "last.coatl"
        self.session = Session(game, screen, self.saves, own=own)

    @property
    def shown(self) -> str:
        return self.output.getvalue()

    def run(self) -> str:
        self.session.run()
        return self.shown
