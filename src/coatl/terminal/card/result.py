"""The end of a game: points by level and temple, and what decided a tie."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.card.view import View
from coatl.engine.rules import Result
from coatl.terminal.card.table import Drawing, counted_points
from coatl.terminal.layout import labelled


def result_page(drawing: Drawing, view: View, result: Result) -> RenderableType:
    """Who won, and why; `view` shows all cards."""
    parts: list[RenderableType] = [verdict(drawing.names, view, result), ""]
    for seat in range(1, len(view.players) + 1):
        parts += [seat_points(drawing, view, seat), ""]
    return Group(*parts)


def verdict(names: Sequence[str], view: View, result: Result) -> Text:
    """The winner, and what broke a tie (RULES 5.4)."""
    won = " and ".join(names[seat - 1] for seat in result.winners)
    verb = "share the win" if len(result.winners) > 1 else "won"
    points = ", ".join(f"{name} {number}" for name, number in zip(names, result.points, strict=True))
    text = Text.assemble(f"The game is over: {points}.\n", (f"{won} {verb}.", "title"))
    why = tie_break(names, view.options.solo, result)
    return text.append(f" {why}") if why else text


def tie_break(names: Sequence[str], solo: bool, result: Result) -> str:
    """What decided between equal points; nothing if the points did."""
    best = max(result.points)
    level = [seat for seat, points in enumerate(result.points) if points == best]
    if len(level) < 2:
        return ""
    if solo:
        return f"With equal points {names[1]} wins: you need more."
    for name, words in (("goals", "temple goals"), ("protected", "protected prophecies")):
        numbers = result.details[name]
        counts = ", ".join(f"{names[seat]} {numbers[seat]}" for seat in level)
        if len({numbers[seat] for seat in level}) > 1:
            return f"The points are equal; {words} decided: {counts}."
    return "Points, temple goals and protected prophecies are all equal."


def seat_points(drawing: Drawing, view: View, seat: int) -> RenderableType:
    """All points of a seat: levels and temple."""
    player = view.players[seat - 1]
    temple = drawing.cards.temple_points(player.goals)
    levels = player.points - temple
    total = Text(counted_points(player.points), "points")
    name = Text.assemble((drawing.names[seat - 1], "name"), "  ", total, (f"  levels {levels}", "quiet"))
    if view.temple is not None:
        goals = ("no goal", "one goal", "both goals")[player.goals]
        name.append(f"  ·  temple {temple} ({goals})", "quiet")
    name.append(f"  ·  {player.protected} protected", "quiet")
    lines: list[RenderableType] = [name]
    if player.coatl:
        lines.append(labelled("coatl", drawing.coatl(view, seat), "quiet"))
    lines.append(labelled("levels", drawing.levels(view, seat), "quiet"))
    if levels != drawing.cards.level_points(player):
        lines.append(Text("Prophecies were stolen after this result was final: it counts as it was.", "quiet"))
    return Group(*lines)
