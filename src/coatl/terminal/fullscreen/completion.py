"""Which actions fit what was typed so far, and how the line could go on."""

from collections.abc import Sequence

from textual.suggester import Suggester

from coatl.terminal.scene import Scene
from coatl.terminal.shorthand import by_number, fits


def fitting(scene: Scene, typed: str) -> list[str]:
    """The legal actions that a line may become, in the order of their numbers; all if it is something else."""
    order = scene.presenter.numbered(scene.view.legal)
    words = typed.lower().rpartition(",")[2].split()
    lying = scene.presenter.lying(scene.view)
    found = [action for action in order if fits(words, action, lying)] or by_number(words, order)
    if not found and len(words) == 1 and words[0].isdigit():
        found = [action for number, action in enumerate(order, 1) if str(number).startswith(words[0])]
    return found or order


class LineSuggester(Suggester):
    """Goes on with the first action or command that begins with what was typed."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.scene: Scene | None = None

    async def get_suggestion(self, value: str) -> str | None:
        """The whole line."""
        return completed(self.scene, value)


def completed(scene: Scene | None, typed: str) -> str | None:
    """The line to its end: an action, or a command; behind a comma the next action."""
    if scene is None or not typed.strip():
        return None
    before, comma, last = typed.rpartition(",")
    start = last.lstrip()
    words: Sequence[str] = [*scene.presenter.numbered(scene.view.legal), *([] if comma else scene.commands)]
    for word in words:
        if start and word.lower().startswith(start.lower()) and len(word) > len(start):
            return f"{before}{comma}{last[: len(last) - len(start)]}{start}{word[len(start) :]}"
    return None
