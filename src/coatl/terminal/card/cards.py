"""Cards in short: patterns, levels, goals, and how often a prophecy stands in a coatl."""

from collections.abc import Iterable

from rich.text import Text

from coatl.card.notation import Row
from coatl.card.rules import CardRules
from coatl.card.scoring import count_of
from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView
from coatl.card.words import Score, goal_in_words, part_numbers, score
from coatl.engine.patterns import COLOURS
from coatl.terminal.look import GODS, card_name
from coatl.terminal.pieces import body


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
        return [goal_in_words(goal) for goal in self.temples[temple].goals]

    # ------------------------------------------------------------ numbers

    def count(self, coatl: str, card: str) -> int:
        """How often a prophecy stands in a coatl."""
        if not coatl:
            return 0
        row = Row.parse(coatl)
        found = count_of(self.rules.decks[0].prophecies[self.places[card]], part_numbers(row), len(row.colours))
        return abs(int(found))

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
        return self.rules.goals_met(player, temple) if temple and player.coatl else ()

    def temple_points(self, goals: int) -> int:
        """The points for so many goals."""
        return (0, *self.rules.deck.temple_points.points)[goals]

    def score(self, coatl: str, cards: Iterable[str]) -> Score:
        """What prophecies count in a coatl, and where."""
        return score(self.rules.deck, self.rules.decks[0], coatl, list(cards))
