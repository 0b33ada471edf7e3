"""The search that looks on: its best plans are played on by the rules, and the learned judgement weighs what comes.

Rollouts pursue designs that stand, see no new card and end with the next coatl. So when a race has told the best plans
from the others, the quick player goes on behind each of them until the seat is to move again, in the same draws for
all. What the network thinks of the game then decides, beside the values of the race.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from coatl.board.state import TURN
from coatl.bots.board.judgement import judge
from coatl.bots.board.quick_player import QuickPlayer
from coatl.bots.board.search import BoardSearch
from coatl.bots.weights import Floats
from coatl.engine.structs import Records, copy_of

if TYPE_CHECKING:
    from coatl.engine.rules import Rules

RACE = 400  # rollouts that tell the best plans from the others
FOLLOWED = 4  # plans that are played on at most
NEAR = 8.0  # points of the race that such a plan may be behind the best
WIDTH, CANDIDATES, ROLLOUTS = 8, 8, 60  # of the quick player that goes on
WIN = 12.0  # points that winning is worth beside the margin
# From 27 decisions against ADAM, whose plans were played to the end forty times each, in points of margin and win:
WORTH = 0.46  # what a point of the race is worth
DOUBT = 3.8  # how far off the race is, and the network at once and some turns later: standard deviations
SOON_DOUBT, LATER_DOUBT = 2.5, 2.0
LOOK = 90  # rollouts that take as long as to judge a position
STEP = 260  # the same for a turn of the quick player
SOON, LATER = 0, 2  # own turns that are played before the network judges: at first, and with time to spare
FIRST_LOOKS = 4  # draws in which it looks that near first


class FarSearch(BoardSearch):
    """A search whose best plans are played on; with few rollouts it is the search without."""

    def __init__(
        self,
        rules: "Rules",
        states: Records,
        seat: int,
        legal: Sequence[int],
        rng: np.random.Generator,
        weights: Records | None = None,
        lines: Sequence[Sequence[int]] = (),
    ) -> None:
        super().__init__(rules, states, seat, legal, rng, weights, lines)
        self.rules = rules
        self.key = np.random.default_rng(int(self.stream[0])).integers(0, 1 << 32, 8)  # of the draws when it looks on
        self.raced = self.credit = 0
        self.followed: list[tuple[int, float]] = []  # places and values of the plans that are played on
        self.begun: list[float] = []  # the worth behind the first of them in the present draw
        self.looks: dict[int, list[Floats]] = {SOON: [], LATER: []}  # for each draw the worth behind every plan

    def simulate(self, count: int) -> int:
        """Plays so many rollouts more; when the race has had its share, looks on for as long as they would take."""
        if len(self.order) < 2:
            return 0
        rollouts = min(count, RACE - self.raced)
        if rollouts:
            self.raced += super().simulate(rollouts)
        if self.raced < RACE:
            return rollouts
        self.followed = self.followed or self.best_plans()
        if len(self.followed) < 2:
            return rollouts
        self.credit += count - rollouts
        while self.credit >= self.price():
            self.credit -= self.price()
            self.look()
        return count

    def best_plans(self) -> list[tuple[int, float]]:
        """The plans to play on, with their values: those near the best, one of those that come to the same."""
        entries = {int(place): entry for entry, place in enumerate(self.order)}
        found: dict[bytes, tuple[int, float]] = {}
        for place, value, _ in super().ranked():
            found.setdefault(self.race.states[entries[place]].tobytes(), (place, value))
        plans = list(found.values())
        return [plan for plan in plans if plan[1] > plans[0][1] - NEAR][:FOLLOWED]

    def turns(self) -> int:
        """How many own turns are played at the next look."""
        return SOON if len(self.looks[SOON]) < FIRST_LOOKS else LATER

    def price(self) -> int:
        """What it costs to play the next plan on, in rollouts."""
        options = self.context.states[0].options
        rivals = 0 if options.solo else int(options.players) - 1
        return LOOK + STEP * (self.turns() + (self.turns() + 1) * rivals)

    def look(self) -> None:
        """Plays the next plan on; when all were, another draw follows."""
        turns, number = self.turns(), sum(map(len, self.looks.values()))
        place, _ = self.followed[len(self.begun)]
        self.begun.append(self.worth_behind(self.steps(place), number, turns))
        if len(self.begun) == len(self.followed):
            self.looks[turns].append(np.array(self.begun))
            self.begun = []

    def worth_behind(self, line: list[int], number: int, turns: int) -> float:
        """What the network thinks of the game when a plan and so many own turns were played; at its end, what came."""
        rules, states, seat = self.rules, copy_of(self.context.states), self.context.seat + 1
        begun = rules.turns(states)
        rules.seed(states, self.key, number)
        player = QuickPlayer(rules, np.random.default_rng((*self.key, number)), WIDTH, CANDIDATES, ROLLOUTS)
        for _ in player.follow(states, line):
            pass
        while not rules.over(states):
            if rules.turns(states) != begun and rules.seat(states) == seat and states[0].pending == TURN:
                if turns == 0:
                    break
                begun = rules.turns(states)
                turns -= 1
            player.step(states)
        margin, win = judge(rules, states, seat)
        return margin + WIN * (2 * win - 1)

    def gains(self) -> Floats:
        """By how much each of the followed plans is better than the first one, in points of margin and win.

        Race and looks count by their doubts; those of the looks shrink with their number down to that of the network.
        """
        values = np.array([value for _, value in self.followed])
        total, weight = WORTH * (values - values[0]) / DOUBT**2, 1 / DOUBT**2
        for looks, doubt in ((self.looks[SOON], SOON_DOUBT), (self.looks[LATER], LATER_DOUBT)):
            if len(looks) > 1:
                ahead = np.array(looks) - np.array(looks)[:, :1]
                trust = 1 / (doubt**2 + ahead[:, 1:].var(ddof=1) / len(looks))
                total, weight = total + trust * ahead.mean(0), weight + trust
        return np.asarray(total / weight)

    def ranked(self) -> list[tuple[int, float, int]]:
        """The plans that were tried: place, value and tries; first those that were played on, the best first."""
        found = super().ranked()
        if len(self.looks[SOON]) < 2:
            return found
        gains = self.gains()
        gained = {place: float(gain) for (place, _), gain in zip(self.followed, gains, strict=True)}
        best = self.followed[0][1]
        followed = [(place, best + gained[place], tries) for place, _, tries in found if place in gained]
        followed.sort(key=lambda plan: -plan[1])
        return [*followed, *(plan for plan in found if plan[0] not in gained)]
