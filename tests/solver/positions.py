"""Small positions for one player, all kinds of them, laid straight into a state."""

from dataclasses import dataclass
from random import Random
from typing import Any

from coatl.board.rules import BoardRules
from coatl.board.setup import clear
from coatl.board.state import ASSEMBLE, BODY, EMPTY, FINISH, HEAD, TAIL, State
from coatl.decks.loader import load_data
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Records

OWN = (  # prophecies that small coatls reach, some of which a later piece breaks
    ("red", "count", "R", {1: 1, 2: 3}),
    ("red", "count", "G", {2: 2, 3: 4}),
    ("red", "multiset", "R G B", {1: 3}),
    ("black", "sequence", "!R R R !R", {1: 2, 2: 5}),
    ("black", "sequence", "!G G", {1: 2}),
    ("black", "sequence", "B !G", {1: 1, 2: 4}),
    ("blue", "sequence", "R G", {1: 1, 2: 3, 3: 5}),
    ("blue", "sequence", "G R", {1: 2}),
    ("blue", "sequence", "= =", {1: 2, 2: 3}),
    ("yellow", "sequence", "[RG] [^R] .", {1: 3}),
    ("yellow", "sequence", "!B R+ G !B", {1: 4}),
    ("green", "sequence", "R .+ R", {1: 4}),
    ("green", "sequence", "!R . !R", {1: 1, 3: 6}),
)
OWN_TEMPLES = (
    (["no_card:red", "length:4"], [2, 5]),
    (["equal:RG", "without:B"], [3, 7]),
    (["length:3", "length:5"], [1, 1]),
    (["no_card:black", "no_card:blue"], [2, 6]),
    (["without:R", "equal:GB", "length:6"], [1, 3, 9]),
)


def own_rules(least: int, most: int, unfinished: int, coatls: int, **options: Any) -> BoardRules:
    """A deck of simple prophecies and odd temples, with its own limits for coatls."""
    prophecies = [
        {"id": f"X{i}", "colour": god, "kind": kind, "pattern": pattern, "levels": levels, "copies": 2}
        for i, (god, kind, pattern, levels) in enumerate(OWN)
    ]
    prophecies.append({**prophecies[3], "id": "TWIN", "colour": "green"})
    temples = [{"id": f"T{i}", "goals": goals, "points": points} for i, (goals, points) in enumerate(OWN_TEMPLES)]
    player = {
        "board_cells": 8,
        "hand_limit": 5,
        "dealt_prophecies": [3, 4, 5, 6],
        "kept_prophecies": 3,
        "dealt_temples": 1,
        "unfinished_coatls": unfinished,
        "coatls": coatls,
        "prophecies_per_coatl": [least, most],
        "sacrifices": [],
    }
    deck = {"game": {"id": "board"}, "prophecy": prophecies, "temple": temples, "player": player}
    return BoardRules(load_data("board", deck), **options)


def tables() -> list[BoardRules]:
    """Printed and own decks, with and without promo cards and difficulties."""
    hard = [[], [1], [3], [4], [1, 4], [1, 3], [3, 4], [1, 2, 3, 4, 5]]
    return [
        BoardRules(players=2),
        BoardRules(players=3, promo=True),
        *(BoardRules(solo=True, promo=i % 2 == 1, difficulties=chosen) for i, chosen in enumerate(hard)),
        *(own_rules(*limits, players=2) for limits in ((1, 4, 2, 3), (2, 3, 2, 3), (1, 1, 1, 2), (3, 4, 3, 3))),
        *(own_rules(1, 4, 2, 3, solo=True, difficulties=chosen) for chosen in hard),
    ]


@dataclass
class Dealer:
    """Deals random positions at one table."""

    rules: BoardRules
    random: Random

    def deal(self, pieces: int, cards: int) -> Records:
        """Seat 1 is assembling, or finishing a coatl: so many pieces, so many prophecies in hand at most."""
        states = self.rules.blank()
        state: State = states[0]
        clear(state)
        state.pending = ASSEMBLE
        self.colours = self.random.sample(range(5), self.random.choice((2, 2, 3, 3, 5)))
        self.prophecies = self.shuffled_prophecies()
        self.lay_coatls(state)
        self.fill_board(state, pieces)
        self.fill_hand(state, cards)
        self.lay_temples(state)
        return states

    def full(self) -> Records:
        """As much as a player can have: 8 pieces, 5 prophecies, 4 temples in reach, 2 unfinished coatls with cards."""
        states = self.rules.blank()
        state: State = states[0]
        clear(state)
        state.pending = ASSEMBLE
        self.colours = [0, 1, 2, 3, 4]
        self.prophecies = self.shuffled_prophecies()
        self.random.shuffle(self.prophecies)
        player = state.players[0]
        for number in range(2):
            coatl = player.coatls[number]
            coatl.length = self.random.randint(4, 7)
            coatl.pieces[: coatl.length] = self.random.choices(self.colours, k=int(coatl.length))
            coatl.head, coatl.tail = self.random.choice(((0, 0), (0, 0), (1, 0), (0, 1)))
            self.lay_cards(state, number, self.random.randint(1, 2))
            player.coatl_count += 1
        self.fill_board(state, 8)
        self.fill_hand(state, 5)
        temples = self.random.sample(range(15), 4)
        player.temples[:2], player.temple_count = temples[:2], 2
        state.temples.tops[:], state.temples.sizes[:] = temples[2:], 1
        return states

    def shuffled_prophecies(self) -> list[int]:
        """The deck in some order; cards that ask for the colours in play come up more often."""
        deck = [
            i
            for i, card in enumerate(self.rules.deck.prophecy)
            for _ in range(card.copies)
            if self.rules.table.promo or card.set != "promo"
        ]
        self.random.shuffle(deck)
        names = {COLOURS[colour] for colour in self.colours}
        asked = {i: set(self.rules.deck.prophecy[i].pattern) & set(COLOURS) for i in deck}
        return sorted(deck, key=lambda i: asked[i] <= names and self.random.random() < 0.8)

    def lay_coatls(self, state: State) -> None:
        player = state.players[0]
        deck = self.rules.decks[0]
        closed = self.random.choice((0, 0, 0, 1, 2))
        unfinished = self.random.randint(0, int(deck.unfinished))
        kinds = [True] * closed + [False] * unfinished
        self.random.shuffle(kinds)
        for number, is_closed in enumerate(kinds[: int(deck.coatls)]):
            coatl = player.coatls[number]
            length = self.random.randint(3, 5) if is_closed else self.random.choice((1, 2, 3, 3, 4))
            coatl.length = length
            coatl.pieces[:length] = self.random.choices(self.colours, k=length)
            ends = self.random.choice(((0, 0), (0, 0), (1, 0), (0, 1)))
            coatl.head, coatl.tail = (1, 1) if is_closed else ends
            coatl.closed = is_closed
            self.lay_cards(state, number, self.random.choice((0, 0, 1, 1, 2, 3)))
            player.coatl_count += 1

    def lay_cards(self, state: State, number: int, most: int) -> None:
        """Cards beside a coatl, whether it still reaches them or not."""
        coatl, deck = state.players[0].coatls[number], self.rules.decks[0]
        gods: set[int] = set()
        twins: set[int] = set()
        for _ in range(min(most, int(deck.most_cards))):
            card = self.prophecies.pop()
            god, twin = int(deck.prophecies[card].god), int(deck.prophecies[card].twin)
            if twin not in twins and (god not in gods or 3 not in self.rules.table.difficulties):
                coatl.cards[coatl.card_count] = card
                coatl.card_count += 1
                gods.add(god)
                twins.add(twin)

    def fill_board(self, state: State, pieces: int) -> None:
        board = state.players[0].board
        ends = self.random.choice((1, 2, 2, 3))
        for place in range(pieces):
            kind = self.random.choice((HEAD, TAIL)) if place < ends else BODY
            board[kind, self.random.choice(self.colours)] += 1

    def fill_hand(self, state: State, cards: int) -> None:
        player = state.players[0]
        for place in range(cards):
            player.hand[place] = self.prophecies.pop()
        player.hand_size = cards

    def lay_temples(self, state: State) -> None:
        """Some in hand, some on the piles, nothing below them."""
        every = [i for i, card in enumerate(self.rules.deck.temple) if self.rules.table.promo or card.set != "promo"]
        self.random.shuffle(every)
        player = state.players[0]
        for place in range(self.random.choice((0, 0, 1, 2))):
            player.temples[place] = every.pop()
            player.temple_count += 1
        for pile in range(2):
            there = self.random.random() < 0.6
            state.temples.tops[pile] = every.pop() if there else EMPTY
            state.temples.sizes[pile] = there

    def finish_one(self, states: Records) -> bool:
        """Gives one of the unfinished coatls both ends, so that it is being finished; false if that cannot be."""
        state: State = states[0]
        player = state.players[0]
        for number in range(player.coatl_count):
            coatl = player.coatls[number]
            if not coatl.closed and coatl.length >= 3:
                coatl.head = coatl.tail = 1
                state.pending, state.coatl = FINISH, number
                return self.rules.can_go_on(states)
        return False
