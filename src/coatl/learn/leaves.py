"""Positions where rollouts stop, made into whole states of the game from which it can be played to its end."""

from typing import Any

import numpy as np

from coatl.board.scoring import coatl_points
from coatl.board.setup import refill_row
from coatl.board.state import COATLS, EMPTY, NOT_YET, OVER
from coatl.bots.board.design_table import MOST_DESIGNS, find_designs
from coatl.bots.board.designs import DESIGN
from coatl.bots.board.evaluation import turns_ahead
from coatl.bots.board.leaf import COUNT, write_features
from coatl.bots.board.network import Singles
from coatl.bots.board.plans import PLAN
from coatl.bots.board.race import KEPT_DESIGNS, Race, keep_designs, line_up, new_race
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, gather
from coatl.bots.board.rollout import FINISHED, OWN_TURNS, Leaf, is_over, play_to_leaf
from coatl.bots.board.weights import WEIGHTS
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

WIDTH = 16  # coatls that are grown side by side when features are looked for


def feature_weights() -> Records:
    """The weights with which designs are found for features."""
    weights = copy_of(WEIGHTS["designs"])
    weights["width"] = WIDTH
    return weights


def fresh_features(rules: Rules, states: Records, seat: int, weights: Records) -> Singles:
    """The features of a position of the game itself, right after a turn of the seat (from 0)."""
    context = Context(states, rules.decks, np.zeros(1, RESOURCES), weights, seat)
    holdings, designs = np.zeros(1, HOLDINGS), np.empty(MOST_DESIGNS, DESIGN)
    kept = np.zeros(KEPT_DESIGNS * 3, DESIGN)
    turns = turns_ahead(states[0], rules.decks[0], seat, weights[0])
    gather(context.resources[0], holdings[0], states[0], rules.decks[0], seat, turns)
    size = keep_designs(designs, find_designs(context, holdings, designs), kept)
    features = np.zeros(COUNT, np.float32)
    write_features(context, kept, size, holdings, 0, features)
    return features


class Rolled:
    """A plan of a search, and one rollout from where it leads to."""

    def __init__(
        self, rules: Rules, states: Records, seat: int, plan: Any, goal: int, weights: Records, rng: np.random.Generator
    ) -> None:
        context = Context(states, rules.decks, np.zeros(1, RESOURCES), weights, seat)
        self.rules, self.seat = rules, seat
        self.race: Race = new_race(1)
        plans = np.zeros(1, PLAN)
        plans[0] = plan
        line_up(context, plans, np.zeros(1, np.int64), self.race)
        there = Context(copy_of(self.race.states), rules.decks, copy_of(self.race.resources), weights, seat)
        self.leaf = Leaf(there, copy_of(self.race.holdings), np.full(COATLS, EMPTY), np.zeros(2, np.int64))
        stream = rng.integers(0, 1 << 62, 1)
        self.designs, self.size = self.race.designs[0], int(self.race.sizes[0])
        self.left = self.race.states[0].pending != OVER and self.race.states[0].seat != seat
        if self.left:
            play_to_leaf(self.leaf, self.designs, self.size, stream, int(rng.integers(1, 1 << 40)), goal)

    def goes_on(self) -> bool:
        """Whether the game goes on at the leaf, so that it must be judged."""
        state = self.leaf.context.states[0]
        return bool(self.left and not is_over(self.leaf) and state.ending == NOT_YET)

    def features(self) -> Singles:
        """What the search sees of the leaf."""
        features = np.zeros(COUNT, np.float32)
        turns = int(self.leaf.counts[OWN_TURNS])
        write_features(self.leaf.context, self.designs, self.size, self.leaf.holdings, turns, features)
        return features

    def state(self) -> Records:
        """The leaf as a whole state: what was finished lies there, and hand, board, row and temples fit to it."""
        states = copy_of(self.leaf.context.states)
        state, has = states[0], self.leaf.holdings[0]
        player, deck = state.players[self.seat], self.rules.decks[0]
        cards, temples = self.leaf.context.resources[0].cards, self.leaf.context.resources[0].temples
        begun = int(player.coatl_count)
        for place in self.leaf.finished[: self.leaf.counts[FINISHED]]:
            design = self.designs[place]
            number = int(design.slot)
            if number >= begun:
                number = int(player.coatl_count)
                player.coatl_count += 1
            self.close(state, player.coatls[number], design, cards, temples)
        player.board[:] = has.stock
        hand = [int(cards[i]) for i in range(len(cards)) if (int(has.hand) >> i) & 1]
        player.hand[:] = EMPTY
        player.hand[: len(hand)] = hand
        player.hand_size = len(hand)
        self.clear_row(state, hand)
        refill_row(state, deck)
        rounds = 2 if state.options.solo else int(state.options.players)
        state.turns += rounds * int(self.leaf.counts[OWN_TURNS])
        return states

    def close(self, state: Any, coatl: Any, design: Any, cards: Any, temples: Any) -> None:
        """Finishes a coatl as its design says."""
        length = int(design.length)
        coatl.pieces[:length] = design.pieces[:length]
        coatl.length, coatl.head, coatl.tail, coatl.closed = length, 1, 1, 1
        coatl.temple = EMPTY
        for i in range(len(cards)):
            if (int(design.cards) >> i) & 1:
                coatl.cards[coatl.card_count] = cards[i]
                coatl.card_count += 1
        if design.temple != EMPTY:
            coatl.temple = temples[design.temple]
            self.remove_temple(state, int(coatl.temple))
        coatl.points = coatl_points(self.rules.decks[0], coatl)

    def remove_temple(self, state: Any, temple: int) -> None:
        """Takes a temple out of the hand, or off a pile."""
        player = state.players[self.seat]
        own = [int(card) for card in player.temples[: player.temple_count]]
        if temple in own:
            own.remove(temple)
            player.temples[:] = EMPTY
            player.temples[: len(own)] = own
            player.temple_count = len(own)
            return
        for pile in range(self.rules.decks[0].piles):
            if state.temples.tops[pile] == temple:
                state.temples.sizes[pile] -= 1
                below = np.flatnonzero(state.temples.below)
                state.temples.tops[pile] = below[0] if state.temples.sizes[pile] and len(below) else EMPTY
                if len(below) and state.temples.sizes[pile]:
                    state.temples.below[below[0]] -= 1
                return

    def clear_row(self, state: Any, hand: list[int]) -> None:
        """Takes the cards that came into the hand meanwhile out of the row."""
        before = self.race.states[0].players[self.seat]
        had = [int(card) for card in before.hand[: before.hand_size]]
        for card in hand:
            if card in had:
                had.remove(card)
                continue
            for place in range(len(state.prophecies.row)):
                if state.prophecies.row[place] == card:
                    state.prophecies.row[place] = EMPTY
                    break
