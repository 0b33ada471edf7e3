"""What is to be played: entrants, a table, deals, and who sits where.

Every deal is played in every seating, so that luck and seats are the same for all:

- As many entrants as seats: one game for each rotation.
- Fewer: the last entrant fills the empty seats. `search greedy` at four seats is one search against three greedy.
- More: every choice of so many entrants as there are seats, each in all rotations. Alone against an automaton, every
  entrant plays every deal once.
"""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from coatl.arena.simulation import MOST_GAMES, check_between
from coatl.bots.base import Bot
from coatl.bots.registry import Entrant, entrant
from coatl.decks.loader import fingerprint
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.registry import rules_with
from coatl.validation import check_seed
from coatl.version import RULES_VERSION

PACKAGE = Path(__file__).resolve().parent.parent
AUTOMATON = -1  # its place among the entrants
MOST_ENTRANTS = 16
PATIENCE = 60.0  # seconds

Seating = tuple[int, ...]  # the entrant of each seat


def seatings(entrants: int, seats: int) -> list[Seating]:
    """Who sits where in the games of one deal.

    >>> seatings(2, 2), seatings(2, 3), seatings(3, 1)
    ([(0, 1), (1, 0)], [(0, 1, 1), (1, 1, 0), (1, 0, 1)], [(0,), (1,), (2,)])
    """
    filled = (*range(entrants), *[entrants - 1] * (seats - entrants))
    line_ups = combinations(range(entrants), seats) if entrants > seats else [filled]
    return [(*line_up[turn:], *line_up[:turn]) for line_up in line_ups for turn in range(seats)]


def labels(specs: Sequence[str]) -> list[str]:
    """A name for each entrant; who takes part twice is counted.

    >>> labels(["greedy", "random", "greedy"])
    ['greedy', 'random', 'greedy #2']
    """
    earlier = [specs[:place].count(spec) for place, spec in enumerate(specs)]
    return [f"{spec} #{count + 1}" if count else spec for spec, count in zip(specs, earlier, strict=True)]


def shortened(label: str) -> str:
    """A name that fits into a table: the middle of a long one is left out.

    >>> shortened("greedy"), shortened("exec:/usr/local/bin/python -m my.bots.strong")
    ('greedy', 'exec:/us…bots.strong')
    """
    return label if len(label) <= 20 else f"{label[:8]}…{label[-11:]}"


@dataclass(frozen=True)
class Plan:
    """A match; `games` is at least that many, in whole sets of seatings."""

    entrants: tuple[str, ...]
    game: str = "board"
    games: int = 100
    seed: str = "1"
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Any = None
    name: str = ""
    patience: float = PATIENCE  # how long a bot may hang, beyond its limit

    def __post_init__(self) -> None:
        check_between("arena.games", "games", self.games, MOST_GAMES)
        check_seed(self.seed)
        if not self.patience > 0:
            raise CoatlError("arena.patience", f"A bot may hang for more than 0 seconds, not {self.patience!r}.")
        if self.seats > 1 and len(self.entrants) < 2:
            message = "A match needs two entrants or more; one alone can only play against an automaton."
            raise CoatlError("arena.entrants", message, ["greedy random", "greedy --solo"])
        if not 1 <= len(self.entrants) <= MOST_ENTRANTS:
            raise CoatlError("arena.entrants", f"A match has at most {MOST_ENTRANTS} entrants.")
        assert self.players  # an unknown bot is an error now

    @cached_property
    def rules(self) -> Rules:
        """The game with its deck and options."""
        return rules_with(self.game, self.deck, self.options)

    @property
    def seats(self) -> int:
        """How many seats entrants take."""
        return int(self.rules.options["players"])

    @cached_property
    def players(self) -> list[Entrant]:
        """The entrants, ready to make bots."""
        return [entrant(spec) for spec in self.entrants]

    def bots(self) -> list[Bot]:
        """A bot for each entrant.

        :raises CoatlError: if one cannot be made.
        """
        return [made(player, self.rules) for player in self.players]

    @property
    def labels(self) -> list[str]:
        """The entrants by name, and the automaton if there is one."""
        names = labels(self.entrants)
        return [*names, self.automaton] if self.automaton else names

    @property
    def automaton(self) -> str | None:
        """Who plays against all of them."""
        return self.rules.automaton

    @cached_property
    def seatings(self) -> list[Seating]:
        """Who sits where in the games of one deal."""
        return seatings(len(self.entrants), self.seats)

    @property
    def deals(self) -> int:
        """How many deals it takes to play so many games."""
        return -(-self.games // len(self.seatings))

    @property
    def numbers(self) -> range:
        """The games by number: all seatings of deal 0, then of deal 1, and so on."""
        return range(self.deals * len(self.seatings))

    @property
    def repeatable(self) -> bool:
        """Whether all results can be repeated exactly: no entrant looks at a clock."""
        return all(player.limit.seconds is None for player in self.players)

    def data(self) -> dict[str, Any]:
        """Everything that decides the results, but for the number of games: a longer match goes on with a shorter."""
        rules: Any = self.rules
        return {
            "entrants": list(self.entrants),
            "game": self.game,
            "options": dict(rules.options),
            "deck": fingerprint(rules.deck),
            "seed": self.seed,
            "rules": RULES_VERSION,
            "code": code_of(self.game, self.bots()),
        }

    @cached_property
    def key(self) -> str:
        """A short hash of all that."""
        canonical = json.dumps(self.data(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def packed(self) -> "Plan":
        """The same plan for another machine, where the file of an own deck does not lie."""
        options = dict(self.rules.options)
        return Plan(
            self.entrants, self.game, self.games, self.seed, options, self.rules.deck_data, self.name, self.patience
        )


def made(player: Entrant, rules: Rules) -> Bot:
    """A bot of an entrant."""
    try:
        return player.make(rules)
    except CoatlError:
        raise
    except Exception as fault:  # a bot of one's own may do anything
        message = f"The bot {player.spec!r} cannot be made: {type(fault).__name__}: {fault}"
        raise CoatlError("bot.crashed", message) from fault


def code_of(game: str, bots: Sequence[Bot]) -> str:
    """A hash of the rules and the bots as they are written: results of other code are not gone on with."""
    folders = ("engine", game, "solver", f"solver/{game}", "bots", f"bots/{game}")
    digest = hashlib.sha256()
    own = sorted(own_files(bots))
    for path in [*(path for folder in folders for path in sorted((PACKAGE / folder).glob("*.py"))), *own]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def own_files(bots: Sequence[Bot]) -> set[Path]:
    """The files of bots of one's own, and of the programs that they start."""
    modules = (sys.modules[type(bot).__module__] for bot in bots)
    found = {Path(file) for module in modules if (file := getattr(module, "__file__", None))}
    named = {Path(word) for bot in bots for word in getattr(bot, "command", ())}
    return {path for path in found if not path.is_relative_to(PACKAGE)} | {path for path in named if path.is_file()}
