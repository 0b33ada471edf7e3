"""The search that is shown what is hidden and what will be drawn: it measures what could be won at most.

It is no opponent: only matches show it the state of the game, so neither the registry nor a server knows it.

    coatl arena coatl.learn.clairvoyant:ClairvoyantSearch:300 --solo
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.bots.base import Limit, Option, Thought
from coatl.bots.board.quick_player import QuickPlayer
from coatl.bots.board.race import context_of
from coatl.bots.board.rollout import play_rollout
from coatl.bots.board.search import BoardSearch
from coatl.bots.card.search import CardSearch
from coatl.bots.card.weights import WEIGHTS
from coatl.bots.card.whole_games import play_to_end
from coatl.bots.judgement import outcome
from coatl.bots.search import SearchBot
from coatl.engine.chance import STREAM_BITS
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Ints, Records, copy_of
from coatl.position import Position

TRUE_CHANCE = 0  # as the seed of a rollout
SIMULATIONS = 600  # rollouts of the search of the card game
FORESIGHT = 1.0  # a point that will come of a plan, beside a point of the search
FOLLOWED = 4  # plans of the board game that are played to the end
TRIES = 8  # games behind each plan of the card game: the draws are the same, ties of the policy are broken anew


class ClairvoyantSearch(SearchBot):
    """Tries its plans in the game that will come, not in games that might.

    In the board game the plans that do best in rollouts with the draws to come are played to the end by the quick
    player. In the card game all plans are played to the end by the rules, with the turn policy in every seat, from the
    hands and with the draws of the game itself; what comes of that counts beside what the search thinks.
    """

    title = "Clairvoyant"
    sentence = "Sees all hidden cards and those to come, to measure how much luck leaves to be won."

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.truth: Records | None = None

    def witness(self, position: Position) -> None:
        """Sees the game as it is; the arena shows it before every decision."""
        self.truth = copy_of(position.states)

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The action whose plan does best in the game to come.

        :raises CoatlError: learn.blind, if nobody shows it the game.
        """
        if self.truth is None:
            raise CoatlError("learn.blind", "A clairvoyant plays in matches alone.", ["coatl arena"])
        numbers = [self.rules.parse(text) for text in legal]
        foresee = {"board": board_foresight, "card": card_foresight}[self.rules.game]
        found = foresee(self.rules, copy_of(self.truth), int(view.viewer), numbers, rng)
        best_first = sorted(found, key=lambda one: -one[0])
        options = tuple(Option(self.rules.text(action), value) for value, action in best_first)
        return Thought(options[0].action, options)


# ---------------------------------------------------------------- the board game


def board_foresight(
    rules: Rules, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator
) -> list[tuple[float, int]]:
    """By how many points the seat will be ahead behind the best plans, and the first step of each.

    The best are those of the rollout that draws what will be drawn.
    """
    search = BoardSearch(rules, states, seat, legal, rng)
    lines = [search.steps(int(place)) for place in search.order]
    if len(lines) < 2:
        return [(0.0, lines[0][0])]
    best_first = sorted(range(len(lines)), key=lambda entry: -foreseen(search, entry))
    return [(margin_behind(rules, states, seat, lines[entry], rng), lines[entry][0]) for entry in best_first[:FOLLOWED]]


def foreseen(search: BoardSearch, entry: int) -> float:
    """The value of a plan by the rollout with the true chance."""
    race, size = search.race, int(search.race.sizes[entry])
    there, holdings = context_of(race, entry, search.context), race.holdings[entry : entry + 1]
    stream = search.stream.copy()
    value = play_rollout(there, race.designs[entry], size, holdings, stream, TRUE_CHANCE, search.goal)
    return float(value + race.bonus[entry])


def margin_behind(rules: Rules, states: Records, seat: int, line: list[int], rng: np.random.Generator) -> float:
    """The margin at the end when a plan is played and the quick player goes on in every seat."""
    player, there = QuickPlayer(rules, rng), copy_of(states)
    for _ in player.follow(there, line):
        pass
    player.finish(there)
    return margin_of(rules, there, seat)


def margin_of(rules: Rules, states: Records, seat: int) -> float:
    """By how many points a seat (from 1) is ahead at the end of a game."""
    result = rules.result(states)
    assert result is not None
    return outcome(result, seat).margin


# ---------------------------------------------------------------- the card game


def card_foresight(
    rules: Rules, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator
) -> list[tuple[float, int]]:
    """What the search thinks of each plan, in points, and what will come of it; and the first step of the plan.

    Rivals will not play as the policy does, so both count.
    """
    search = CardSearch(rules, states, seat, legal, rng)
    search.simulate(SIMULATIONS)
    stream, point = rng.integers(0, STREAM_BITS, 1), SearchBot(rules).point()
    return [
        (search.value(place) / point + FORESIGHT * card_margin(rules, search, plan, seat, stream), int(plan[1]))
        for place, plan in enumerate(search.plans)
    ]


def card_margin(rules: Rules, search: CardSearch, plan: Ints, seat: int, stream: Ints) -> float:
    """The margin at the end of the games behind a plan."""
    margins = []
    for _ in range(TRIES):
        states = copy_of(search.states)
        play_to_end(states, search.decks, plan, stream, WEIGHTS)
        margins.append(margin_of(rules, states, seat))
    return float(np.mean(margins))
