"""A bot in another process: any command that speaks the line protocol (docs/bots.md)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.bots import line_protocol
from coatl.bots.base import Bot, Limit, Thought
from coatl.bots.channel import Channel
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules

GRACE = 2.0  # seconds over the limit, for a busy machine
UNLIMITED = 60.0  # seconds for a decision that has no limit in time
GREETING = 180.0  # seconds until the first answer: a bot may have to compile
MOST_STARTS = 3  # failures in a row before a command is given up


def patience(limit: Limit) -> float:
    """How many seconds a decision may take before the process is taken for dead."""
    return UNLIMITED if limit.seconds is None else limit.seconds + GRACE


class ProcessBot(Bot):
    """Asks a process, which it starts when needed and starts anew after one that hung, crashed or spoke nonsense.

    :raises CoatlError: from `choose`: bot.hangs, bot.crashed, bot.protocol or bot.illegal.
    """

    title = "Process"
    sentence = "A program of your own, spoken to in lines of JSON."

    def __init__(self, rules: Rules, command: Sequence[str]) -> None:
        super().__init__(rules)
        self.command = tuple(command)
        self.channel: Channel | None = None
        self.failures = 0  # starts in a row that came to nothing

    def warm_up(self) -> None:
        """Starts the process, so that the first decision does not wait for it."""
        self.started()

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """What the process answers."""
        answer = self.asked(
            self.started(), line_protocol.question(self.rules, view, legal, limit, rng), patience(limit)
        )
        return line_protocol.read_answer(answer, legal)

    def started(self) -> Channel:
        """The process that runs, or a new one that has answered the greeting."""
        if self.channel is not None:
            return self.channel
        if self.failures >= MOST_STARTS:
            raise CoatlError("bot.crashed", f"The bot's command failed to start {MOST_STARTS} times: it is given up.")
        self.failures += 1
        try:
            self.channel = Channel(self.command)
        except OSError as fault:
            raise CoatlError("bot.crashed", f"The bot cannot be started: {fault.strerror or fault}.") from None
        answer = self.asked(self.channel, line_protocol.greeting(self.rules), GREETING)
        try:
            if "error" in answer:
                raise CoatlError("bot.crashed", f"The bot failed: {str(answer['error'])[:300]}")
            line_protocol.check_version(answer)
        except CoatlError:
            self.close()
            raise
        self.failures = 0
        return self.channel

    def asked(self, channel: Channel, message: line_protocol.Data, seconds: float) -> line_protocol.Data:
        """The answer to a message; a process that gives none is ended."""
        try:
            return channel.ask(message, seconds)
        except BaseException:  # also Ctrl-C: the answer would come when nobody asks
            self.close()
            raise

    def close(self) -> None:
        """Ends the process; the next decision starts a new one."""
        if self.channel is not None:
            self.channel.end()
            self.channel = None
