"""The full screen as a session knows it: the session plays in a thread of its own, the panes live in another."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from rich.console import RenderableType
from rich.text import Text

from coatl.messages import t
from coatl.terminal.fullscreen.app import TableApp
from coatl.terminal.scene import Scene
from coatl.terminal.screen import PROMPT, Screen
from coatl.terminal.theme import console

PATIENCE = 2.0  # seconds for a session to come to its end when the panes are gone

Result = TypeVar("Result")


class FullScreen(Screen):
    """Hands to the panes what a session shows, and to the session what somebody types."""

    fixed = True

    def __init__(self, app: TableApp) -> None:
        self.app = app
        self.interactive = True
        self.page: list[tuple[RenderableType, bool]] = []  # to be read beside the table, or in its place; if unwrapped
        self.seen = 0  # how much of the page stood there when somebody typed last
        self.typed: SimpleQueue[str | None] = SimpleQueue()
        self.leaving = False
        app.on_line = self.deliver

    @property
    def width(self) -> int:
        """How many columns a page may fill."""
        return self.app.page_width

    def deliver(self, line: str | None) -> None:
        """Somebody has typed a line, or leaves."""
        self.leaving = self.leaving or line is None
        self.typed.put(line)

    def tell(self, change: Callable[..., None], *values: Any) -> None:
        """Changes the panes, from whichever thread."""
        if self.app.is_running:
            self.app.call_from_thread(change, *values)

    # ------------------------------------------------------------ what is shown

    def show(self, *parts: RenderableType) -> None:
        """Adds to the page."""
        self.add(parts)

    def say(self, text: str | Text) -> None:
        """Adds a path or a command, which stands in one line afterwards, so that it can be copied."""
        self.add([text], whole=True)

    def add(self, parts: Sequence[RenderableType], whole: bool = False) -> None:
        """Adds to the page, and to what is left in the terminal afterwards."""
        self.page += [(part, whole) for part in parts]
        self.tell(self.app.show_page, [part for part, _ in self.page])

    def refuse(self, reason: str) -> None:
        """Says in the line above the prompt why something was not done."""
        self.tell(self.app.show_refusal, reason)

    def draw(self, scene: Scene) -> None:
        """Fills the panes."""
        self.check_leaving()
        self.page, self.seen = [], 0
        self.tell(self.app.show_scene, scene)

    def clear(self) -> None:
        """Begins a page in the place of the table."""
        self.page, self.seen = [], 0
        self.tell(self.app.leave_table)

    @property
    def last_words(self) -> list[tuple[RenderableType, bool]]:
        """What is left in the terminal afterwards: what nobody has answered, or a page without a table."""
        return self.page[self.seen :] or (self.page if self.app.scene is None else [])

    def cover(self, name: str) -> None:
        """Hides one player's cards from the next one."""
        self.clear()
        self.show("", t("terminal.pass_keyboard", name=name))

    def linger(self) -> None:
        """Waits until the last page has been read."""
        self.tell(self.app.ask, f"{t('terminal.read')} ")
        self.typed.get()

    # ------------------------------------------------------------ what is typed

    def ask(self, prompt: str = PROMPT) -> str | None:
        """A typed line, or None when the people leave."""
        if self.leaving:
            return None
        self.tell(self.app.ask, prompt)
        line = self.typed.get()
        self.seen = len(self.page)
        return line

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Shows that somebody thinks."""
        self.check_leaving()
        self.tell(self.app.show_thinking, t("terminal.thinks", name=name))
        try:
            yield
        finally:
            self.tell(self.app.show_thinking, "")

    def check_leaving(self) -> None:
        """Whoever leaves while others play need not wait for them."""
        if self.leaving:
            raise KeyboardInterrupt


def in_full_screen(run: Callable[[Screen], Result]) -> Result:
    """Runs a session on the full screen; what it said last stands in the terminal afterwards."""
    app = TableApp()
    screen = FullScreen(app)
    results: list[Result] = []
    faults: list[BaseException] = []

    def play() -> None:
        try:
            results.append(run(screen))
        except BaseException as fault:  # it is raised again where the command can tell it
            faults.append(fault)
        screen.tell(app.exit)

    session = Thread(target=play, name="coatl session", daemon=True)
    app.on_ready_to_play = session.start
    app.run()
    screen.deliver(None)
    if session.ident is not None:
        session.join(PATIENCE)
    if not results and not faults:  # somebody still thinks; every action is saved
        raise KeyboardInterrupt
    out = console()
    for part, whole in screen.last_words:
        out.print(part, markup=False, soft_wrap=whole)
    if faults:
        raise faults[0]
    return results[0]
