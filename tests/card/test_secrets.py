"""Random games, and what a viewer cannot see: it changes no view, and a state dealt from a view knows nothing of it."""

import copy
import random
from typing import Any

import numpy as np
import pytest

from coatl.card.rules import CardRules
from coatl.card.state import State
from coatl.engine.structs import Ints, Records
from coatl.game import Game
from tests.card.tables import (
    MANY_TABLES,
    Viewer,
    as_bytes,
    check_prophecies,
    games,
    name,
    play_on,
    rules_at,
    rules_of,
    state_of,
    viewers,
)


class Exchange:
    """Deals anew, at random, everything in a state that a viewer cannot see."""

    def __init__(self, rules: CardRules, states: Records, viewer: Viewer, dice: random.Random) -> None:
        self.rules = rules
        self.states = states.copy()
        self.state: State = self.states[0]
        self.viewer = viewer
        self.dice = dice

    def everything(self) -> Records:
        self.feathers()
        self.action_deck()
        self.chance()
        return self.states

    def feathers(self) -> None:
        """The hidden hands and the deck are shuffled together."""
        players = [self.state.players[seat] for seat in range(self.rules.table.players) if seat + 1 != self.viewer]
        cards = elements(self.state.feathers)
        for player in players:
            cards += player.hand[: player.hand_size].tolist()
        self.dice.shuffle(cards)
        for player in players:
            for i in range(player.hand_size):
                player.hand[i] = cards.pop()
        self.state.feathers[:] = 0
        for card in cards:
            self.state.feathers[card] += 1

    def action_deck(self) -> None:
        """An action card ahead may be any unseen one of its god."""
        gods = [card.colour for card in self.rules.deck.prophecy]
        for god in set(gods):
            piles = (self.state.carl.deck, self.state.deck)
            cards = [card for pile in piles for card in elements(pile) if gods[card] == god]
            ahead = sum(gods[card] == god for card in elements(self.state.carl.deck))
            self.dice.shuffle(cards)
            for place, card in enumerate(cards):
                piles[0][card], piles[1][card] = place < ahead, place >= ahead

    def chance(self) -> None:
        """Where chance comes from, and what it did."""
        chance = self.state.chance
        chance.key[:] = [self.dice.getrandbits(32) for _ in chance.key]
        chance.words[:] = [self.dice.getrandbits(32) for _ in chance.words]
        chance.outcomes[:] = [self.dice.randrange(100) for _ in chance.outcomes]
        chance.stream, chance.block = self.dice.getrandbits(60), self.dice.getrandbits(20)
        chance.used, chance.drawn = self.dice.randrange(17), self.dice.randrange(90)


def elements(counts: Ints) -> list[int]:
    return [card for card, number in enumerate(counts) for _ in range(number)]


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_a_view_does_not_change_with_what_the_viewer_cannot_see(table: dict[str, Any]) -> None:
    """RULES 6: byte for byte, for each seat and a spectator, at every step."""
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            for viewer in viewers(game):
                other = copy.copy(game)  # the same game with another truth behind it
                other._become(Exchange(rules_of(game), game._states, viewer, dice).everything())
                assert as_bytes(other.view(viewer)) == as_bytes(game.view(viewer))
                assert other.position_line(viewer) == game.position_line(viewer)


@pytest.mark.parametrize("table", [{"players": 3, "first": 2}, {"solo": True, "opponent": "carl", "manner": "greedy"}])
def test_the_exchange_deals_other_cards(table: dict[str, Any]) -> None:
    """Hands and action decks do change, so that a leak would be found."""
    game, rules = Game(rules_at(table), "exchange"), rules_at(table)
    states = Exchange(rules, game._states, None, random.Random(1)).everything()
    check_prophecies(rules, states[0])
    before, after = rules.view(game._states, "all"), rules.view(states, "all")
    assert before.players[0].hand != after.players[0].hand
    assert before.carl is None or (after.carl is not None and before.carl.deck != after.carl.deck)


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_a_determinised_state_looks_the_same_to_its_viewer(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        rules = rules_of(game)
        for number, _ in enumerate(play_on(game, dice)):
            viewer = viewers(game)[number % len(viewers(game))]
            seen = rules.view(game._states, viewer)
            dealt = rules.determinise(seen, np.random.default_rng(number))
            assert as_bytes(rules.view(dealt, viewer)) == as_bytes(seen)
            check_prophecies(rules, dealt[0])
            assert not np.array_equal(dealt[0].chance.key, state_of(game).chance.key)
            assert game.over or viewer != game.seat or legal_in(rules, dealt) == game.numbers()


def legal_in(rules: CardRules, states: Records) -> list[int]:
    out = np.empty(rules.most_legal, np.int16)
    numbers: list[int] = out[: rules.legal(states, out)].tolist()
    return numbers


def test_determinise_knows_nothing_of_the_truth() -> None:
    """The same view and the same dice give the same state, whatever is behind it; other dice give others."""
    rules = rules_at({"players": 3, "first": 1})
    game = Game(rules, "truth")
    other = Exchange(rules, game._states, 1, random.Random(1)).everything()
    one, two = (rules.determinise(rules.view(s, 1), np.random.default_rng(5)) for s in (game._states, other))
    assert one.tobytes() == two.tobytes()
    hands = {
        rules.view(rules.determinise(rules.view(other, 1), np.random.default_rng(i)), 2).players[1].hand
        for i in range(5)
    }
    assert len(hands) == 5
