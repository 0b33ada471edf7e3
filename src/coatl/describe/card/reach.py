"""The reach of a seat in the card game (RULES 3, 5.2, 5.4)."""

from collections.abc import Sequence

from coatl.card.notation import PLACEMENTS
from coatl.card.rules import CardRules
from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView, View
from coatl.describe.actions import read
from coatl.describe.card import matches
from coatl.describe.card.matches import goals_met, held, temple_ladder
from coatl.describe.reach import CoatlReach, Fall, Place, Reach, Spans, Standing, rung_above

GAINS = ("raise", "fulfil", "steal")


class CardReader:
    """Reads the views of one seat."""

    placements = frozenset({*PLACEMENTS, *GAINS})

    def __init__(self, rules: CardRules, view: View) -> None:
        self.rules, self.seat = rules, int(view.viewer)
        self.numbers = {name: i for i, name in enumerate(rules.names["<prophecy>"])}
        self.known: dict[tuple[str, str], Spans] = {}
        self.middle = [card for card in view.middle if card is not None]
        self.before = held(view.players[self.seat - 1])

    def reach(self, view: View, legal: Sequence[str]) -> Reach:
        """The coatl of the seat in this view; the result is what the levels and the temple say."""
        player = view.players[self.seat - 1]
        cards = {card: self.standing(card, player, place) for card, place in self.lies(view, player).items()}
        worth = self.rules.deck.levels.points
        points = sum(worth[level] for level in player.levels)
        if view.temple is not None and player.coatl:
            cards[view.temple] = self.temple(view.temple, player)
            points += cards[view.temple].points
        if player.final:  # later thefts do not change it
            points = player.points
        levels = held(player)
        falls = (Fall(card, was, levels.get(card, 0)) for card, was in self.before.items() if levels.get(card, 0) < was)
        gains = tuple(text for text in legal if is_gain(text) and read("card", text).card in cards)
        closed = player.coatl.startswith("(") and player.coatl.endswith(")")
        return Reach((CoatlReach(player.coatl, closed, points, cards),), points, points, gains, tuple(falls))

    def lies(self, view: View, player: PlayerView) -> dict[str, Place]:
        """Own prophecies, the middle as far as it was seen before, and what could be stolen from neighbours."""
        found: dict[str, Place] = {card: "middle" for card in view.middle if card in self.middle}
        for seat in {self.seat % len(view.players), (self.seat - 2) % len(view.players)} - {self.seat - 1}:
            other = view.players[seat]
            free = (card for card, level in zip(other.prophecies, other.levels, strict=True) if level < PROTECTED)
            found |= dict.fromkeys(free, "neighbour")
        return found | dict.fromkeys(player.prophecies, "own")

    def standing(self, card: str, player: PlayerView, place: Place) -> Standing:
        """One prophecy: its count, and the level that the count gives."""
        where = self.where(card, player.coatl)
        level, worth = min(len(where), PROTECTED), dict(enumerate(self.rules.deck.levels.points))
        return Standing(len(where), worth[level], level, where, rung_above(worth, level), place, held(player).get(card))

    def where(self, card: str, coatl: str) -> Spans:
        """The same coatls come again and again."""
        if (card, coatl) not in self.known:
            self.known[card, coatl] = matches.where(self.rules, self.numbers[card], coatl)
        return self.known[card, coatl]

    def temple(self, temple: str, player: PlayerView) -> Standing:
        """How many goals are met."""
        met = sum(goals_met(self.rules, player, temple))
        worth = temple_ladder(self.rules, temple)
        return Standing(met, worth[met], met, (), rung_above(worth, met), "temple")


reader = CardReader


def is_gain(action: str) -> bool:
    """Whether an action raises, fulfils or steals a prophecy."""
    return read("card", action).verb in GAINS


def newest(action: str, coatl: str) -> tuple[int, ...]:
    """The places, from 1, of the card that an action has laid at the coatl as it is then."""
    placed, length = read("card", action), sum(sign.isalpha() for sign in coatl)
    count = len(placed.colours or "")
    return tuple(range(length - count + 1, length + 1) if placed.side == "right" else range(1, count + 1))
