"""Why a coatl scores what it scores."""

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.describe.reasons import reason
from coatl.describe.scores import Scored
from coatl.messages import spoken, t
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.coatls import ruled


def why_page(cards: Cards, score: Scored, title: str = "") -> RenderableType:
    """The coatl with its pieces numbered, a line for every card, and the total."""
    parts: list[RenderableType] = [Text(title, "name")] if title else []
    parts.append(ruled(score.coatl))
    parts.append(score_table(cards.name, score) if score.cards else Text(t("terminal_why.no_card"), "quiet"))
    parts += [Text(note, "quiet") for note in score.notes]
    return Group(*parts)


def score_table(name: Callable[[str], Text], score: Scored) -> Table:
    """Card, points and reason, line by line; `name` writes a card's name."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for card, found in score.cards.items():
        table.add_row(name(card), Text(str(found.points), "points"), Text(reason(found, spoken())))
    table.add_row(Text(t("terminal_why.together"), "quiet"), Text(str(score.total), "points"), "")
    return table
