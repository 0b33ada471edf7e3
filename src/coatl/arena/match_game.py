"""One game of a match, in one process.

The same deal brings the same game: chance comes from the seed and the number of the deal, the chance of a bot from the
seed, the deal, the seating and the seat. Whatever else is played before or beside it changes nothing.
"""

import hashlib
import math
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from coatl.arena.plan import AUTOMATON, Plan, made
from coatl.bots.base import Bot, rng_of
from coatl.bots.random_bot import RandomBot
from coatl.bots.registry import Entrant
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.rules import Rules
from coatl.position import Position

STEPS = 20  # the times of moves are counted in steps of 3.5 %, 20 for a doubling
MOST_REASONS = 5  # kept for each seat of a game; the number of forfeits is always right
LONGEST_REASON = 200


@dataclass(frozen=True)
class Seat:
    """How one seat fared."""

    entrant: int  # its place among the entrants; -1 for the automaton
    points: int
    won: float  # who shares a win has a share of it
    moves: int  # decisions with a choice
    seconds: float  # of thought, all in all
    slowest: float
    times: dict[str, int]  # moves by the step of their time
    forfeits: int
    reasons: list[str]


@dataclass(frozen=True)
class Played:
    """A finished game."""

    number: int
    turns: int
    ending: str
    digest: str  # of the final position
    seats: list[Seat]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**vars(self), "seats": [vars(seat) for seat in self.seats]}

    def places(self) -> list[int]:
        """The place of each seat, from 0: winners first, the others by their points."""
        order = [(seat.won == 0, 0 if seat.won else -seat.points) for seat in self.seats]
        ranks = sorted(set(order))
        return [ranks.index(place) for place in order]

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Played":
        """The game that plain data tell."""
        return cls(**{**data, "seats": [Seat(**seat) for seat in data["seats"]]})


class Table:
    """The rules and the entrants of a plan, ready to play any of its games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.key = key_of(plan.seed)
        self.lasting: dict[tuple[str, int], Bot] = {}  # bots that live longer than a game, by entrant and seat

    def warm_up(self) -> None:
        """Compiles, or loads, what playing and thinking need."""
        self.rules.warm_up()
        for bot in self.plan.bots():
            bot.warm_up()
            bot.close()

    def play(self, number: int) -> Played:
        """Plays a game of the plan to its end."""
        deal, place = divmod(number, len(self.plan.seatings))
        position = self.dealt(deal)
        seats = [
            Player(self, self.plan.players[entrant], deal, place, seat)
            for seat, entrant in enumerate(self.plan.seatings[place], 1)
        ]
        while legal := position.legal():
            choice = len(legal) > 1  # what is forced, an automaton's turn too, is nobody's decision
            position.play(seats[position.seat - 1].decide(position, legal) if choice else legal[0])
        return self.result(number, position, seats)

    def bot(self, entrant: Entrant, seat: int) -> Bot:
        """A bot for one game; nothing of an earlier game is in it, but a process of its own is used again."""
        if (entrant.spec, seat) in self.lasting:
            return self.lasting[entrant.spec, seat]
        bot = made(entrant, self.rules)
        if hasattr(bot, "command"):
            self.lasting[entrant.spec, seat] = bot
            with suppress(CoatlError):  # if it does not start now, it forfeits when it is asked
                bot.warm_up()
        return bot

    def close(self) -> None:
        """Ends the processes of bots."""
        for bot in self.lasting.values():
            bot.close()

    def dealt(self, deal: int) -> Position:
        """The beginning of a game: number `deal` of the seed, as in simulations and in `coatl.new(stream=deal)`."""
        states = self.rules.blank()
        self.rules.seed(states, self.key, deal)
        self.rules.set_up(states)
        return Position(self.rules, states)

    def result(self, number: int, position: Position, players: Sequence["Player"]) -> Played:
        """How the game ended."""
        result = self.rules.result(position.states)
        assert result is not None
        line_up = [*self.plan.seatings[number % len(self.plan.seatings)], AUTOMATON]
        seats = []
        for place, points in enumerate(result.points):
            won = (place + 1 in result.winners) / len(result.winners)
            thought = players[place].thought() if place < len(players) else NO_THOUGHT
            seats.append(Seat(line_up[place], int(points), won, **thought))
        digest = hashlib.sha256(position.states.tobytes()).hexdigest()[:16]
        return Played(number, self.rules.turns(position.states), result.ending, digest, seats)


class Player:
    """A bot on a seat: asked for its decisions, timed, and replaced for a decision that it forfeits."""

    def __init__(self, table: Table, entrant: Entrant, deal: int, place: int, seat: int) -> None:
        self.rules: Rules = table.rules
        self.seat = seat
        self.limit = entrant.limit
        self.patience = table.plan.patience + (self.limit.seconds or 0)
        self.rng = rng_of(f"arena {table.plan.seed} {deal} {place} {seat}")
        self.deal = f"arena {table.plan.seed} {deal} forfeits {seat}"
        self.stand_in: np.random.Generator | None = None
        self.times: Counter[str] = Counter()
        self.seconds = self.slowest = 0.0
        self.moves = self.forfeits = 0
        self.reasons: list[str] = []
        self.bot = table.bot(entrant, seat)
        self.blind = type(self.bot) is RandomBot  # needs no view and cannot hang
        self.witness = getattr(self.bot, "witness", None)  # a clairvoyant, to measure what could be won at most

    def decide(self, position: Position, legal: Sequence[int]) -> int:
        """The bot's action, or any legal one in its place."""
        texts = tuple(map(self.rules.text, legal))
        view = None if self.blind else view_of(position, self.seat, texts)
        if self.witness:
            self.witness(position)
        began = time.perf_counter()
        try:
            action = legal[self.asked(view, texts)]
        except (Exception, SystemExit) as fault:
            action = self.forfeit(legal, fault)
        self.note(time.perf_counter() - began)
        return action

    def asked(self, view: Any, texts: tuple[str, ...]) -> int:
        """The place of the bot's answer among the legal actions."""
        with nullcontext() if self.blind else patience(self.patience):
            answer = self.bot.choose(view, texts, self.limit, self.rng)
        if not isinstance(answer, str) or answer not in texts:
            raise IllegalAction("bot.illegal", f"It answered {short(answer)}, which is not legal.")
        return texts.index(answer)

    def forfeit(self, legal: Sequence[int], fault: BaseException) -> int:
        """Any legal action, by the deal's own chance; the reason is kept."""
        self.forfeits += 1
        if len(self.reasons) < MOST_REASONS:
            self.reasons.append(reason_of(fault))
        if self.stand_in is None:
            self.stand_in = rng_of(self.deal)
        return legal[int(self.stand_in.integers(len(legal)))]

    def note(self, seconds: float) -> None:
        """Counts the time of a move in."""
        self.moves += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.times[str(round(STEPS * math.log2(max(seconds, 1e-9))))] += 1

    def thought(self) -> dict[str, Any]:
        """What is to be kept of its moves."""
        return {
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "slowest": round(self.slowest, 6),
            "times": dict(self.times),
            "forfeits": self.forfeits,
            "reasons": self.reasons,
        }


NO_THOUGHT: dict[str, Any] = {"moves": 0, "seconds": 0.0, "slowest": 0.0, "times": {}, "forfeits": 0, "reasons": []}


def view_of(position: Position, seat: int, legal: tuple[str, ...]) -> Any:
    """What the deciding seat sees; nothing is taken back in a match."""
    return replace(position.rules.view(position.states, seat), legal=legal)


def reason_of(fault: BaseException) -> str:
    """Why a decision was forfeited, its code first."""
    code, message = "bot.crashed", f"{type(fault).__name__}: {fault}"
    if isinstance(fault, CoatlError):
        code, message = fault.code, fault.message
    return f"{code}: {' '.join(message.split())}"[:LONGEST_REASON]


def short(answer: Any) -> str:
    """An answer that fits into a line."""
    try:
        text = repr(answer)
    except Exception:
        text = f"a {type(answer).__name__}"
    return text if len(text) < 60 else text[:57] + "…"


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Interrupts a bot that hangs; only where the system can: in the main thread of a process, with an alarm clock."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: Any) -> None:
        raise CoatlError("bot.hangs", f"It did not answer within {seconds:g} seconds.")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
