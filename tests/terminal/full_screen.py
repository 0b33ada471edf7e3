"""Somebody at the full screen: a session on panes without a terminal, keys, mouse, and what stands there."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Thread

from textual.pilot import Pilot

from coatl.game import Game
from coatl.terminal.fullscreen.app import TableApp
from coatl.terminal.fullscreen.screen import FullScreen
from coatl.terminal.saves import Saves
from coatl.terminal.session import Session

SMALL, LARGE = (80, 24), (140, 45)
PATIENCE = 9000  # short waits for the session's thread


class Seat:
    """Somebody at the full screen: presses keys and reads what stands there."""

    def __init__(self, app: TableApp, screen: FullScreen, pilot: Pilot[None], session: Thread) -> None:
        self.app, self.screen, self.pilot, self.session = app, screen, pilot, session

    @property
    def shown(self) -> str:
        """Everything that stands on the screen, line by line."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    async def sees(self, *words: str) -> str:
        """Waits until the words stand there."""
        for _ in range(PATIENCE):
            await self.pilot.pause(0.02)
            if all(word in self.shown for word in words):
                return self.shown
        raise AssertionError(f"{words} are not in\n{self.shown}")

    async def asked(self) -> None:
        """Waits until something can be typed."""
        for _ in range(PATIENCE):
            await self.pilot.pause(0.02)
            if self.app.asking:
                return
        raise AssertionError(self.shown)

    async def type(self, line: str) -> None:
        """Types a line as it is, and Enter."""
        await self.asked()
        self.app.type(line)
        await self.pilot.press("enter")


def at_the_screen(
    game: Game, state: Path, visit: Callable[[Seat], Awaitable[None]], size: tuple[int, int] = SMALL
) -> FullScreen:
    """A game of this keyboard on the full screen, and somebody who visits it."""
    saves = Saves()
    saves.last = state / "last.coatl"
    return visited(lambda screen: Session(game, screen, saves).run(), visit, size)


def visited(
    run: Callable[[FullScreen], object], visit: Callable[[Seat], Awaitable[None]], size: tuple[int, int] = SMALL
) -> FullScreen:
    """Runs a session on panes; when the visit is over, the people leave."""
    app = TableApp()
    screen = FullScreen(app)
    faults: list[BaseException] = []

    def play() -> None:
        try:
            run(screen)
        except BaseException as fault:
            faults.append(fault)
        screen.tell(app.exit)

    session = Thread(target=play, daemon=True)
    app.on_ready_to_play = session.start

    async def come_and_go() -> None:
        async with app.run_test(size=size) as pilot:
            try:
                await visit(Seat(app, screen, pilot, session))
            finally:
                screen.deliver(None)
                while session.is_alive():
                    await asyncio.sleep(0.02)

    asyncio.run(come_and_go())
    if faults:
        raise faults[0]
    return screen
