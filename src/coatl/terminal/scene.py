"""The table at one moment, as somebody sees it: what every front end draws, each in its own way."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from coatl.messages import t
from coatl.terminal import narration
from coatl.terminal.layout import flow
from coatl.terminal.presenter import Event, Presenter
from coatl.terminal.theme import WIDEST, coloured_console


@dataclass(frozen=True)
class Scene:
    """A view with its news; `events` are all that happened so far, as `viewer` may know them."""

    presenter: Presenter
    view: Any
    viewer: int | None = None
    news: Sequence[RenderableType] = ()
    events: Sequence[Event] = field(default=(), repr=False)
    notes: Sequence[RenderableType] = ()  # what is said beside the game
    commands: Sequence[str] = ()  # what can be typed besides actions
    meanwhile: str = ""  # what can be typed while somebody else decides

    def head_line(self, width: int) -> Text:
        """A line across the screen with the title and whose turn it is."""
        return head_line(self.presenter, self.view, width)

    def task(self, width: int) -> Text:
        """What is to be decided, or who decides."""
        if not self.view.legal:
            decides = t("terminal.decides", name=self.presenter.names[self.view.seat - 1])
            return flow(
                [Text(one, "quiet") for one in (decides, self.meanwhile, f"? {t('terminal.help')}") if one], width
            )
        hints = f"{'undo   ' * self.view.can_undo}? {t('terminal.help')}"
        return flow([Text(self.presenter.task(self.view), "name"), Text(hints, "quiet")], width)

    def choices(self, width: int) -> list[RenderableType]:
        """What is to be decided, and the legal actions."""
        return [self.task(width), *([self.presenter.actions(self.view, width)] if self.view.legal else [])]

    def log(self, latest: int) -> list[RenderableType]:
        """What happened last, in lines; what was taken back is left out."""
        return narration.lines(narration.standing(self.events)[-latest:], self.viewer, self.presenter.names)


def head_line(presenter: Presenter, view: Any, width: int) -> Text:
    """A line across the screen with the title and whose turn it is."""
    left, right = presenter.title(view)
    end = Text.assemble(" ", (right, "name"), (" ─", "quiet")) if right else Text()
    filling = "─" * max(1, width - cell_len(left) - end.cell_len - 3)
    return Text.assemble(("─ ", "quiet"), (left, "title"), (f" {filling}", "quiet"), end)


def table_text(presenter: Presenter, view: Any, width: int = WIDEST) -> str:
    """The table as a text with the escape codes of its colours, for who shows it elsewhere."""
    console = coloured_console(StringIO(), width)
    console.print(head_line(presenter, view, width), presenter.table(view, width))
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]
