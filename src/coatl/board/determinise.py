"""From a view back to a state: what the viewer cannot see is dealt at random among what is possible (design D4).

A view of ALL has no unseen cards, so it gives back the very state, but for its chance.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from coatl.board.notation import Row
from coatl.board.setup import clear
from coatl.board.state import (
    ADAM_LINE,
    BODY,
    COATL_LENGTH,
    COATLS,
    EMPTY,
    HAND,
    HEAD,
    ROW,
    TAIL,
    TEMPLES_IN_HAND,
    Coatl,
    Player,
    State,
)
from coatl.board.tables import Deck
from coatl.board.view import ENDINGS, HIDDEN, LETTERS, PENDING, TOKENS, CoatlView, Names, PlayerView, View
from coatl.engine.chance import seed_chance
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Ints

MOST_TURNS = 10_000


def fault(message: str) -> CoatlError:
    return CoatlError("position.impossible", f"The position is impossible: {message}.")


def require(holds: bool, message: str) -> None:
    if not holds:
        raise fault(message)


class Determiniser:
    """Fills one state from one view."""

    def __init__(self, state: State, deck: Deck, names: Names, rng: np.random.Generator) -> None:
        self.state = state
        self.deck = deck
        self.rng = rng
        self.prophecies = {name: i for i, name in enumerate(names["<prophecy>"])}
        self.temples = {name: i for i, name in enumerate(names["<temple>"])}
        promo = bool(state.options.promo)
        self.unseen = Counter(
            {
                i: int(deck.prophecies[i].copies)
                for i in self.prophecies.values()
                if promo or not deck.prophecies[i].promo
            }
        )
        self.unseen_temples = Counter({i: 1 for i in self.temples.values() if promo or not deck.temples[i].promo})

    def fill(self, view: View) -> None:
        """Writes everything that is seen, then deals the rest."""
        clear(self.state)
        self.fill_turn(view)
        self.fill_supply(view)
        self.fill_row(view)
        self.fill_adam(view)
        require(len(view.players) == view.options.players, "the number of players differs")
        for seat, player in enumerate(view.players):
            self.fill_player(self.state.players[seat], seat, player)
        self.deal_temples(view)
        self.deal_prophecies(view)
        key = self.rng.integers(0, 1 << 32, 8)
        seed_chance(self.state.chance, key.astype(np.int64), 0)

    # ------------------------------------------------------------ what is seen

    def fill_turn(self, view: View) -> None:
        state = self.state
        require(view.pending in PENDING and view.ending in ENDINGS, "an unknown decision or ending")
        acting = 2 if view.options.solo else view.options.players
        require(1 <= view.seat <= acting, f"there is no seat {view.seat}")
        require(view.coatl is None or 1 <= view.coatl <= COATLS, f"there is no coatl {view.coatl}")
        require(view.ender is None or 1 <= view.ender <= acting, f"there is no seat {view.ender}")
        for number in (view.acted, view.passes, view.turns, view.turns_left or 0):
            require(0 <= number <= MOST_TURNS, f"{number} is out of bounds")
        check_turn(view)
        state.pending, state.ending = PENDING.index(view.pending), ENDINGS.index(view.ending)
        state.seat = view.seat - 1
        state.coatl = EMPTY if view.coatl is None else view.coatl - 1
        state.ender = EMPTY if view.ender is None else view.ender - 1
        state.acted, state.passes, state.turns = min(view.acted, 9), min(view.passes, 9), view.turns
        state.turns_left = EMPTY if view.turns_left is None else view.turns_left

    def fill_supply(self, view: View) -> None:
        supply = self.state.supply
        for cells, into in (
            (view.supply.bodies, supply.bodies),
            (view.supply.heads, supply.ends[HEAD]),
            (view.supply.tails, supply.ends[TAIL]),
        ):
            require(len(cells) == len(into), "the supply board has the wrong number of cells")
            for i, cell in enumerate(cells):
                if cell is not None:
                    colours = [self.colour(letter) for letter in cell]
                    require(len(colours) == np.size(into[i]), f"the cell {cell!r} is filled wrongly")
                    into[i] = colours if np.ndim(into[i]) else colours[0]
        for piece, bag in (
            (BODY, view.supply.bag_bodies),
            (HEAD, view.supply.bag_heads),
            (TAIL, view.supply.bag_tails),
        ):
            for letter, count in bag.items():
                require(0 <= count <= 120, f"the bag holds {count} pieces")
                supply.bags[piece, self.colour(letter)] = count

    def fill_row(self, view: View) -> None:
        require(len(view.row) == ROW, "the row has the wrong number of places")
        for place, name in enumerate(view.row):
            if name is not None:
                self.state.prophecies.row[place] = self.seen(name)
        self.add_seen(self.state.prophecies.discards, view.discards)

    def fill_adam(self, view: View) -> None:
        require((view.adam is not None) == view.options.solo, "ADAM sits at a table without a solo game, or not at one")
        if view.adam is None:
            return
        adam = self.state.adam
        require(len(view.adam.line) == len(view.adam.pieces) <= ADAM_LINE, "ADAM's line is wrong")
        for place, (name, pieces) in enumerate(zip(view.adam.line, view.adam.pieces, strict=True)):
            require(len(pieces) <= COATL_LENGTH, "too many pieces lie on a card of ADAM's")
            adam.line[place] = self.seen(name)
            for letter in pieces:
                adam.pieces[place, self.colour(letter)] += 1
        adam.line_size = len(view.adam.line)
        self.add_seen(adam.pile, view.adam.pile)

    def fill_player(self, player: Player, seat: int, seen: PlayerView) -> None:
        pieces = len(seen.bodies) + len(seen.heads) + len(seen.tails)
        require(pieces <= self.deck.board_cells, "a board is overfull")
        for letter in seen.bodies:
            player.board[BODY, self.colour(letter)] += 1
        for piece, ends in ((HEAD, seen.heads), (TAIL, seen.tails)):
            for letter in ends:
                player.board[piece, colour_number(letter, gold=False)] += 1
        temples = len(seen.temples) + ("priest" in seen.tokens)  # room for one more
        require(len(seen.hand) <= HAND and temples <= TEMPLES_IN_HAND, "a hand is overfull")
        self.fill_hand(player, seen.hand, seen.known)
        known = Counter(seen.known_temples)
        for i, name in enumerate(seen.temples):
            if name != HIDDEN:
                player.temples[i] = self.seen_temple(name)
                player.temple_known[i] = known[name] > 0
        player.temple_count = len(seen.temples)
        require(0 <= seen.kept <= len(seen.hand), "more cards are kept than dealt")
        player.kept = seen.kept
        player.ready = seen.ready
        require(set(seen.tokens) <= set(TOKENS), "an unknown token")
        player.tokens[:] = [name in seen.tokens for name in TOKENS]
        require(0 <= seen.robbed <= 100, "robbed too often")
        player.robbed = seen.robbed
        self.fill_coatls(player, seat, seen.coatls)
        self.add_seen(self.state.prophecies.hidden[seat], seen.own_discards)

    def fill_coatls(self, player: Player, seat: int, seen: Sequence[CoatlView]) -> None:
        require(len(seen) <= self.deck.coatls, "too many coatls")
        finishing = int(self.state.coatl) if seat == self.state.seat else EMPTY
        require(finishing < len(seen), "the coatl that is being finished is not there")
        for i, coatl in enumerate(seen):
            self.fill_coatl(player.coatls[i], coatl)
            finished = bool(player.coatls[i].head and player.coatls[i].tail)
            require(coatl.closed == (finished and i != finishing), f"coatl {coatl.pieces} is closed too early or late")
            require(finished or i != finishing, f"coatl {coatl.pieces} is not finished")
        player.coatl_count = len(seen)
        require(sum(not coatl.closed for coatl in seen) <= self.deck.unfinished, "too many unfinished coatls")

    def fill_hand(self, player: Player, hand: Sequence[str], known: Sequence[str]) -> None:
        left = Counter(known)
        for i, name in enumerate(hand):
            if name != HIDDEN:
                player.hand[i] = self.seen(name)
                if left[name]:
                    left[name] -= 1
                    player.known[i] = 1
        require(not +left, "a known card is not in the hand")
        player.hand_size = len(hand)

    def fill_coatl(self, coatl: Coatl, seen: CoatlView) -> None:
        row = Row.parse(seen.pieces)
        coatl.pieces[: len(row.colours)] = [COLOURS.index(letter) for letter in row.colours]
        coatl.length, coatl.head, coatl.tail = len(row.colours), row.head, row.tail
        require(len(seen.cards) <= len(coatl.cards), "too many prophecies at a coatl")
        for i, name in enumerate(seen.cards):
            coatl.cards[i] = self.seen(name)
        coatl.card_count = len(seen.cards)
        if seen.temple is not None:
            coatl.temple = self.seen_temple(seen.temple)
        require(0 <= seen.points <= 1000, "absurd points")
        coatl.closed, coatl.points = seen.closed, seen.points

    # ------------------------------------------------------------ what is not seen

    def seen(self, name: str) -> int:
        """Takes a card out of what is unseen."""
        return self.take(self.unseen, self.prophecies, name)

    def add_seen(self, counts: Ints, cards: Mapping[str, int]) -> None:
        for name, count in cards.items():
            require(count > 0, f"{count} of the card {name}")
            for _ in range(count):
                counts[self.seen(name)] += 1

    def colour(self, letter: str) -> int:
        return colour_number(letter, gold=bool(self.state.options.golden_feathers))

    def seen_temple(self, name: str) -> int:
        return self.take(self.unseen_temples, self.temples, name)

    @staticmethod
    def take(unseen: Counter[int], numbers: dict[str, int], name: str) -> int:
        require(name in numbers and unseen[numbers[name]] > 0, f"there is no {name}, or not so many")
        unseen[numbers[name]] -= 1
        return numbers[name]

    def shuffled(self, unseen: Counter[int]) -> list[int]:
        cards = list(unseen.elements())
        return [cards[i] for i in self.rng.permutation(len(cards))]

    def deal_temples(self, view: View) -> None:
        temples = self.state.temples
        require(len(view.temples) == len(view.piles) == len(temples.tops), "the temple piles are wrong")
        for pile, name in enumerate(view.temples):
            require(0 <= view.piles[pile] <= len(temples.below), "a temple pile has a wrong size")
            if name is not None:
                temples.tops[pile] = self.seen_temple(name)
            temples.sizes[pile] = view.piles[pile]
            require((name is None) == (view.piles[pile] == 0), "a temple pile without a top")
        unseen = self.shuffled(self.unseen_temples)
        for player in self.players(view):
            for i in range(player.temple_count):
                if player.temples[i] == EMPTY:
                    require(bool(unseen), "too few temples")
                    player.temples[i] = unseen.pop()
        covered = sum(size - 1 for size in view.piles if size)
        require(len(unseen) == covered, f"{len(unseen)} temples are left for {covered} covered ones")
        add(temples.below, unseen)

    def deal_prophecies(self, view: View) -> None:
        prophecies = self.state.prophecies
        unseen = self.shuffled(self.unseen)
        for player in self.players(view):
            for i in range(player.hand_size):
                if player.hand[i] == EMPTY:
                    require(bool(unseen), "too few prophecies")
                    player.hand[i] = unseen.pop()
        for seat, seen in enumerate(view.players):
            secret = seen.discarded - sum(seen.own_discards.values())
            require(0 <= secret <= len(unseen), "too many discards")
            add(prophecies.hidden[seat], [unseen.pop() for _ in range(secret)])
        require(len(unseen) == view.deck, f"{len(unseen)} prophecies are left for a deck of {view.deck}")
        add(prophecies.deck, unseen)
        prophecies.deck_size = len(unseen)
        prophecies.discard_size = int(prophecies.discards.sum() + prophecies.hidden.sum())

    def players(self, view: View) -> Iterable[Player]:
        return (self.state.players[seat] for seat in range(view.options.players))


def check_turn(view: View) -> None:
    """Whose decision it is, and how the game stands, must fit together."""
    if view.pending != "over":
        adam = view.pending == "adam"
        require(adam == (view.seat > view.options.players), "ADAM decides what a player should, or a player for ADAM")
        require((view.ending is None) == (view.turns_left is None), "the end has begun, and not begun")
        require(view.passes < view.options.players or view.options.solo, "all have passed")
    require((view.pending == "finish") == (view.coatl is not None), "a coatl is being finished, and none is")
    require((view.ending == "third-coatl") == (view.ender is not None), "nobody has finished the third coatl")


def add(counts: Ints, cards: Sequence[int]) -> None:
    for card in cards:
        counts[card] += 1


def colour_number(letter: str, gold: bool = True) -> int:
    number = LETTERS.find(letter)
    if len(letter) != 1 or not 0 <= number < len(LETTERS) - (not gold):
        raise fault(f"{letter!r} is no colour")
    return number
