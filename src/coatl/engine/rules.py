"""What a game offers to everything above it: one protocol, fulfilled by the board game and the card game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from coatl.engine.records import Ints, Records

Data = Mapping[str, Any]


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
        """Room for so many games."""
        by_seat, by_game = (games, seats), (games,)
        return cls(*(np.zeros(shape, np.int64) for shape in (by_seat, by_seat, by_game, by_game)))


class Rules(Protocol):
    """A game with its deck and its options: all that a `Position` needs to be played."""

    game: str
    options: Data
    deck_data: Data | None  # an own deck, for the record
    actions: int  # the size of the action space
    most_legal: int
    seats: int  # who acts, automata included
    endings: tuple[str, ...]  # how a game can end

    def warm_up(self) -> None:
        """Compiles, or loads, everything that playing needs."""

    def warm_up_games(self) -> None:
        """Compiles, or loads, what whole random games need besides."""

    def blank(self) -> Records:
        """An array of one state with nothing but its options."""

    def seed(self, states: Records, key: Ints, stream: int) -> None: ...

    def set_up(self, states: Records) -> None: ...

    def follow_set_up(self, states: Records, outcomes: Sequence[int]) -> bool:
        """Sets up with the outcomes of a record; false if they could not have happened."""

    def legal(self, states: Records, out: Ints) -> int: ...

    def play(self, states: Records, action: int) -> None: ...

    def step(self, states: Records, action: int, out: Ints) -> int:
        """Plays a legal action and writes what is legal then into `out`."""

    def follow(self, states: Records, action: int, outcomes: Sequence[int]) -> bool: ...

    def act_as(self, states: Records, seat: int) -> bool:
        """Turns to a seat (from 1) whose secret choice is open; false if it is not this seat's decision."""

    def play_games(self, states: Records, key: Ints, number: int, decisions: Ints) -> None:
        """Fills `states` with the ends of random games `number`, `number` + 1, … of a seed."""

    def standings(self, states: Records) -> Standings:
        """How many finished games ended."""

    def seat(self, states: Records) -> int: ...

    def turns(self, states: Records) -> int:
        """Which turn it is; the set-up is turn 0."""

    def outcomes(self, states: Records) -> tuple[int, ...]:
        """What chance did in the newest action."""

    def dealt_to(self, states: Records) -> tuple[int, ...]:
        """For each outcome of the set-up the seat that alone sees it, 0 for all, -1 for nobody."""

    def over(self, states: Records) -> bool: ...

    def text(self, action: int) -> str: ...

    def heard(self, action: int) -> str:
        """The notation of an action as the other players hear it, `?` for a card that they do not see."""

    def hides(self, action: int, outcome: int) -> bool:
        """Whether this outcome of an action is seen by its player alone."""

    def parse(self, text: str, states: Records | None = None) -> int: ...

    def outcome_text(self, outcome: int) -> str: ...

    def parse_outcome(self, text: str) -> int: ...

    def view(self, states: Records, viewer: Any) -> Any: ...

    def position(self, states: Records, viewer: Any = "all") -> str:
        """The one-line position that a viewer sees."""

    def read_position(self, line: str, rng: Any = None) -> Records: ...

    def determinise(self, view: Any, rng: Any) -> Records: ...

    def result(self, states: Records) -> Result | None: ...

    def explain(self, states: Records, outcomes: Sequence[int] = ()) -> list[str]:
        """The automaton's coming turn in words, or the one that brought these outcomes; empty if it is not its turn."""
