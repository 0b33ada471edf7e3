"""Why a player has the points that it has, and why a coatl counts as it does."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView
from coatl.describe.reasons import reason, standing
from coatl.describe.scores import Scored
from coatl.messages import spoken, t
from coatl.terminal.card.cards import Cards
from coatl.terminal.card.coatls import ruled


def score_page(cards: Cards, score: Scored) -> RenderableType:
    """A coatl with its parts numbered, a line for every prophecy, and the total."""
    rows = [(cards.name(card), found.points, Text(reason(found, spoken()))) for card, found in score.cards.items()]
    return Group(ruled(score.coatl), lines(rows) if rows else Text(t("terminal_why.none_named"), "quiet"))


def why_page(cards: Cards, player: PlayerView, temple: str | None, title: str) -> RenderableType:
    """The coatl, the levels and where the prophecies stand, and the goals of the temple."""
    parts: list[RenderableType] = [Text(title, "name")]
    if player.coatl:
        parts.append(ruled(player.coatl))
    rows = [
        (cards.name(card), cards.worth(level), why_level(cards, player.coatl, card, level))
        for card, level in zip(player.prophecies, player.levels, strict=True)
    ]
    if temple is not None and player.coatl:
        rows.append(temple_row(cards, player, temple))
    parts.append(lines(rows) if rows else Text(t("terminal_why.no_points"), "quiet"))
    if player.final:
        parts.append(Text(t("terminal_why.final", n=player.points), "quiet"))
    return Group(*parts)


def why_level(cards: Cards, coatl: str, card: str, level: int) -> Text:
    """The level of a prophecy, and how often it stands now."""
    text = Text(t("terminal_why.protected" if level == PROTECTED else "table.level", n=level))
    if not coatl:
        return text.append_text(Text.assemble("  ", cards.pattern(card)))
    found = cards.score(coatl, [card]).cards[card]
    higher = f"; {t('terminal_why.may_rise')}" if level < found.level else ""
    return text.append(f"; {standing(found, spoken())}{higher}", "quiet")


def temple_row(cards: Cards, player: PlayerView, temple: str) -> tuple[Text, int, Text]:
    """The goals that are met, and those that are not."""
    met = cards.met(player, temple)
    goals = [f"{'✓' if done else '·'} {goal}" for goal, done in zip(cards.goals(temple), met, strict=True)]
    return cards.name(temple), cards.temple_points(sum(met)), Text("\n".join(goals))


def lines(rows: list[tuple[Text, int, Text]]) -> Table:
    """Card, points and reason, line by line, and the total."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for name, points, why in rows:
        table.add_row(name, Text(str(points), "points"), why)
    table.add_row(
        Text(t("terminal_why.together"), "quiet"), Text(str(sum(points for _, points, _ in rows)), "points"), ""
    )
    return table
