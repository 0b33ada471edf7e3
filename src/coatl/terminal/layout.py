"""How things are laid out on the screen."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

LABEL = 8  # the width of the words at the left


def flow(items: Sequence[Text], width: int, gap: str = "   ") -> Text:
    """Items side by side, each whole on its line."""
    lines = [Text()]
    for item in items:
        if lines[-1] and lines[-1].cell_len + len(gap) + item.cell_len > width:
            lines.append(Text())
        lines[-1].append(gap if lines[-1] else "").append_text(item)
    return Text("\n").join(lines)


def labelled(label: str | Text, content: RenderableType, style: str = "heading") -> Table:
    """A word at the left, and what belongs to it."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=LABEL, no_wrap=True)
    table.add_column()
    table.add_row(Text(label, style) if isinstance(label, str) else label, content)
    return table
