"""The table of the board game, drawn from a view: what everybody sees, and what this viewer alone sees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.board.view import HIDDEN, AdamView, CoatlView, PlayerView, View
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.serpent import serpent
from coatl.terminal.layout import LABEL, flow, labelled
from coatl.terminal.look import GOLD, letters
from coatl.terminal.pieces import EMPTY_CELL, body, head, tail


@dataclass(frozen=True)
class Drawing:
    """Draws the parts of a table for one width."""

    cards: Cards
    names: Sequence[str]
    width: int

    def table(self, view: View) -> RenderableType:
        """Everything on the table."""
        parts: list[RenderableType] = [self.supply(view), "", self.row(view), self.temples(view), ""]
        if view.adam is not None:
            parts += [self.adam(view), ""]
        viewer = int(view.viewer) if view.viewer.isdigit() else 0
        for seat in [*range(viewer + 1, len(view.players) + 1), *range(1, viewer)]:
            parts += [self.player(view, seat), ""]
        if viewer:
            parts += [self.player(view, viewer), self.hand(view, viewer), ""]
        return Group(*parts)

    # ------------------------------------------------------------ the middle

    def supply(self, view: View) -> RenderableType:
        """The supply board with the names of its cells, and the bags."""
        supply = view.supply
        cells = [
            *((f"body{i}", cell and Text().join(map(body, cell))) for i, cell in enumerate(supply.bodies, 1)),
            *((f"head{i}", cell and head(cell)) for i, cell in enumerate(supply.heads, 1)),
            *((f"tail{i}", cell and tail(cell)) for i, cell in enumerate(supply.tails, 1)),
        ]
        table = Table.grid(padding=(0, 1))
        for name, _ in cells:
            table.add_column(width=6 if name.startswith("body") else 5)
        table.add_row(*(Text(name, "quiet") for name, _ in cells))
        table.add_row(*(piece or Text(f"  {EMPTY_CELL}", "quiet") for _, piece in cells))
        return Group(labelled("Supply", table), self.bags(view))

    def bags(self, view: View) -> RenderableType:
        supply = view.supply
        bags = {"bodies": supply.bag_bodies, "heads": supply.bag_heads, "tails": supply.bag_tails}
        items = [Text.assemble((f"{name} ", "quiet"), counted(bag)) for name, bag in bags.items()]
        return labelled("Bags", flow(items, self.width - LABEL - 1, gap="  "))

    def row(self, view: View) -> RenderableType:
        """The row of prophecies in two columns, and the deck."""
        entries = [self.place(number, card) for number, card in enumerate(view.row, 1)]
        half = (len(entries) + 1) // 2
        table = Table.grid(padding=(0, 1))
        for width in (2, None, None, None, 2, 2, None, None, None):
            table.add_column(width=width, no_wrap=True)
        for left in range(half):
            right = entries[left + half] if left + half < len(entries) else [Text()] * 4
            table.add_row(*entries[left], "", *right)
        label = Text.assemble(("Row\n", "heading"), (f"deck {view.deck}", "quiet"))
        return labelled(label, table)

    def place(self, number: int, card: str | None) -> list[Text]:
        if card is None:
            return [Text(str(number), "quiet"), Text(EMPTY_CELL, "quiet"), Text(), Text()]
        return [Text(str(number), "quiet"), self.cards.name(card), self.cards.pattern(card), self.cards.levels(card)]

    def temples(self, view: View) -> RenderableType:
        """The tops of the temple piles."""
        lines = []
        for number, (card, size) in enumerate(zip(view.temples, view.piles, strict=True), 1):
            shown = Text("no card", "quiet")
            if card:
                below = f"  {size - 1} below"
                shown = Text.assemble(self.cards.name(card), "  ", self.cards.goals(card), (below, "quiet"))
            lines.append(Text.assemble((f"pile{number} ", "quiet"), shown))
        return labelled("Temples", Text("\n").join(lines))

    def adam(self, view: View) -> RenderableType:
        """ADAM's line, leftmost card first, with what lies on each card and what it still needs."""
        assert view.adam is not None
        table = Table.grid(padding=(0, 1))
        for width in (2, None, None, None, None):
            table.add_column(width=width)
        for number, (card, pieces) in enumerate(zip(view.adam.line, view.adam.pieces, strict=True), 1):
            has = Text.assemble(("  has ", "quiet"), letters(pieces) if pieces else Text("nothing", "quiet"))
            still = Text.assemble(("  needs ", "quiet"), self.cards.missing(card, pieces))
            table.add_row(Text(str(number), "quiet"), self.cards.name(card), self.cards.pattern(card), has, still)
        return Group(self.pile(view.adam), labelled("", table))

    def pile(self, adam: AdamView) -> RenderableType:
        """The cards that ADAM has played, and their points."""
        scored = Text(f"{self.cards.pile_points(adam)} points", "points")
        played = [card for card, count in adam.pile.items() for _ in range(count)]
        names = self.cards.names(played) if played else Text("nothing", "quiet")
        return labelled("ADAM", Text.assemble(scored, ("  played ", "quiet"), names), "name")

    # ------------------------------------------------------------ players

    def player(self, view: View, seat: int) -> RenderableType:
        """A seat: its board, its coatls, and the number of its cards."""
        player = view.players[seat - 1]
        name = Text.assemble((self.names[seat - 1], "name"), "  ", points(player))
        facts = flow([name, *self.facts(view, seat)], self.width, gap="  ·  ")
        board = pieces_on(player, self.cards.rules.deck.player.board_cells)
        lines = [labelled("board", board, "quiet")]
        for number, coatl in enumerate(player.coatls, 1):
            finishing = view.coatl == number and view.seat == seat
            lines.append(labelled(f"coatl {number}", self.coatl(coatl, finishing), "quiet"))
        return Group(facts, *lines)

    def facts(self, view: View, seat: int) -> list[Text]:
        """What else everybody knows of a seat."""
        player = view.players[seat - 1]
        found = []
        if view.viewer != str(seat):
            found.append(Text.assemble(f"hand {len(player.hand)}", self.seen(player.hand)))
            if not view.options.solo:
                found.append(Text.assemble(f"temples {len(player.temples)}", self.seen(player.temples)))
        if view.options.tokens:
            found.append(Text(f"tokens: {', '.join(player.tokens) or 'none'}", "quiet"))
        if player.robbed:
            found.append(Text(f"stolen from {player.robbed}×", "quiet"))
        return found

    def seen(self, cards: Sequence[str]) -> Text:
        """Those cards of a hand that the viewer knows."""
        known = [card for card in cards if card != HIDDEN]
        return Text.assemble(" (", self.cards.names(known), ")") if known else Text()

    def coatl(self, coatl: CoatlView, finishing: bool = False, over: bool = False) -> Text:
        """A coatl as a serpent, with the cards beside it and what it scores."""
        text = serpent(coatl.pieces)
        if not coatl.pieces.startswith("("):
            text = Text("  ").append_text(text)  # room for the tongue, so that bodies stand below each other
        items = [text.append(f"  {len(coatl.pieces.strip('()'))}", "quiet")]
        for card, scored in self.cards.beside(coatl).cards.items():
            items.append(Text.assemble(self.cards.name(card), (f" {scored.points}", "points")))
        if coatl.closed:
            items.append(Text(f"finished: {coatl.points} points", "points"))
        elif finishing:
            items.append(Text("is being finished", "alarm"))
        elif over:
            items.append(Text("unfinished: 0 points", "quiet"))
        return flow(items, self.width - LABEL - 1, gap="  ")

    def hand(self, view: View, seat: int) -> RenderableType:
        """The viewer's own cards, and what each would score now at each open coatl."""
        player = view.players[seat - 1]
        coatls = [(number, coatl) for number, coatl in enumerate(player.coatls, 1) if not coatl.closed]
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column()
        for _ in coatls:
            table.add_column(width=8, justify="right")
        if coatls and (player.hand or player.temples):
            table.add_row("", "", *(Text(f"coatl {number}", "quiet") for number, _ in coatls))
        widest = max((self.cards.pattern(card).cell_len for card in player.hand), default=0)
        for place, card in enumerate(player.hand):
            asks = self.cards.pattern(card)
            asks.pad_right(widest + 2 - asks.cell_len)
            asks.append_text(self.cards.levels(card))
            if view.pending == "keep" and place < player.kept:
                asks.append("  kept", "points")
            table.add_row(self.cards.name(card), asks, *self.reach(card, coatls))
        for temple in player.temples:
            table.add_row(self.cards.name(temple), self.cards.goals(temple), *self.reach(temple, coatls))
        return labelled("Hand", table if player.hand or player.temples else Text("no card", "quiet"))

    def reach(self, card: str, coatls: Sequence[tuple[int, CoatlView]]) -> list[Text]:
        """What a card would score now at each of the coatls."""
        scores = [self.cards.now(coatl, card) for _, coatl in coatls]
        return [Text(str(scored), "points") if scored else Text("–", "quiet") for scored in scores]


def points(player: PlayerView) -> Text:
    """The points of the finished coatls."""
    return Text(f"{player.points} point{'s' * (player.points != 1)}", "points")


def counted(bag: Mapping[str, int]) -> Text:
    """What is left in a bag: `R22 G20`."""
    if not bag:
        return Text("none", "quiet")
    return Text(" ").join(Text.assemble((letter, f"ink.{letter}"), str(count)) for letter, count in bag.items())


def pieces_on(player: PlayerView, cells: int) -> Text:
    """The pieces on a player's board, and how many cells are free."""
    pieces = [*map(head, player.heads), *map(body, player.bodies), *map(tail, player.tails)]
    free = cells - len(pieces)
    gold = "  (* gold)" if GOLD in player.bodies else ""
    text = Text(" ").join([*pieces, *[Text(f" {EMPTY_CELL} ", "quiet")] * free])
    return text.append(f"  {len(pieces)} of {cells}{gold}", "quiet")
