"""What bots and hints are asked in processes of their own, and in which: who thinks briefly waits for no search."""

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson
import structlog

from coatl.bots.base import Limit
from coatl.bots.registry import BOTS, entrant
from coatl.engine.errors import CoatlError
from coatl.registry import GAMES
from coatl.server import metrics
from coatl.server.lanes import Lane
from coatl.server.policies import Policies
from coatl.server.readiness import Readiness
from coatl.server.thinker_pool import ThinkerPool

if TYPE_CHECKING:
    from coatl.server.schemas import HintData

log = structlog.get_logger("coatl.bots")
LOADING = 60.0  # seconds that a process may take to load search and solver before its first hint
LONG_PAUSE = 60.0  # seconds for which an address gets no hint for its own decks after one that took too long
PRINTED = b",null]"  # how the setup of a table ends that plays with the printed deck
FIRST_REST = 1.0  # seconds after the start until processes load what they need: the first pages go first
NICENESS = 10  # of processes that search: serving, small bots and hints go first


# ---------------------------------------------------------------- in the process of a bot


@lru_cache(maxsize=512)
def bot_at(setup: bytes, spec: str, seat: str) -> Any:
    """The bot of one seat, which may remember its plans from one decision to the next."""
    from coatl.bots.registry import make
    from coatl.server.tables.state import rules_from

    return make(spec, rules_from(setup))


def choose(setup: bytes, spec: str, seat: str, view: Any, legal: Sequence[str], seed: str) -> tuple[str, str | None]:
    """A bot's decision, and the code of its failure if a random action had to take its place."""
    from coatl.bots.base import rng_of
    from coatl.bots.decision import decide

    bot = bot_at(setup, spec, seat)
    decision = decide(bot, view, legal, bot.limit, rng_of(seed))
    return decision.action, decision.code


def forced(action: str) -> tuple[str, str | None]:
    """The decision of a bot that has no choice."""
    return action, None


def advise(setup: bytes, view: Any, seat: int) -> dict[str, Any]:
    """A hint from a view: it thinks for a second."""
    from coatl.hints import hint
    from coatl.server.tables.state import rules_from

    return hint(view, rules_from(setup), seat).data()


def load_small_bots(policies: Sequence[tuple[str, int, str]]) -> None:
    """All that bots which do not search need for a decision; policies are named by game, players and bot."""
    small = [(game, 2, spec) for game in GAMES for spec in BOTS if is_small(spec)]
    for game, players, spec in (*small, *policies):
        setup, view, legal = first_decision(game, players)
        choose(setup, spec, "loading", view, legal, "loading")


def load_hints() -> None:
    """All that a hint needs."""
    for name in GAMES:
        setup, view, _ = first_decision(name, 2)
        advise(setup, view, view.seat)


def first_decision(name: str, players: int) -> tuple[bytes, Any, list[str]]:
    """The setup, a view and the legal actions in the first turn of a game, played with the printed deck."""
    from coatl.game import Game
    from coatl.server.tables.state import rules_from

    setup = orjson.dumps([name, {"players": players}, None])
    game = Game(rules_from(setup))
    while game.choosing:
        game.play("done")
    return setup, game.view(game.seat), game.legal()


# ---------------------------------------------------------------- in the server


def is_small(bot: str) -> bool:
    """Whether a bot does not search: one with a limit of its own uses all of it."""
    return entrant(bot).limit == Limit()


class Thinkers:
    """Three pools. Bots that search share so many processes; bots that do not, and hints, have one process each, so
    that neither waits for the other or behind a search.
    """

    def __init__(self, processes: int, seconds: float, hint_seconds: float, readiness: Readiness) -> None:
        self.readiness = readiness
        self.search = ThinkerPool("search", processes, seconds, niceness=NICENESS)
        self.quick = ThinkerPool("quick", 1, seconds)
        self.hints = ThinkerPool("hint", 1, hint_seconds, loading=LOADING)
        self.long_hints: dict[str, float] = {}  # when an address last asked for one that took too long

    def pool_of(self, bot: str) -> ThinkerPool:
        """Where a bot thinks."""
        return self.quick if is_small(bot) else self.search

    async def load(self, policies: Policies) -> None:
        """Lets the processes of small bots and of hints load what they need, before somebody waits for them."""
        await asyncio.sleep(FIRST_REST)
        trained = [(one.game, one.players, policies.spec(one.bot)) for one in policies.offers.values()]
        for pool, *question in ((self.quick, load_small_bots, trained), (self.hints, load_hints)):
            with suppress(CoatlError):  # who asks something now pays for it
                await pool.ask(Lane(""), *question)

    async def decide(self, lane: Lane, setup: bytes, spec: str, seat: str, view: Any, legal: Sequence[str]) -> str:
        """A bot's decision; a random legal action if it fails. One that has no choice waits for its turn as well:
        else a busy server would tell who had one.

        :raises CoatlError: server.busy, server.compiling.
        """
        self.readiness.need(game_of(setup), "bots")
        question = choose, setup, spec, seat, view, list(legal), secrets.token_hex(16)
        try:
            pool = self.pool_of(spec)
            action, code = await pool.asked_twice(lane, *(question if len(legal) > 1 else (forced, legal[0])))
        except CoatlError as fault:
            if fault.code == "server.busy":
                raise
            action, code = random.SystemRandom().choice(list(legal)), fault.code
        if code is not None:
            metrics.FORFEITS.inc()
            log.warning("a bot forfeits a decision", bot=spec, code=code)
        return str(action)

    async def hint(self, lane: Lane, setup: bytes, view: Any, seat: int) -> "HintData":
        """Advice from a view. The solver is exact, and may take for ever with a large deck of one's own: then its
        process is ended, and the same address has to wait with such decks, so that others do not wait for it.

        :raises CoatlError: hint.long, or as `ThinkerPool.ask`.
        """
        self.readiness.need(game_of(setup), "bots")  # the search thinks it out, the solver checks it
        own_deck, now = not setup.endswith(PRINTED), time.monotonic()
        if own_deck and now - self.long_hints.get(lane.address, -LONG_PAUSE) < LONG_PAUSE:
            raise long_hint()
        try:
            advice: HintData = await self.hints.asked_twice(lane, advise, setup, view, seat)
        except CoatlError as fault:
            if fault.code != "bot.hangs":
                raise
            if own_deck:
                self.note_long_hint(lane.address)
            raise long_hint() from None
        return advice

    def note_long_hint(self, address: str) -> None:
        """Keeps in mind who asked; who did so long ago is forgotten."""
        now = time.monotonic()
        self.long_hints = {other: when for other, when in self.long_hints.items() if now - when < LONG_PAUSE}
        self.long_hints[address] = now

    def close(self) -> None:
        """Ends everything."""
        for pool in (self.search, self.quick, self.hints):
            pool.close()


def game_of(setup: bytes) -> str:
    """The game of a table: its setup begins with it.

    >>> game_of(b'["board",{},null]')
    'board'
    """
    return setup.split(b'"', 2)[1].decode()


def long_hint() -> CoatlError:
    return CoatlError(
        "hint.long", "A hint for this deck takes too long to find: try again at another moment of the game."
    )
