"""The end of a game: points by coatl and card, and what decided a tie."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.board.view import View
from coatl.engine.rules import Result
from coatl.terminal.board.story import ENDINGS
from coatl.terminal.board.table import Drawing
from coatl.terminal.layout import labelled


def result_page(drawing: Drawing, view: View, result: Result) -> RenderableType:
    """Who won, and why; `view` shows all cards."""
    parts: list[RenderableType] = [verdict(drawing.names, view, result), ""]
    for seat, total in enumerate(result.points, 1):
        parts += [seat_points(drawing, view, seat, total), ""]
    return Group(*parts)


def verdict(names: Sequence[str], view: View, result: Result) -> Text:
    """The winner, how the game ended, and what broke a tie (RULES 4.4)."""
    won = " and ".join(names[seat - 1] for seat in result.winners)
    verb = "share the win" if len(result.winners) > 1 else "won"
    ending = ENDINGS[result.ending]
    text = Text.assemble((f"The game is over: {ending}.\n", ""), (f"{won} {verb}.", "title"))
    why = tie_break(names, view.options.solo, result)
    return text.append(f" {why}", "") if why else text


def tie_break(names: Sequence[str], solo: bool, result: Result) -> str:
    """What decided between equal points; nothing if the points did."""
    best = max(result.points)
    level = [seat for seat, points in enumerate(result.points) if points == best]
    if len(level) < 2:
        return ""
    if solo:
        return "With equal points ADAM wins: you need more."
    for name, words in (("cards", "cards at finished coatls"), ("best coatl", "points of the best single coatl")):
        numbers = result.details[name]
        counts = ", ".join(f"{names[seat]} {numbers[seat]}" for seat in level)
        top = max(numbers[seat] for seat in level)
        if any(numbers[seat] < top for seat in level):
            return f"The points are equal; {words} decided: {counts}."
    return "Points, cards at finished coatls and the best single coatl are all equal."


def seat_points(drawing: Drawing, view: View, seat: int, total: int) -> RenderableType:
    """All points of a seat, card by card."""
    if seat > len(view.players):
        assert view.adam is not None
        return drawing.pile(view.adam)
    player = view.players[seat - 1]
    name = Text.assemble((drawing.names[seat - 1], "name"), "  ", (f"{total} points", "points"))
    lines: list[RenderableType] = [name]
    for number, coatl in enumerate(player.coatls, 1):
        lines.append(labelled(f"coatl {number}", drawing.coatl(coatl, over=True), "quiet"))
    golden = drawing.cards.rules.deck.golden_feathers
    if player.robbed and golden is not None:
        gift = f"{player.robbed * golden.points_for_victim} points for the gold received"
        lines.append(labelled("gold", gift, "quiet"))
    if player.hand:
        lines.append(labelled("hand", drawing.cards.names(player.hand), "quiet"))
    return Group(*lines)
