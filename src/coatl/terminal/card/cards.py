"""Cards in short: patterns, levels, goals, and how often a prophecy stands in a coatl."""

from collections.abc import Iterable

from rich.text import Text

from coatl.card.rules import CardRules
from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView
from coatl.describe.card import matches
from coatl.describe.card.scores import scored
from coatl.describe.scores import Scored
from coatl.engine.patterns import COLOURS
from coatl.messages.goals import card_goal
from coatl.terminal.pieces import body
from coatl.terminal.theme import GODS, card_name


class Cards:
    """The cards of a deck, as people read them."""

    def __init__(self, rules: CardRules) -> None:
        self.rules = rules
        self.prophecies = {card.id: card for card in rules.deck.prophecy}
        self.temples = {card.id: card for card in rules.deck.temple}
        self.places = {name: place for place, name in enumerate(self.prophecies)}

    # ------------------------------------------------------------ texts

    def name(self, card: str) -> Text:
        """The name of a prophecy in the colour of its god, or of a temple."""
        return card_name(card, GODS[self.prophecies[card].colour]) if card in self.prophecies else Text(card, "bold")

    def pattern(self, card: str) -> Text:
        """What a prophecy asks for, without gaps: `[GY]B[GY]`, `K.Y`, `G[^G]^`."""
        text = Text()
        for letter in self.prophecies[card].pattern.replace(" ", ""):
            text.append(letter, f"ink.{letter}" if letter in COLOURS else "quiet")
        return text

    def prophecy(self, card: str) -> Text:
        """Name and pattern."""
        return Text.assemble(self.name(card), " ", self.pattern(card))

    def feather(self, pair: str) -> Text:
        """A feather card as it lies."""
        return Text().join(body(letter) for letter in pair)

    def goals(self, temple: str) -> list[str]:
        """The goals of a temple in words."""
        return [card_goal(goal) for goal in self.temples[temple].goals]

    # ------------------------------------------------------------ numbers

    def count(self, coatl: str, card: str) -> int:
        """How often a prophecy stands in a coatl."""
        return len(matches.where(self.rules, self.places[card], coatl))

    def level(self, coatl: str, card: str) -> int:
        """The level of a prophecy by its count."""
        return min(self.count(coatl, card), PROTECTED)

    def worth(self, level: int) -> int:
        """The points of a level."""
        return self.rules.deck.levels.points[level]

    def level_points(self, player: PlayerView) -> int:
        """The points of all levels of a player."""
        return sum(self.worth(level) for level in player.levels)

    def met(self, player: PlayerView, temple: str | None) -> tuple[bool, ...]:
        """Which goals of the temple a player meets now; a player without a coatl, like CARL, meets none."""
        return matches.goals_met(self.rules, player, temple) if temple and player.coatl else ()

    def temple_points(self, goals: int) -> int:
        """The points for so many goals."""
        return (0, *self.rules.deck.temple_points.points)[goals]

    def score(self, coatl: str, cards: Iterable[str]) -> Scored:
        """What prophecies count in a coatl, and where."""
        return scored(self.rules, coatl, list(cards))
