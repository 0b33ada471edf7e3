"""The table of the board game, drawn from a view: what everybody sees, and what this viewer alone sees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.board.view import HIDDEN, CoatlView, PlayerView, View
from coatl.describe.board.progress import progress
from coatl.messages import t
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.coatls import serpent
from coatl.terminal.layout import LABEL, flow, labelled
from coatl.terminal.pieces import EMPTY_CELL, body, head, tail
from coatl.terminal.theme import GOLD, letters
from coatl.terminal.wording import points


@dataclass(frozen=True)
class Drawing:
    """Draws the parts of a table for one width."""

    cards: Cards
    names: Sequence[str]
    width: int

    def middle(self, view: View) -> list[RenderableType]:
        """Supply, bags, row and temples."""
        return [self.supply(view), "", self.row(view), self.temples(view), ""]

    def rivals(self, view: View) -> list[RenderableType]:
        """ADAM, and the players behind the viewer in the order of play."""
        viewer = seat_of(view)
        parts: list[RenderableType] = [] if view.adam is None else [self.adam(view), ""]
        for seat in [*range(viewer + 1, len(view.players) + 1), *range(1, viewer)]:
            parts += [self.player(view, seat), ""]
        return parts

    def own(self, view: View) -> list[RenderableType]:
        """The viewer's board, coatls and hand."""
        viewer = seat_of(view)
        return [self.player(view, viewer), self.hand(view, viewer), ""] if viewer else []

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
        return Group(labelled(t("terminal_board.label_supply"), table), self.bags(view))

    def bags(self, view: View) -> RenderableType:
        supply = view.supply
        bags = {"bodies": supply.bag_bodies, "heads": supply.bag_heads, "tails": supply.bag_tails}
        items = [
            Text.assemble((f"{t(f'terminal_board.bag_{name}')} ", "quiet"), counted(bag)) for name, bag in bags.items()
        ]
        return labelled(t("terminal_board.label_bags"), flow(items, self.width - LABEL - 1, gap="  "))

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
        deck = t("terminal_board.label_deck", n=view.deck)
        label = Text.assemble((f"{t('terminal_board.label_row')}\n", "heading"), (deck, "quiet"))
        return labelled(label, table)

    def place(self, number: int, card: str | None) -> list[Text]:
        if card is None:
            return [Text(str(number), "quiet"), Text(EMPTY_CELL, "quiet"), Text(), Text()]
        return [Text(str(number), "quiet"), self.cards.name(card), self.cards.pattern(card), self.cards.levels(card)]

    def temples(self, view: View) -> RenderableType:
        """The tops of the temple piles."""
        lines = []
        for number, (card, size) in enumerate(zip(view.temples, view.piles, strict=True), 1):
            place = Text(f"pile{number} ", "quiet")
            if card is None:
                lines.append(place.append(t("terminal_board.no_card")))
                continue
            shown = Text.assemble(place, self.cards.name(card), "  ", self.cards.goals(card))
            below = Text(t("terminal_board.below", n=size - 1), "quiet")
            lines.append(flow([shown, below], self.width - LABEL - 1, gap="  "))
        return labelled(t("terminal_board.label_temples"), Text("\n").join(lines))

    def adam(self, view: View) -> RenderableType:
        """ADAM's line, leftmost card first, with what lies on each card and what it still needs."""
        assert view.adam is not None
        table = Table.grid(padding=(0, 1))
        for width in (2, None, None, None, None):
            table.add_column(width=width)
        for number, (card, pieces) in enumerate(zip(view.adam.line, view.adam.pieces, strict=True), 1):
            nothing = Text(t("terminal_board.nothing"), "quiet")
            has = Text.assemble((f"  {t('terminal_board.has')} ", "quiet"), letters(pieces) if pieces else nothing)
            still = Text.assemble((f"  {t('terminal_board.needs')} ", "quiet"), self.cards.missing(card, pieces))
            table.add_row(Text(str(number), "quiet"), self.cards.name(card), self.cards.pattern(card), has, still)
        return Group(self.pile(view), labelled("", table))

    def pile(self, view: View) -> RenderableType:
        """The cards that ADAM has played, and their points."""
        assert view.adam is not None
        total = Text(points(progress(self.cards.rules, view).points[-1]), "points")
        played = [card for card, count in view.adam.pile.items() for _ in range(count)]
        names = self.cards.names(played) if played else Text(t("terminal_board.nothing"), "quiet")
        content = Text.assemble(total, (f"  {t('terminal_board.played')} ", "quiet"), names)
        return labelled(t("common.automaton_adam"), content, "name")

    # ------------------------------------------------------------ players

    def player(self, view: View, seat: int) -> RenderableType:
        """A seat: its board, its coatls, and the number of its cards."""
        player = view.players[seat - 1]
        name = Text.assemble((self.names[seat - 1], "name"), "  ", (points(player.points), "points"))
        facts = flow([name, *self.facts(view, seat)], self.width, gap="  ·  ")
        board = pieces_on(player, self.cards.rules.deck.player.board_cells)
        lines = [labelled(t("terminal_board.label_board"), board, "quiet")]
        for number, coatl in enumerate(player.coatls, 1):
            finishing = view.coatl == number and view.seat == seat
            label = t("terminal_board.label_coatl", n=number)
            lines.append(labelled(label, self.coatl(coatl, finishing), "quiet"))
        return Group(facts, *lines)

    def facts(self, view: View, seat: int) -> list[Text]:
        """What else everybody knows of a seat."""
        player = view.players[seat - 1]
        found = []
        if view.viewer != str(seat):
            found.append(Text.assemble(t("terminal_board.hand_size", n=len(player.hand)), self.seen(player.hand)))
            if not view.options.solo:
                held = t("terminal_board.temples_held", n=len(player.temples))
                found.append(Text.assemble(held, self.seen(player.temples)))
        if view.options.tokens:
            tokens = ", ".join(player.tokens) or t("terminal_board.no_tokens")
            found.append(Text(t("terminal_board.tokens", list=tokens), "quiet"))
        if player.robbed:
            found.append(Text(t("terminal_board.robbed", n=player.robbed), "quiet"))
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
            items.append(Text(t("terminal_board.finished", n=coatl.points), "points"))
        elif finishing:
            items.append(Text(t("terminal_board.finishing"), "alarm"))
        elif over:
            items.append(Text(t("terminal_board.unfinished"), "quiet"))
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
            table.add_row("", "", *(Text(t("terminal_board.label_coatl", n=number), "quiet") for number, _ in coatls))
        widest = max((self.cards.pattern(card).cell_len for card in player.hand), default=0)
        for place, card in enumerate(player.hand):
            asks = self.cards.pattern(card)
            asks.pad_right(widest + 2 - asks.cell_len)
            asks.append_text(self.cards.levels(card))
            if view.pending == "keep" and place < player.kept:
                asks.append(f"  {t('terminal_board.kept')}", "points")
            table.add_row(self.cards.name(card), asks, *self.reach(card, coatls))
        for temple in player.temples:
            table.add_row(self.cards.name(temple), self.cards.goals(temple), *self.reach(temple, coatls))
        no_card = Text(t("terminal_board.no_card"), "quiet")
        return labelled(t("terminal_board.label_hand"), table if player.hand or player.temples else no_card)

    def reach(self, card: str, coatls: Sequence[tuple[int, CoatlView]]) -> list[Text]:
        """What a card would score now at each of the coatls."""
        scores = [self.cards.now(coatl, card) for _, coatl in coatls]
        return [Text(str(scored), "points") if scored else Text("–", "quiet") for scored in scores]


def seat_of(view: View) -> int:
    """The seat that looks at the table; 0 for a spectator, and for everybody at the end."""
    return int(view.viewer) if view.viewer.isdigit() else 0


def counted(bag: Mapping[str, int]) -> Text:
    """What is left in a bag: `R22 G20`."""
    if not bag:
        return Text(t("terminal_board.none"), "quiet")
    return Text(" ").join(Text.assemble((letter, f"ink.{letter}"), str(count)) for letter, count in bag.items())


def pieces_on(player: PlayerView, cells: int) -> Text:
    """The pieces on a player's board, and how many cells are free."""
    pieces = [*map(head, player.heads), *map(body, player.bodies), *map(tail, player.tails)]
    free = cells - len(pieces)
    gold = f"  {t('terminal_board.gold')}" if GOLD in player.bodies else ""
    text = Text(" ").join([*pieces, *[Text(f" {EMPTY_CELL} ", "quiet")] * free])
    return text.append(f"  {t('terminal_board.filled', n=len(pieces), cells=cells)}{gold}", "quiet")
