"""Other truths behind what a viewer sees: everything hidden is dealt anew, chance included (RULES 6)."""

import random
from typing import Any

import numpy as np

from coatl.board.state import EMPTY, KEEP, Player, State
from coatl.engine.rules import Rules
from coatl.engine.structs import Ints, Records, copy_of
from coatl.registry import printed_rules
from tests.property import invariants


def exchanged(rules: Rules, states: Records, viewer: int, dice: random.Random) -> Records:
    """A state that looks the same to a seat (from 1)."""
    return Exchange(states, viewer, dice).everything() if rules.game == "board" else card(states, viewer, dice)


def card(states: Records, viewer: int, dice: random.Random) -> Records:
    """Feathers in other hands and in the deck; prophecies in CARL's action deck and in the deck, by god."""
    other = copy_of(states)
    state: Any = other[0]
    held = [(p, i) for s, p in enumerate(state.players) if s + 1 != viewer for i in range(p.hand_size)]
    feathers = elements(state.feathers) + [int(player.hand[i]) for player, i in held]
    dice.shuffle(feathers)
    for player, i in held:
        player.hand[i] = feathers.pop()
    state.feathers[:] = np.bincount(feathers, minlength=len(state.feathers)) if feathers else 0
    chance = state.chance
    chance.key[:] = [dice.getrandbits(32) for _ in chance.key]
    chance.words[:] = [dice.getrandbits(32) for _ in chance.words]
    chance.outcomes[:] = [dice.randrange(100) for _ in chance.outcomes]
    chance.used, chance.drawn = dice.randrange(17), dice.randrange(90)
    if state.carl.deck_size:
        exchange_actions(state, dice)
    return other


def exchange_actions(state: Any, dice: random.Random) -> None:
    """The backs of the action deck are seen: a card changes places with one of the same god (R25)."""
    gods = [int(prophecy.god) for prophecy in printed_rules("card").decks[0].prophecies]
    for card in elements(state.carl.deck):
        alike = [one for one in elements(state.deck) if gods[one] == gods[card]]
        if alike:
            one = dice.choice(alike)
            state.carl.deck[card], state.carl.deck[one] = 0, 1
            state.deck[one], state.deck[card] = 0, 1


class Exchange:
    """Deals anew, at random, everything in a state that a viewer cannot see."""

    def __init__(self, states: Records, viewer: int | None, dice: random.Random) -> None:
        self.states = copy_of(states)
        self.state: State = self.states[0]
        self.viewer = viewer
        self.dice = dice

    def others(self) -> list[tuple[int, Player]]:
        return [(seat, player) for seat, player in enumerate(invariants.players(self.state)) if seat + 1 != self.viewer]

    def everything(self) -> Records:
        if self.state.pending == KEEP:
            self.secret_choices()
        self.prophecies()
        self.temples()
        self.chance()
        return self.states

    def prophecies(self) -> None:
        """Hidden cards in hands and among the discards, and the deck, are shuffled together."""
        prophecies = self.state.prophecies
        piles: list[Ints] = [prophecies.deck, *(prophecies.hidden[seat] for seat, _ in self.others())]
        cards = [card for pile in piles for card in elements(pile)]
        sizes = [len(elements(pile)) for pile in piles]
        held = [(player, i) for _, player in self.others() for i in range(player.hand_size) if not player.known[i]]
        cards += [int(player.hand[i]) for player, i in held]
        self.dice.shuffle(cards)
        for player, i in held:
            player.hand[i] = cards.pop()
        for pile, size in zip(piles, sizes, strict=True):
            pile[:] = 0
            for _ in range(size):
                pile[cards.pop()] += 1
        assert not cards

    def temples(self) -> None:
        """Covered temples and those hidden in hands."""
        cards = elements(self.state.temples.below)
        held = [(p, i) for _, p in self.others() for i in range(p.temple_count) if not p.temple_known[i]]
        cards += [int(player.temples[i]) for player, i in held]
        self.dice.shuffle(cards)
        for player, i in held:
            player.temples[i] = cards.pop()
        self.state.temples.below[:] = 0
        for card in cards:
            self.state.temples.below[card] += 1

    def chance(self) -> None:
        """Where chance comes from, and what it did."""
        chance = self.state.chance
        chance.key[:] = [self.dice.getrandbits(32) for _ in chance.key]
        chance.words[:] = [self.dice.getrandbits(32) for _ in chance.words]
        chance.outcomes[:] = [self.dice.randrange(100) for _ in chance.outcomes]
        chance.stream, chance.block = self.dice.getrandbits(60), self.dice.getrandbits(20)
        chance.used, chance.drawn = self.dice.randrange(17), self.dice.randrange(90)

    def secret_choices(self) -> None:
        """How far the others have come with their choice, and in which order."""
        for seat, player in self.others():
            hidden = self.state.prophecies.hidden[seat]
            for card in elements(hidden):
                player.hand[player.hand_size] = card
                player.hand_size += 1
            hidden[:] = 0
            player.kept, player.ready = self.dice.randrange(4), self.dice.random() < 0.5
        waiting = [seat for seat, player in enumerate(invariants.players(self.state)) if not player.ready]
        if not waiting:  # somebody is still choosing
            waiting = [self.dice.choice(self.others())[0]]
            self.state.players[waiting[0]].ready = 0
        self.state.seat = self.dice.choice(waiting)
        for seat, player in self.others():
            while player.ready and player.hand_size > player.kept:
                player.hand_size -= 1
                self.state.prophecies.hidden[seat, player.hand[player.hand_size]] += 1
                player.hand[player.hand_size] = EMPTY
        self.state.prophecies.discard_size = self.state.prophecies.hidden.sum()


def elements(counts: Ints) -> list[int]:
    return [card for card, number in enumerate(counts) for _ in range(number)]
