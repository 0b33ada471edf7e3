"""The end of a game: points by level and temple, and what decided a tie."""

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.card.view import View
from coatl.engine.rules import Result
from coatl.messages import t
from coatl.terminal.card.table import Drawing
from coatl.terminal.layout import labelled
from coatl.terminal.verdict import verdict
from coatl.terminal.wording import points


def result_page(drawing: Drawing, view: View, result: Result) -> RenderableType:
    """Who won, and why; `view` shows all cards."""
    parts: list[RenderableType] = [verdict(drawing.names, view.options.solo, result), ""]
    for seat in range(1, len(view.players) + 1):
        parts += [seat_points(drawing, view, seat), ""]
    return Group(*parts)


def seat_points(drawing: Drawing, view: View, seat: int) -> RenderableType:
    """All points of a seat: levels and temple."""
    player = view.players[seat - 1]
    temple = drawing.cards.temple_points(player.goals)
    levels = player.points - temple
    total = Text(points(player.points), "points")
    name = Text.assemble(
        (drawing.names[seat - 1], "name"), "  ", total, (f"  {t('terminal_card.levels_sum', n=levels)}", "quiet")
    )
    if view.temple is not None:
        goals = t(f"terminal_card.goals_{player.goals}")
        name.append(f"  ·  {t('terminal_card.temple_sum', n=temple, goals=goals)}", "quiet")
    name.append(f"  ·  {t('terminal_card.protected', n=player.protected)}", "quiet")
    lines: list[RenderableType] = [name]
    if player.coatl:
        lines.append(labelled(t("terminal_card.label_coatl"), drawing.coatl(view, seat), "quiet"))
    lines.append(labelled(t("terminal_card.label_levels"), drawing.levels(view, seat), "quiet"))
    if levels != drawing.cards.level_points(player):
        lines.append(Text(t("terminal_card.stolen_later"), "quiet"))
    return Group(*lines)
