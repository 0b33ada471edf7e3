"""Cards in short: patterns, levels, goals, and what they score at the coatls of a view."""

from collections.abc import Iterable

from rich.text import Text

from coatl.board.rules import BoardRules
from coatl.board.view import CoatlView
from coatl.describe.board.scores import scored
from coatl.describe.scores import Scored
from coatl.engine.patterns import COLOURS
from coatl.messages import t
from coatl.messages.goals import board_goal
from coatl.terminal.theme import GODS, card_name, letters


class Cards:
    """The cards of a deck, as people read them."""

    def __init__(self, rules: BoardRules) -> None:
        self.rules = rules
        self.prophecies = {card.id: card for card in rules.deck.prophecy}
        self.temples = {card.id: card for card in rules.deck.temple}
        self.places = {name: place for place, name in enumerate(self.prophecies)}

    # ------------------------------------------------------------ texts

    def name(self, card: str) -> Text:
        """The name of a card in the colour of its god; the god's letter is added where the name does not tell it."""
        if card not in self.prophecies:
            return Text(card, "bold" if card in self.temples else "quiet")
        return card_name(card, GODS[self.prophecies[card].colour])

    def names(self, cards: Iterable[str]) -> Text:
        """Several names in a line."""
        return Text(" ").join(self.name(card) for card in cards)

    def pattern(self, card: str) -> Text:
        """What a prophecy asks for: `B B Y Y`, or `B anywhere`."""
        prophecy = self.prophecies[card]
        text = Text()
        for letter in prophecy.pattern:
            text.append(letter, f"ink.{letter}" if letter in COLOURS else "")
        return text if prophecy.kind == "sequence" else text.append(f" {t('terminal_board.anywhere')}", "quiet")

    def levels(self, card: str) -> Text:
        """How many times bring how many points: `1→2 2→5`."""
        parts = (
            Text.assemble(str(times), ("→", "quiet"), (str(points), "points"))
            for times, points in sorted(self.prophecies[card].levels.items())
        )
        return Text(" ").join(parts)

    def goals(self, temple: str) -> Text:
        """The goals of a temple in words, and its points."""
        card = self.temples[temple]
        points = "/".join(str(number) for number in card.points)
        return Text.assemble(" · ".join(map(board_goal, card.goals)), "  ", (points, "points"))

    # ------------------------------------------------------------ points

    def score(self, coatl: str, cards: Iterable[str]) -> Scored:
        """What the cards score at a coatl."""
        return scored(self.rules, coatl, list(cards))

    def now(self, coatl: CoatlView, card: str) -> int:
        """What a card would score if it were laid beside this coatl now."""
        beside = coatl.cards if card in self.temples else ()
        return self.score(coatl.pieces, [*beside, card]).cards[card].points

    def beside(self, coatl: CoatlView) -> Scored:
        """What the cards beside a coatl score now."""
        return self.score(coatl.pieces, [*coatl.cards, *([coatl.temple] if coatl.temple else [])])

    # ------------------------------------------------------------ ADAM

    def missing(self, card: str, pieces: str) -> Text:
        """The pieces that ADAM still needs for the highest level of a card."""
        needs = self.rules.decks[0].prophecies[self.places[card]].needs
        still = "".join(
            letter * max(0, int(need) - pieces.count(letter)) for letter, need in zip(COLOURS, needs, strict=True)
        )
        return letters(still)
