"""What both games do alike with their compiled rules, their deck and their notation: the ground of `Rules`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from coatl.engine.actions import Space
from coatl.engine.chance import Chance, key_of
from coatl.engine.errors import CoatlError, RecordError
from coatl.engine.records import Ints, Records, copy_of
from coatl.engine.rules import Data, Standings

Entry = Callable[..., Any]


@dataclass(frozen=True)
class Compiled:
    """The doors from Python into a game's compiled rules; each takes arrays of one state and one deck."""

    seed: Entry
    set_up: Entry
    legal: Entry
    play: Entry
    step: Entry
    follow: Entry
    play_games: Entry
    write_standings: Entry


def give_outcomes(chance: Chance, outcomes: Sequence[int]) -> None:
    """Lays down what chance will bring."""
    chance.drawn = 0
    chance.given = len(outcomes)
    chance.outcomes[: len(outcomes)] = outcomes


class CompiledRules:
    """A game with a deck and options; a game adds what is its own: options, views, results, words."""

    game: str
    space: Space
    compiled: Compiled
    most_legal: int
    endings: tuple[str, ...]
    options: Data
    deck_data: Data | None
    decks: Records
    names: Mapping[str, tuple[str, ...]]
    seats: int
    actions: int

    def warm_up(self) -> None:
        """Compiles, or loads, everything that playing needs: once a machine some half a minute, then a moment."""
        states = self.blank()
        self.seed(states, key_of("warm up"), 0)
        self.set_up(states)
        out = np.empty(self.most_legal, np.int16)
        self.legal(states, out)
        action = int(out[0])
        self.play(copy_of(states), action)
        self.step(copy_of(states), action, out)
        self.follow(copy_of(states), action, ())

    def warm_up_games(self) -> None:
        """Compiles, or loads, what whole random games need besides."""
        states = self.blank()
        self.play_games(states, key_of("warm up"), 0, np.zeros(1, np.int64))
        self.standings(states)

    # ------------------------------------------------------------ playing

    def blank(self) -> Records:
        """An array of one state with nothing but what the options say."""
        raise TypeError("a game says itself what a blank state is")

    def seed(self, states: Records, key: Ints, stream: int) -> None:
        """Lays down where chance comes from."""
        self.compiled.seed(states, key, stream)

    def set_up(self, states: Records) -> None:
        """Lays the table."""
        self.compiled.set_up(states, self.decks)

    def follow_set_up(self, states: Records, outcomes: Sequence[int]) -> bool:
        """Lays the table with the outcomes of a record; false if they could not have happened."""
        chance = states[0].chance
        give_outcomes(chance, outcomes)
        self.set_up(states)
        return not chance.impossible and int(chance.drawn) == len(outcomes)

    def legal(self, states: Records, out: Ints) -> int:
        """Writes the legal actions into `out` and returns how many there are."""
        count: int = self.compiled.legal(states, self.decks, out)
        return count

    def play(self, states: Records, action: int) -> None:
        """Plays a legal action."""
        self.compiled.play(states, self.decks, action)

    def step(self, states: Records, action: int, out: Ints) -> int:
        """Plays a legal action and writes what is legal then into `out`: one call instead of two."""
        count: int = self.compiled.step(states, self.decks, action, out)
        return count

    def follow(self, states: Records, action: int, outcomes: Sequence[int]) -> bool:
        """Plays a legal action with the outcomes of a record; false if they could not have happened."""
        return bool(self.compiled.follow(states, self.decks, action, np.array(outcomes, np.int8)))

    def act_as(self, states: Records, seat: int) -> bool:
        """Whether it is this seat's decision; a game with secret choices turns to the seat first."""
        return self.seat(states) == seat

    def play_games(self, states: Records, key: Ints, number: int, decisions: Ints) -> None:
        """Fills `states` with the ends of random games `number`, `number` + 1, … of a seed."""
        self.compiled.play_games(states, self.decks, self.blank(), key, number, decisions)

    # ------------------------------------------------------------ reading

    def seat(self, states: Records) -> int:
        """Who decides."""
        return int(states[0].seat) + 1

    def outcomes(self, states: Records) -> tuple[int, ...]:
        """What chance did in the newest action."""
        chance = states[0].chance
        return tuple(chance.outcomes[: chance.drawn].tolist())

    def standings(self, states: Records) -> Standings:
        """How many finished games ended."""
        found = Standings.of(len(states), self.seats)
        self.compiled.write_standings(states, self.decks, found.points, found.won, found.turns, found.endings)
        return found

    # ------------------------------------------------------------ notation

    @cached_property
    def texts(self) -> dict[int, str]:
        """The notation of every action that has a name in this deck."""
        found = {}
        for action in range(self.actions):
            try:
                found[action] = self.space.text(action, self.names)
            except CoatlError:
                continue
        return found

    def text(self, action: int) -> str:
        """The notation of an action."""
        return self.texts[action] if action in self.texts else self.space.text(action, self.names)

    def heard(self, action: int) -> str:
        """The notation as the other players hear it."""
        return self.text(action)

    def hides(self, action: int, outcome: int) -> bool:
        """Whether this outcome of an action is seen by its player alone."""
        return False

    @cached_property
    def outcome_names(self) -> dict[int, str]:
        """Every outcome of chance by its number."""
        raise TypeError("a game says itself how its outcomes are called")

    def outcome_text(self, outcome: int) -> str:
        """The name of an outcome in a record."""
        return self.outcome_names[outcome]

    @cached_property
    def outcome_numbers(self) -> dict[str, int]:
        """Every outcome of chance by its name."""
        return {name: number for number, name in self.outcome_names.items()}

    def parse_outcome(self, text: str) -> int:
        """The outcome that a record names."""
        if text not in self.outcome_numbers:
            raise RecordError("record.outcome", f"{text[:40]!r} is no outcome of chance in this game.")
        return self.outcome_numbers[text]
