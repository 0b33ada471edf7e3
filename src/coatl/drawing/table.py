"""What the pictures of both games have in common: title, seats and their frames."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from coatl.drawing.art import symbol
from coatl.drawing.layout import Box, below, document, framed, text
from coatl.messages import t

WIDTH = 930
SEAT, EDGE, DECIDES = "#fbf1d9", "#c9ad7c", "#c4402c"


class Table(ABC):
    """Draws one view: from what the view shows and the cards of the deck, and from nothing else."""

    def __init__(self, view: Any, names: Sequence[str], deck: Any, automaton: str | None) -> None:
        self.view = view
        self.deck = deck
        self.prophecies = {card.id: card for card in deck.prophecy}
        self.temples = {card.id: card for card in deck.temple}
        shown = [name or t("card.seat", n=seat) for seat, name in enumerate(names, 1)]
        people = view.options.players
        more = [t("card.seat", n=seat) for seat in range(len(shown) + 1, people + 1)]
        self.names = [*shown, *more, *([t(f"common.automaton_{automaton}")] if automaton else [])]

    def drawn(self) -> str:
        """The whole picture."""
        title = " · ".join([*self.title(), self.deciding()])
        seats = [framed(self.seat(seat), SEAT, self.edge(seat), width=WIDTH + 16) for seat in self.seats()]
        box = below([text(title, 17, bold=True), *self.middle(), *seats], gap=12)
        return document(box, title, "".join(map(symbol, sorted(box.symbols))))

    def deciding(self) -> str:
        """Who decides, or that the game is over."""
        if self.view.pending == "over":
            return t("table.over")
        return t("terminal.to_play", name=self.names[self.view.seat - 1])

    def seats(self) -> list[int]:
        """The viewer's own seat first, then the others in the order of play, the automaton among them."""
        own, count = int(self.view.viewer) if self.view.viewer.isdigit() else 1, len(self.names)
        return [(own - 1 + step) % count + 1 for step in range(count)]

    def edge(self, seat: int) -> str:
        """The frame of a seat; that of who decides stands out, and the title says it as well."""
        return DECIDES if seat == self.view.seat and self.view.pending != "over" else EDGE

    @abstractmethod
    def title(self) -> list[str]:
        """The game and how far it is."""

    @abstractmethod
    def middle(self) -> list[Box]:
        """What lies between the players."""

    @abstractmethod
    def seat(self, seat: int) -> Box:
        """One player, or the automaton."""
