"""The end of a game: points by coatl and card, and what decided a tie."""

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.board.view import View
from coatl.engine.rules import Result
from coatl.messages import t
from coatl.terminal.board.table import Drawing
from coatl.terminal.layout import labelled
from coatl.terminal.verdict import verdict
from coatl.terminal.wording import points


def result_page(drawing: Drawing, view: View, result: Result) -> RenderableType:
    """Who won, and why; `view` shows all cards."""
    parts: list[RenderableType] = [verdict(drawing.names, view.options.solo, result), ""]
    for seat, total in enumerate(result.points, 1):
        parts += [seat_points(drawing, view, seat, total), ""]
    return Group(*parts)


def seat_points(drawing: Drawing, view: View, seat: int, total: int) -> RenderableType:
    """All points of a seat, card by card."""
    if seat > len(view.players):
        assert view.adam is not None
        return drawing.pile(view)
    player = view.players[seat - 1]
    name = Text.assemble((drawing.names[seat - 1], "name"), "  ", (points(total), "points"))
    lines: list[RenderableType] = [name]
    for number, coatl in enumerate(player.coatls, 1):
        lines.append(labelled(t("terminal_board.label_coatl", n=number), drawing.coatl(coatl, over=True), "quiet"))
    if player.robbed:
        gift = player.robbed * int(drawing.cards.rules.decks[0].robbed_points)
        received = t("terminal_board.gold_received", n=gift)
        lines.append(labelled(t("terminal_board.label_gold"), received, "quiet"))
    if player.hand:
        lines.append(labelled(t("terminal_card.label_hand"), drawing.cards.names(player.hand), "quiet"))
    return Group(*lines)
