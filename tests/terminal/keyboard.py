"""Somebody at the keyboard: lines that play a whole game, and a session that reads them."""

import io
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from rich.cells import cell_len
from rich.console import Console

from coatl.describe.automata import AUTOMATA
from coatl.game import Game, load
from coatl.registry import rules_of
from coatl.terminal.forced import forced, goes_without_saying
from coatl.terminal.prompt import Prompt
from coatl.terminal.saves import Saves
from coatl.terminal.seats import Owned, seated
from coatl.terminal.session import Session
from coatl.terminal.theme import THEME
from tests.cli.command import answered, coatl

WIDTH = 80
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


def last(state: Path) -> Path:
    """Where the record of the last game lies."""
    return state / "coatl" / "last.coatl"


def check_piped_game(game: Game, words: Iterable[str], state: Path, as_process: bool) -> None:
    """The whole game, typed into `coatl play` line by line: it is shown as text, and its record is that of the game."""
    typed = lines_to_type(game)
    run = coatl if as_process else answered
    result = run("play", game.rules.game, "--seed", "5", *words, state=state, typed="\n".join(typed))
    assert result.returncode == 0, result.stderr
    assert "Allowed:" not in result.stdout  # every line was an action
    assert "The game is over" in result.stdout
    assert "\x1b" not in result.stdout
    assert not [line for line in result.stdout.splitlines() if cell_len(line) > WIDTH and str(state) not in line]
    saved = load(last(state))
    assert (saved.result, saved.names, saved.entries) == (game.result, game.names, game.entries)
    assert answered("verify", str(last(state)), state=state).returncode == 0


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
        screen = Prompt(console, io.StringIO("".join(f"{line}\n" for line in typed)))
        self.saves = Saves()
        self.saves.last = state / "last.coatl"
        self.session = Session(game, screen, self.saves, own=own)

    @property
    def shown(self) -> str:
        return self.output.getvalue()

    def run(self) -> str:
        self.session.run()
        return self.shown
