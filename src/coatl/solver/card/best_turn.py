"""The best way to play a turn of the card game, with its steps and reasons in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coatl.card.notation import DISCARD, DONE, HEAD, PASS, RAISE, START, discarded_feather, gained_card
from coatl.card.rules import CardRules
from coatl.card.state import FEATHERS, Player
from coatl.card.view import coatl_text
from coatl.describe.card.effects import falls, levels
from coatl.describe.card.scores import prophecy
from coatl.describe.reasons import ENGLISH, standing
from coatl.engine.structs import Records, copy_of
from coatl.solver.card.turn import points_at, reveal_at, reveals_at, weigh
from coatl.solver.facts import Change

ALTERNATIVES = 3
PLACES = 9  # points that differ behind them are equal


@dataclass(frozen=True)
class Step:
    """One action of a turn and what it does."""

    action: str
    changes: tuple[Change, ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, in words."""
        return tuple(change.words for change in self.changes)


@dataclass(frozen=True)
class Reveal:
    """A feather that a discard may bring: how likely it is, and the most points with it."""

    feather: str
    chance: float
    points: float


@dataclass(frozen=True)
class TurnSolution:
    """A way to play the rest of a turn, up to its end or to a discard, after which one asks again.

    `points` are those of the levels and the temple when the turn is over, as a mean if a discard is among the steps; in
    the last round they are final.
    """

    points: float
    before: int  # the points as they stand now
    final: bool
    steps: tuple[Step, ...]
    reveals: tuple[Reveal, ...] = ()  # behind a discard
    alternatives: tuple["TurnSolution", ...] = ()  # other first steps, the best first

    @property
    def actions(self) -> tuple[str, ...]:
        """What to type."""
        return tuple(step.action for step in self.steps)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, in words."""
        return tuple(reason for step in self.steps for reason in step.reasons)

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "points": round(self.points, 6),
            "before": self.before,
            "final": self.final,
            "steps": [{"action": step.action, "reasons": list(step.reasons)} for step in self.steps],
            "reveals": {each.feather: {"chance": each.chance, "points": each.points} for each in self.reveals},
            "alternatives": [other.data() for other in self.alternatives],
        }


def solved(rules: CardRules, states: Records, alternatives: int = ALTERNATIVES) -> TurnSolution:
    """The best way for the deciding seat from a state on."""
    ranked = ordered(*weighed(rules, states))
    found = [line(rules, states, action, points) for action, points in ranked[: alternatives + 1]]
    best = found[0]
    return TurnSolution(best.points, best.before, best.final, best.steps, best.reveals, tuple(found[1:]))


def weighed(rules: CardRules, states: Records) -> tuple[list[int], list[float]]:
    """The legal actions, each with the most points that it leads to."""
    out = np.empty(rules.most_legal, np.int16)
    actions = out[: rules.legal(states, out)].astype(np.int64)
    values = np.zeros(len(actions))
    weigh(states, rules.decks, actions, values)
    return actions.tolist(), values.tolist()


def ordered(actions: Sequence[int], values: Sequence[float]) -> list[tuple[int, float]]:
    """The best first."""
    return sorted(zip(actions, values, strict=True), key=lambda each: (-round(each[1], PLACES), rank(each[0])))


def rank(action: int) -> int:
    """Of equally good actions: what a card brings is taken at once, and nothing is left to chance without need."""
    if RAISE <= action < HEAD:
        return 0
    return 2 if action == DONE else 3 if DISCARD <= action < RAISE else 1


def line(rules: CardRules, states: Records, action: int, points: float) -> TurnSolution:
    """An action and the best that can follow in the same turn, up to its end or to a discard."""
    now, turns = copy_of(states), int(states[0].turns)
    steps: list[Step] = []
    reveals: tuple[Reveal, ...] = ()
    while not reveals and now[0].turns == turns:
        if steps:
            action = ordered(*weighed(rules, now))[0][0]
        after = copy_of(now)
        if DISCARD <= action < RAISE:
            steps.append(Step(rules.text(action), (unknown(rules.text(action)),)))
            reveals = revealed(rules, now, action)
        else:
            rules.play(after, action)
            over = after[0].turns != turns
            steps.append(Step(rules.text(action), () if over else tuple(changes_of(rules, now, after, action))))
        now = after
    final = bool(states[0].round_number == rules.decks[0].rounds[states[0].options.carl])
    return TurnSolution(points, points_at(states, rules.decks), final, tuple(steps), reveals)


def revealed(rules: CardRules, states: Records, discard: int) -> tuple[Reveal, ...]:
    """What each feather would bring, the likeliest first."""
    chances = np.zeros(FEATHERS)
    reveals_at(states, discarded_feather(discard), chances)
    found = []
    for feather in np.flatnonzero(chances):
        after = copy_of(states)
        reveal_at(after, rules.decks, discard, int(feather))
        found.append(Reveal(rules.names["<feather>"][feather], float(chances[feather]), max(weighed(rules, after)[1])))
    return tuple(sorted(found, key=lambda each: (-each.points, each.feather)))


def unknown(action: str) -> Change:
    return Change(action, "reveal", "the top feather of the deck is played instead")


def changes_of(rules: CardRules, before: Records, after: Records, action: int) -> Sequence[Change]:
    """What a step does, and what that means for the temple."""
    if action in (DONE, PASS):
        return []
    was, now = temple_points(rules, before), temple_points(rules, after)
    if was == now:
        return moved(rules, before, after, action)
    temple = rules.names["<temple>"][before[0].temple]
    words = f"{temple}: {signed(now - was)} for its goals"
    goals = Change(rules.text(action), "temple", words, temple, was, now, now - was)
    return [*moved(rules, before, after, action), goals]


def temple_points(rules: CardRules, states: Records) -> int:
    """The points of the deciding seat that do not come from its levels."""
    lying = levels(states[0].players[states[0].seat]).values()
    return points_at(states, rules.decks) - sum(rules.deck.levels.points[level] for level in lying)


def moved(rules: CardRules, before: Records, after: Records, action: int) -> Sequence[Change]:
    """The coatl and its losses, or a prophecy with its levels and places (RULES 5.2)."""
    seat, text = int(before[0].seat), rules.text(action)
    was, now = before[0].players[seat], after[0].players[seat]
    if START <= action < DISCARD or action >= HEAD:
        old, new = coatl_text(was), coatl_text(now)
        grown = Change(text, "coatl", f"{old or 'nothing'} becomes {new}", was=old, now=new)
        return [grown, *(fallen(rules, text, card, level, left or 0) for card, level, left in falls(was, now))]
    return [levelled(rules, text, gained_card(action), was, now)]


def fallen(rules: CardRules, action: str, card: int, old: int, new: int) -> Change:
    """A prophecy that is lost, or stands lower."""
    name, points = rules.names["<prophecy>"][card], worth(rules, old, new)
    return Change(action, "fall", f"{name} falls from level {old} to {new}: {signed(points)}", name, old, new, points)


def levelled(rules: CardRules, action: str, card: int, was: Player, now: Player) -> Change:
    """A prophecy that is raised, fulfilled or stolen."""
    name = rules.names["<prophecy>"][card]
    score = prophecy(rules, name, coatl_text(now))
    old, new = levels(was).get(card, 0), score.level
    points = worth(rules, old, new)
    words = f"{name}: {standing(score, ENGLISH)}; level {old} becomes {new}: {signed(points)}"
    return Change(action, "level", words, name, old, new, points, score.times, score.where)


def worth(rules: CardRules, old: int, new: int) -> int:
    """The points between two levels."""
    points = rules.deck.levels.points
    return points[new] - points[old]


def signed(points: int) -> str:
    """Points that are won or lost: `+1 point`."""
    return f"{points:+d} point{'s' * (abs(points) != 1)}"
