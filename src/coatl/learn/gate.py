"""The gate: whether a network chooses better plans, not whether it foresees better.

Decisions of fresh games are thought over twice by the same search and on the same chance, by rollouts alone and with
the network's judgement of what the plans lead to. Where the choices differ, both are played to the end by the quick
player, many times and on the same chance; what the network's choice brings more is its gain.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from coatl.arena.paired import Z95
from coatl.board.state import TURN
from coatl.bots.base import rng_of
from coatl.bots.board.network import Network
from coatl.bots.board.quick_player import QuickPlayer
from coatl.bots.board.search import BoardSearch
from coatl.bots.judgement import outcome
from coatl.engine.chance import key_of
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.learn.data import EXPLORE, in_processes, table_of
from coatl.learn.judged_search import JudgedSearch

ROLLOUTS = 600  # of the searches that are compared


@dataclass(frozen=True)
class Trial:
    """What is to be tried: a network on decisions of fresh games, each choice played so many times."""

    network: Network
    kind: str
    seed: str
    plays: int
    share: float = 1.0  # of the network in the value of a plan; the rest is that of rollouts


@dataclass(frozen=True)
class Gate:
    """What came of it: how many decisions differ, and what those bring more, in points and in wins."""

    decisions: int
    differ: int
    points: float
    points_margin: float
    wins: float
    wins_margin: float

    @property
    def passed(self) -> bool:
        """Whether the network's choices are better beyond doubt in wins, or in points while wins do not fall."""
        return self.wins > self.wins_margin or (self.points > self.points_margin and self.wins > 0)

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self) | {"passed": self.passed}


def gate(trial: Trial, decisions: int, jobs: int | None = None, advance: Callable[[int], None] | None = None) -> Gate:
    """Tries a network on so many decisions, one of each game."""
    found = []
    for result in in_processes(try_decision, [(trial, number) for number in range(decisions)], jobs):
        found.append(result)
        if advance:
            advance(1)
    return summed(found)


def summed(found: Sequence[tuple[float, float] | None]) -> Gate:
    """The gains of the decisions that differ, with their intervals."""
    gains = np.array([gain for gain in found if gain is not None]).reshape(-1, 2)
    if len(gains) < 2:
        return Gate(len(found), len(gains), 0.0, 0.0, 0.0, 0.0)
    margins = Z95 * gains.std(0, ddof=1) / np.sqrt(len(gains))
    means = gains.mean(0)
    return Gate(len(found), len(gains), *(round(float(x), 4) for x in (means[0], margins[0], means[1], margins[1])))


def try_decision(task: tuple[Trial, int]) -> tuple[float, float] | None:
    """What the network's choice gains in points and wins at some moment of a game; None if it chooses the same."""
    trial, number = task
    rng = rng_of(f"gate {trial.kind} {trial.seed} {number}")
    rules = table_of(trial.kind, rng)
    player = QuickPlayer(rules, rng)
    states = some_moment(rules, player, trial, number)
    if states is None:
        return None
    seat = rules.seat(states)
    dealt = rules.determinise(rules.view(states, seat), rng)
    chance = int(rng.integers(1 << 62))
    lines = [chosen(rules, dealt, player.legal(dealt), share, trial.network, chance) for share in (0.0, trial.share)]
    if lines[0] == lines[1]:
        return None
    results = np.zeros((2, trial.plays, 2))
    for play in range(trial.plays):
        for which, line in enumerate(lines):
            after = copy_of(dealt)
            rules.seed(after, key_of(f"gate {trial.seed} {number}"), play)
            then = QuickPlayer(rules, rng_of(f"gate {trial.seed} {number} {play}"))
            list(then.follow(after, line))
            then.finish(after)
            result = rules.result(after)
            assert result is not None
            results[which, play] = outcome(result, seat)
    gain = (results[1] - results[0]).mean(0)
    return float(gain[0]), float(gain[1])


def some_moment(rules: Rules, player: QuickPlayer, trial: Trial, number: int) -> Records | None:
    """A game of the quick player, stopped at a turn; None if it ends before."""
    states = rules.blank()
    rules.seed(states, key_of(f"gate {trial.seed}"), number)
    rules.set_up(states)
    wanted = int(player.rng.integers(1, 20)) * int(rules.options["players"])
    while True:
        human = rules.seat(states) <= rules.options["players"]
        if human and states[0].pending == TURN and len(player.legal(states)) > 1:
            wanted -= 1
            if wanted <= 0:
                return states
        if not player.step(states, EXPLORE):
            return None


def chosen(rules: Rules, states: Records, legal: list[int], share: float, network: Network, chance: int) -> list[int]:
    """The plan that a search chooses with this share of a network."""
    rng, seat = np.random.default_rng(chance), rules.seat(states)
    search = JudgedSearch(rules, copy_of(states), seat, legal, rng, None, network, share)
    search.simulate(ROLLOUTS)
    return search.line() if share else search.steps(BoardSearch.ranked(search)[0][0])
