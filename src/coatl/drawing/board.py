"""A position of the board game as a picture."""

from collections.abc import Sequence
from typing import Any

from coatl.decks.loader import load_board, load_data
from coatl.drawing.art import piece, serpent
from coatl.drawing.cards import (
    HIDDEN,
    coatl_size,
    empty_place,
    hidden,
    levels,
    name_tag,
    prophecy,
    tags,
    temple,
)
from coatl.drawing.layout import NOTHING, QUIET, Box, below, beside, flow, framed, scaled, text
from coatl.drawing.table import WIDTH, Table
from coatl.messages import t
from coatl.messages.goals import board_goal

SMALL = 0.6
PLATE = "#e4cd9c"


def picture(view: Any, names: Sequence[str] = (), deck: Any = None) -> str:
    """The table as SVG; `deck` are the data of an own deck, if the game has one."""
    return BoardTable(
        view, names, load_board() if deck is None else load_data("board", deck), "adam" if view.adam else None
    ).drawn()


class BoardTable(Table):
    """Draws a view of the board game."""

    def title(self) -> list[str]:
        """Game and turn."""
        return [t("terminal_board.game"), t("terminal_board.turn", n=self.view.turns + 1)]

    def middle(self) -> list[Box]:
        """Supply board and cards."""
        return [self.supply(), self.cards()]

    def seat(self, seat: int) -> Box:
        """A player, or ADAM."""
        return self.player(seat) if seat <= len(self.view.players) else self.adam()

    # ------------------------------------------------------------ the middle

    def supply(self) -> Box:
        """The cells of the supply board, each with its name in the notation."""
        supply = self.view.supply
        kinds = (("body", supply.bodies), ("head", supply.heads), ("tail", supply.tails))
        cells = [self.cell(kind, i, cell) for kind, row in kinds for i, cell in enumerate(row, 1)]
        return below([text(t("board.supply"), 12, QUIET), flow(cells, WIDTH, gap=6)], 3)

    def cell(self, kind: str, number: int, content: str | None) -> Box:
        """One cell of the supply board."""
        pieces = scaled(beside([piece(kind, colour) for colour in content or ""], 2), SMALL)
        room = Box(max(pieces.width, 30 if kind != "body" else 59), 38, pieces.content, pieces.symbols)
        return framed(below([text(f"{kind}{number}", 10, QUIET), room], 1), PLATE, pad=5)

    def cards(self) -> Box:
        """The row of prophecies and the tops of the temple piles."""
        found = [self.in_row(f"row{place}", card) for place, card in enumerate(self.view.row, 1)]
        piles = zip(self.view.temples, self.view.piles, strict=True)
        for place, (card, size) in enumerate(piles, 1):
            below_it = t("terminal_board.below", n=max(0, size - 1))
            found.append(self.temple(card, below_it) if card else empty_place(f"pile{place}"))
        title = f"{t('terminal_board.label_row')} · {t('terminal_board.label_deck', n=self.view.deck)}"
        return below([text(title, 12, QUIET), flow(found, WIDTH, gap=6)], 3)

    def in_row(self, place: str, card: str | None) -> Box:
        """A place of the row."""
        return self.prophecy(card, place) if card else empty_place(place)

    def prophecy(self, name: str, place: str = "") -> Box:
        """A prophecy with its levels."""
        card = self.prophecies[name]
        return prophecy(card, levels(card), place, "" if card.kind == "sequence" else t("terminal_board.anywhere"))

    def temple(self, name: str, more: str = "") -> Box:
        """A temple with its goals and points."""
        card = self.temples[name]
        points = "/".join(map(str, card.points))
        return temple(name, [board_goal(goal) for goal in card.goals], " · ".join(filter(None, [points, more])))

    def adam(self) -> Box:
        """ADAM's line, leftmost card first, with the pieces on each card."""
        adam = self.view.adam
        assert adam is not None
        line = [
            below([self.prophecy(card), scaled(beside([piece("body", colour) for colour in pieces], -4), SMALL)], 3)
            for card, pieces in zip(adam.line, adam.pieces, strict=True)
        ]
        played = [card for card, count in adam.pile.items() for _ in range(count)]
        pile = [text(t("terminal_board.played"), 12, QUIET), tags(played, self.prophecies, WIDTH)] if played else []
        lines = [text(t("common.automaton_adam"), 15, bold=True), flow(line, WIDTH), beside(pile)]
        return below(lines, 6)

    # ------------------------------------------------------------ players

    def player(self, seat: int) -> Box:
        """A seat: name and points, pieces, coatls, hand."""
        player = self.view.players[seat - 1]
        head = beside(
            [
                text(self.names[seat - 1], 15, bold=True),
                text(t("common.points", n=player.points), 14),
                text(" · ".join(player.tokens), 12, QUIET),
            ],
            gap=14,
        )
        coatls = [self.coatl(number, coatl) for number, coatl in enumerate(player.coatls, 1)]
        lines = [head, self.pieces(player), *coatls, self.hand(player)]
        return below(lines, 8)

    def pieces(self, player: Any) -> Box:
        """The pieces on a player's board, and how many cells are filled."""
        kinds = (("head", player.heads), ("body", player.bodies), ("tail", player.tails))
        found = [piece(kind, colour) for kind, colours in kinds for colour in colours]
        filled = text(t("terminal_board.filled", n=len(found), cells=self.deck.player.board_cells), 11, QUIET)
        label = text(t("terminal_board.label_board"), 11, QUIET)
        return beside([label, scaled(beside(found, 4), SMALL), filled], gap=10)

    def coatl(self, number: int, coatl: Any) -> Box:
        """A coatl with its notation, the cards beside it, and its points once it is finished."""
        colours = coatl.pieces.strip("()")
        drawn = serpent(colours, coatl.pieces.startswith("("), coatl.pieces.endswith(")"))
        size = coatl_size(colours, WIDTH * 0.62)
        cards = [*coatl.cards, *([coatl.temple] if coatl.temple else [])]
        done = text(t("terminal_board.finished", n=coatl.points), 13, bold=True) if coatl.closed else NOTHING
        label = below([text(t("terminal_board.label_coatl", n=number), 11, QUIET), text(coatl.pieces, 12)], 0)
        room = WIDTH - drawn.width * size - label.width - done.width - 40
        return beside([label, scaled(drawn, size), tags(cards, self.prophecies, max(room, 120)), done], gap=12)

    def hand(self, player: Any) -> Box:
        """The cards in hand: those that the viewer knows, and the backs of the others."""
        known = [card for card in player.hand if card != HIDDEN]
        temples = [card for card in player.temples if card != HIDDEN]
        if not player.hand and not player.temples:
            return NOTHING
        secret = len(player.hand) + len(player.temples) - len(known) - len(temples)
        if secret:  # somebody else's: names are enough
            seen = [name_tag(card, self.prophecies[card].colour, 12) for card in known] + [
                name_tag(card, None, 12) for card in temples
            ]
            return beside([text(t("terminal_board.label_hand"), 11, QUIET), hidden(secret), *seen], gap=10)
        cards = [*map(self.prophecy, known), *map(self.temple, temples)]
        return below([text(t("terminal_board.label_hand"), 11, QUIET), flow(cards, WIDTH, gap=6)], 3)
