"""`coatl bot serve`: any bot of the registry, or of one's own, behind the line protocol (docs/bots.md)."""

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import BinaryIO

from coatl.bots import line_protocol
from coatl.bots.base import Bot
from coatl.bots.registry import Entrant
from coatl.engine.errors import CoatlError


def serve(entrant: Entrant, lines: BinaryIO, out: BinaryIO) -> None:
    """Answers line by line until there are no more; what a bot prints by itself goes to standard error."""
    with redirect_stdout(sys.stderr):
        for answer in answers(entrant, lines):
            out.write(line_protocol.to_line(answer))
            out.flush()


def answers(entrant: Entrant, lines: BinaryIO) -> Iterator[line_protocol.Data]:
    """What is said to the greeting, then to each question; a fault is told, and the next line is awaited."""
    bot: Bot | None = None
    for line in lines:
        try:
            if bot is None:
                bot = entrant.make(line_protocol.read_greeting(line_protocol.from_line(line)))
                bot.warm_up()
                yield {"coatl": line_protocol.PROTOCOL, "name": bot.title}
            else:
                yield answer(bot, line)
        except CoatlError as fault:
            yield {"error": str(fault)}
        except Exception as fault:  # a bot's own mistake ends a decision, not the process
            yield {"error": f"{type(fault).__name__}: {fault}"}
    if bot is not None:
        bot.close()


def answer(bot: Bot, line: bytes) -> line_protocol.Data:
    """The choice of a bot, and why."""
    asked = line_protocol.read_question(line_protocol.from_line(line), bot.rules.game)
    return line_protocol.answer(bot.think(asked.view, asked.legal, asked.limit, asked.rng))
