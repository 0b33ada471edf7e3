"""What a game offers to everything above it: one base class, completed by the board game and the card game.

`Rules` is a game with its deck and its options. What both games do alike with their compiled functions stands here;
the methods without a body are each game's own.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from coatl.engine.actions import Space
from coatl.engine.chance import Chance, key_of
from coatl.engine.commitment import canonical, digest
from coatl.engine.errors import CoatlError, RecordError
from coatl.engine.structs import Ints, Records, copy_of

Data = Mapping[str, Any]
CompiledFunction = Callable[..., Any]


@dataclass(frozen=True)
class Result:
    """How a game ended: points by seat, who won (several seats share a win), and how the end began."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    details: Data  # what broke a tie, by name

    def data(self) -> dict[str, Any]:
        """Plain data for records and JSON."""
        return {
            "points": list(self.points),
            "winners": list(self.winners),
            "ending": self.ending,
            "details": dict(self.details),
        }


@dataclass(frozen=True)
class Standings:
    """How many games ended, one row a game."""

    points: Ints  # by seat
    won: Ints  # by seat: 1 for each who won; several share a win
    turns: Ints
    endings: Ints  # places in the `endings` of the rules

    @classmethod
    def of(cls, games: int, seats: int) -> "Standings":
        """Zeroed arrays for so many games."""
        by_seat, by_game = (games, seats), (games,)
        return cls(*(np.zeros(shape, np.int64) for shape in (by_seat, by_seat, by_game, by_game)))


@dataclass(frozen=True)
class Compiled:
    """The compiled functions of a game that Python calls; each takes arrays of one state and one deck."""

    seed: CompiledFunction
    set_up: CompiledFunction
    legal: CompiledFunction
    play: CompiledFunction
    step: CompiledFunction
    follow: CompiledFunction
    play_games: CompiledFunction
    write_standings: CompiledFunction


def lay_down_outcomes(chance: Chance, outcomes: Sequence[int]) -> None:
    """Makes the next draws follow these outcomes instead of the generator."""
    chance.drawn = 0
    chance.given = len(outcomes)
    chance.outcomes[: len(outcomes)] = outcomes


class Rules(ABC):
    """A game with its deck and its options: all that a `Position` needs to be played."""

    game: str
    space: Space
    compiled: Compiled
    actions: int  # the size of the action space
    most_legal: int
    endings: tuple[str, ...]  # how a game can end
    options: Data
    deck: Any  # as its file tells it
    deck_data: Data | None  # an own deck, for the record
    decks: Records
    names: Mapping[str, tuple[str, ...]]  # of the cards, by their place in the notation
    seats: int  # who acts, automata included
    automaton: str | None  # what the automaton at the last seat is called

    @cached_property
    def deck_digest(self) -> str | None:
        """The digest of an own deck, for the commitment."""
        return None if self.deck_data is None else digest(canonical(self.deck_data))

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

    @property
    @abstractmethod
    def empty_table(self) -> Records:
        """An array of one state with nothing but its options; not to be played with."""

    def blank(self) -> Records:
        """The same, to be set up and played."""
        return copy_of(self.empty_table)

    def seed(self, states: Records, key: Ints, stream: int) -> None:
        """Keys the generator of the game's chance."""
        self.compiled.seed(states, key, stream)

    def set_up(self, states: Records) -> None:
        """Lays the table."""
        self.compiled.set_up(states, self.decks)

    def follow_set_up(self, states: Records, outcomes: Sequence[int]) -> bool:
        """Lays the table with the outcomes of a record; false if they could not have happened."""
        chance = states[0].chance
        lay_down_outcomes(chance, outcomes)
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
        """Turns to a seat (from 1) whose secret choice is open; false if it is not this seat's decision."""
        return self.seat(states) == seat

    def play_games(self, states: Records, key: Ints, number: int, decisions: Ints) -> None:
        """Fills `states` with the ends of random games `number`, `number` + 1, … of a seed."""
        self.compiled.play_games(states, self.decks, self.blank(), key, number, decisions)

    # ------------------------------------------------------------ reading

    def seat(self, states: Records) -> int:
        """Who decides, from 1."""
        return int(states[0].seat) + 1

    @abstractmethod
    def turns(self, states: Records) -> int:
        """Which turn it is; the set-up is turn 0."""

    @abstractmethod
    def over(self, states: Records) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def result(self, states: Records) -> Result | None:
        """Points, winners and what broke a tie; None while the game is on."""

    @abstractmethod
    def scores(self, states: Records) -> tuple[int, ...]:
        """Points so far by seat, the automaton's included; everybody may know them."""

    def outcomes(self, states: Records) -> tuple[int, ...]:
        """What chance did in the newest action."""
        chance = states[0].chance
        return tuple([int(outcome) for outcome in chance.outcomes[: chance.drawn]])

    @abstractmethod
    def dealt_to(self, states: Records) -> tuple[int, ...]:
        """For each outcome of the set-up the seat that alone sees it, 0 for all, -1 for nobody."""

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

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every action by its one notation."""
        return {text: action for action, text in self.texts.items()}

    def number(self, text: str) -> int:
        """The action that a text names, mostly in its one notation."""
        return self.numbers[text] if text in self.numbers else self.parse(text)

    def text(self, action: int) -> str:
        """The notation of an action."""
        return self.texts[action] if action in self.texts else self.space.text(action, self.names)

    @abstractmethod
    def parse(self, text: str, states: Records | None = None) -> int:
        """The action that a text names; with a state at hand also by what lies there."""

    def heard(self, action: int) -> str:
        """The notation of an action as the other players hear it, `?` for a card that they do not see."""
        return self.text(action)

    def hides(self, action: int, outcome: int) -> bool:
        """Whether this outcome of an action is seen by its player alone."""
        return False

    @property
    @abstractmethod
    def outcome_names(self) -> dict[int, str]:
        """Every outcome of chance by its number."""

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

    # ------------------------------------------------------------ views and positions

    @abstractmethod
    def view(self, states: Records, viewer: Any, shown: Any = None) -> Any:
        """What one viewer sees; `shown` is the open view of these states, if it is there already."""

    @abstractmethod
    def open_view(self, states: Records) -> Any:
        """What everybody sees, as a spectator does."""

    @abstractmethod
    def position(self, states: Records, viewer: Any = "all") -> str:
        """The one-line position that a viewer sees."""

    @abstractmethod
    def read_position(self, line: str, rng: Any = None) -> Records:
        """The state that a line tells; what it leaves open is dealt at random."""

    @abstractmethod
    def determinise(self, view: Any, rng: Any) -> Records:
        """A state that looks like the view to its viewer; the unseen is dealt at random."""
