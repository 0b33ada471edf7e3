"""From a view back to a state: what the viewer cannot see is dealt at random among what is possible (design D4).

A view of ALL has no unseen cards, so it gives back the very state, but for its chance.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from coatl.card.notation import Row
from coatl.card.options import DRAWN, MANNER_NAMES, OPPONENTS, OptionsView
from coatl.card.setup import add_prophecy, clear
from coatl.card.state import (
    CARL_1,
    EMPTY,
    HAND,
    NOBODY,
    PROTECTED,
    RANDOM,
    Player,
    State,
)
from coatl.card.tables import GODS, Deck
from coatl.card.view import ALL, HIDDEN, PENDING, CarlView, Names, PlayerView, View
from coatl.engine.chance import seed_chance
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS, STACKED
from coatl.engine.structs import Ints

MOST_TURNS = 1_000


def require(holds: bool, message: str) -> None:
    if not holds:
        raise CoatlError("position.impossible", f"The position is impossible: {message}.")


def write_options(state: State, options: OptionsView) -> None:
    """Options into a state."""
    into = state.options
    into.players, into.first = options.players, options.first - 1
    into.carl = NOBODY if options.opponent is None else CARL_1 + OPPONENTS.index(options.opponent)
    if options.manner is not None:
        into.manner = RANDOM if options.manner == DRAWN else MANNER_NAMES.index(options.manner)


class Determiniser:
    """Fills one state from one view."""

    def __init__(self, state: State, deck: Deck, names: Names, rng: np.random.Generator) -> None:
        self.state = state
        self.deck = deck
        self.rng = rng
        self.names = names
        self.unseen = Counter(range(len(names["<prophecy>"])))
        self.god = [int(deck.prophecies[card].god) for card in range(len(names["<prophecy>"]))]

    def fill(self, view: View) -> None:
        """Writes everything that is seen, then deals the rest."""
        clear(self.state)
        self.fill_turn(view)
        for place, name in enumerate(view.middle):
            if name is not None:
                self.state.middle[place] = self.seen(name)
        for name in view.lost:
            self.state.lost[self.seen(name)] = 1
        for seat, player in enumerate(view.players):
            self.fill_player(self.state.players[seat], player)
            self.check_player(view, seat)
        require((view.carl is not None) == view.options.solo, "CARL sits at a table without a solo game, or not at one")
        if view.carl is not None:
            self.fill_carl(view, view.carl)
        self.deal_prophecies(view)
        self.deal_feathers(view)
        key = self.rng.integers(0, 1 << 32, 8)
        seed_chance(self.state.chance, key.astype(np.int64), 0)

    # ------------------------------------------------------------ what is seen

    def fill_turn(self, view: View) -> None:
        state = self.state
        acting = 2 if view.options.solo else view.options.players
        require(len(view.players) == acting, "the number of players differs")
        require(view.pending in PENDING, "an unknown decision")
        require(1 <= view.seat <= acting, f"there is no seat {view.seat}")
        require(view.rounds == self.deck.rounds[state.options.carl], "another number of rounds")
        require(1 <= view.round <= view.rounds, f"there is no round {view.round}")
        require(0 <= view.plays <= 9 and 0 <= view.turns <= MOST_TURNS, "absurd numbers")
        middle = int(self.deck.middle[state.options.players])
        require(len(view.middle) == middle, f"the middle has {middle} places")
        require(len(view.newest) in (0, 2) and len(view.stolen) <= acting, "absurd numbers")
        require(all(0 <= number <= 9 for number in view.stolen), "absurd numbers")
        require((view.pending == "carl") <= view.options.solo, "CARL is not there")
        self.check_turn(view)
        state.pending, state.seat = PENDING.index(view.pending), view.seat - 1
        state.round_number, state.plays, state.turns = view.round, view.plays, view.turns
        if view.newest:
            length = len(Row.parse(view.players[view.seat - 1].coatl or "R").colours)
            require(1 <= view.newest[0] <= view.newest[1] <= length, "the newest card lies beyond the coatl")
            state.newest[:] = [place - 1 for place in view.newest]
        require((view.pending == "gain") == bool(view.newest), "a newest card without gains, or gains without one")
        state.revealed = EMPTY if view.revealed is None else self.feather(view.revealed)
        require((view.pending == "revealed") == (view.revealed is not None), "a revealed feather in the wrong moment")
        for seat, number in enumerate(view.stolen):
            state.stolen[seat] = number
        if view.temple is not None:
            require(view.temple in self.names["<temple>"], f"there is no temple {view.temple}")
            state.temple = self.names["<temple>"].index(view.temple)

    def check_turn(self, view: View) -> None:
        """Whose decision it is, and in which round, must fit together."""
        last = view.round == view.rounds
        require(last or view.pending not in ("head", "tail", "over"), "the last round has not begun")
        require(not last or view.pending not in ("play", "revealed"), "no feathers are played in the last round")
        require(view.pending == "over" or view.plays < max(2, self.deck.plays), "too many cards are played")
        require(last or view.plays < self.deck.plays, "too many cards are played")
        carl = view.options.solo and view.seat == 2
        require((view.pending == "carl") == carl, "CARL decides what a player should, or a player for CARL")

    def check_player(self, view: View, seat: int) -> None:
        """Hand and coatl must have room for what is still to come: compiled rules do not look."""
        player, plays = self.state.players[seat], int(self.deck.plays)
        if seat == view.options.players:
            require(player.length == player.hand_size == 0, "CARL has neither coatl nor feathers")
            return
        first, acting = view.options.first - 1, seat == view.seat - 1
        waiting = (
            view.pending == "carl"
            or (seat - first) % view.options.players > (view.seat - 1 - first) % view.options.players
        )
        ends = int(player.head) + int(player.tail)
        if view.round == view.rounds:
            room, most = 2 - ends, 0
            due = 0 if waiting or view.pending == "head" else 1 if view.pending == "tail" else max(1, ends)
            require(ends == due or not (waiting or acting), "head and tail are there too early or late")
        else:
            used = view.plays + (view.pending in ("revealed", "gain")) if acting else 0
            played = view.plays + (view.pending == "gain") if acting else 0 if waiting else plays
            room, most = 2 + 2 * (plays * (view.rounds - view.round) - played), int(self.deck.dealt_feathers) - used
            require(ends == 0, "head and tail before the last round")
        require(player.hand_size <= most, "a hand is overfull")
        require(player.length + room <= len(player.parts), "a coatl is too long")

    def fill_player(self, player: Player, seen: PlayerView) -> None:
        if seen.coatl:
            row = Row.parse(seen.coatl)
            for i, letter in enumerate(row.colours):
                player.parts[i] = COLOURS.index(letter) + (STACKED if i in row.stacks else 0)
            player.length, player.head, player.tail = len(row.colours), row.head, row.tail
        require(len(seen.hand) <= HAND, "a hand is overfull")
        for i, name in enumerate(seen.hand):
            player.hand[i] = EMPTY if name == HIDDEN else self.feather(name)
        player.hand_size = len(seen.hand)
        require(len(seen.prophecies) == len(seen.levels), "a prophecy without its level")
        for name, level in zip(seen.prophecies, seen.levels, strict=True):
            require(0 <= level <= PROTECTED, f"there is no level {level}")
            add_prophecy(player, self.seen(name), level)
        require(0 <= seen.points <= 1000 and 0 <= seen.goals <= 2 and 0 <= seen.protected <= 64, "absurd numbers")
        player.final, player.points = seen.final, seen.points
        player.goals, player.protected = seen.goals, seen.protected

    def fill_carl(self, view: View, seen: CarlView) -> None:
        carl = self.state.carl
        require(seen.manner in MANNER_NAMES, "an unknown manner")
        self.state.options.manner = MANNER_NAMES.index(seen.manner)
        require(len(seen.favourites) in (0, 2) and set(seen.favourites) <= set(COLOURS), "wrong favourites")
        for i, letter in enumerate(seen.favourites):
            carl.favourites[i] = COLOURS.index(letter)
        for name in seen.used:
            carl.used[self.seen(name)] = 1
        if seen.action is not None:
            require(seen.action in seen.used, "an action card that was not turned up")
            carl.action = self.names["<prophecy>"].index(seen.action)
        hidden = [self.seen(name) for name in seen.deck]
        if view.viewer != ALL:
            hidden = self.backs(seen.backs)
        for card in hidden:
            carl.deck[card] = 1
        carl.deck_size = len(hidden)

    # ------------------------------------------------------------ what is not seen

    def seen(self, name: str) -> int:
        """Takes a prophecy out of what is unseen."""
        names = self.names["<prophecy>"]
        require(name in names and self.unseen[names.index(name)] > 0, f"there is no {name}, or not twice")
        self.unseen[names.index(name)] -= 1
        return names.index(name)

    def feather(self, name: str) -> int:
        require(name in self.names["<feather>"], f"there is no feather {name}")
        return self.names["<feather>"].index(name)

    def backs(self, gods: Mapping[str, int]) -> list[int]:
        """Action cards of these gods, whichever are unseen."""
        found: list[int] = []
        for god, number in gods.items():
            require(god in GODS, f"there is no god {god}")
            cards = [card for card in self.unseen.elements() if GODS[self.god[card]] == god]
            require(0 <= number <= len(cards), f"too few {god} prophecies")
            found += [cards[i] for i in self.rng.permutation(len(cards))[:number]]
        for card in found:
            self.unseen[card] -= 1
        return found

    def deal_prophecies(self, view: View) -> None:
        left = sorted(self.unseen.elements())
        require(len(left) == view.deck, f"{len(left)} prophecies are left for a deck of {view.deck}")
        add(self.state.deck, left)
        self.state.deck_count = len(left)

    def deal_feathers(self, view: View) -> None:
        unseen = self.pile(view.unseen_feathers)
        unseen = [unseen[i] for i in self.rng.permutation(len(unseen))]
        for seat in range(view.options.players):
            player = self.state.players[seat]
            for i in range(player.hand_size):
                if player.hand[i] == EMPTY:
                    require(bool(unseen), "too few feathers")
                    player.hand[i] = unseen.pop()
        require(len(unseen) == view.feathers, f"{len(unseen)} feathers are left for a deck of {view.feathers}")
        add(self.state.feathers, unseen)
        self.state.feather_count = len(unseen)
        discards = self.pile(view.discards)
        add(self.state.discards, discards)
        self.state.discard_count = len(discards)

    def pile(self, counts: Mapping[str, int]) -> list[int]:
        cards: list[int] = []
        for name, count in counts.items():
            feather = self.feather(name)
            require(0 <= count <= int(self.deck.copies[feather]), f"there are not {count} feathers {name}")
            cards += [feather] * count
        return cards


def add(counts: Ints, cards: Sequence[int]) -> None:
    for card in cards:
        counts[card] += 1
