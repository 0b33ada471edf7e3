"""Bots at a live table: when they may think, and when their answer is played."""

import asyncio
import math
import time
from typing import TYPE_CHECKING

from coatl.bots.registry import entrant
from coatl.server.lanes import Lane
from coatl.server.tables import commands

if TYPE_CHECKING:
    from coatl.server.live_tables import LiveTable

SIMULATING = 1.0  # seconds that a bot with a number of simulations usually needs at most


class BotTurns:
    """The decisions of the bots at one table."""

    def __init__(self, live: "LiveTable") -> None:
        self.live = live
        self.deciding: dict[int, asyncio.Task[None]] = {}
        self.place: str | None = None  # the address whose place among games of bots it has

    def attend(self) -> None:
        """Lets those think who have to decide."""
        for seat, bot in (self.live.table.thinking() if self.may_think() else {}).items():
            if seat not in self.deciding:
                self.deciding[seat] = asyncio.create_task(self.think(seat, bot))

    def may_think(self) -> bool:
        """Whether bots may think here: among themselves while somebody watches, in so many games of one address."""
        if not self.live.table.bots_only:
            self.give_place_back()
            return True
        if not self.live.watched:
            self.give_place_back()
        elif self.place is None and self.live.services.bot_games.enter(self.live.address):
            self.place = self.live.address
        return self.place is not None

    def give_place_back(self) -> None:
        """Another game of bots may go on."""
        if self.place is not None:
            self.live.services.bot_games.leave(self.place)
            self.place = None

    async def think(self, seat: int, bot: str) -> None:
        """One decision of a bot."""
        try:
            await self.live.guarded(self.decide(seat, bot))
        finally:
            del self.deciding[seat]
        self.live.attend()

    async def decide(self, seat: int, bot: str) -> None:
        """Asks the bot, waits until its time tells nothing of its cards, and plays."""
        began = time.monotonic()
        async with self.live.held() as table:
            if table.thinking().get(seat) != bot or table.game is None:
                return
            view, legal, after = table.view(seat), table.game.legal(seat), table.decisions(seat)
            key, lane = table.key, Lane(self.live.address, table.id)
        services = self.live.services
        spec, name = services.policies.spec(bot), f"{table.id} {seat}"
        action = await services.thinkers.decide(lane, key, spec, name, view, legal)
        await asyncio.sleep(rest_of_beat(bot, time.monotonic() - began, services.pace))
        await self.live.do(commands.BotMove(seat, action, after))

    def discard(self) -> None:
        """Nothing goes on any more."""
        self.give_place_back()
        for task in self.deciding.values():
            task.cancel()


def rest_of_beat(bot: str, spent: float, pace: float) -> float:
    """How long a bot that has its answer still waits: as long as one that had to think, so that nobody sees
    whether its hand left it a choice.

    >>> [round(spent + rest_of_beat("high-priest", spent, 0.6), 1) for spent in (0.0, 1.05, 1.3)]
    [1.2, 1.2, 1.8]
    >>> rest_of_beat("high-priest", 0.1, 0.0)
    0.0
    """
    if not pace:
        return 0.0
    limit = entrant(bot).limit
    usual = limit.seconds or (SIMULATING if limit.simulations else 0.0)
    beats = max(math.floor(spent / pace), math.floor(usual / pace)) + 1
    return beats * pace - spent
