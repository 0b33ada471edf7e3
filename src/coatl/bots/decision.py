"""One decision of a bot, whatever the bot does: its own choice, or a random one with the reason why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from coatl.bots.base import Bot, Limit, Thought, rng_of
from coatl.engine.errors import CoatlError

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Decision:
    """What is played. `forfeit` says why it is not the bot's own choice, and may tell of its hand; `code` does not."""

    action: str
    forfeit: str | None = None
    code: str | None = None  # bot.hangs, bot.crashed, bot.protocol, bot.illegal


def decide(bot: Bot, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Decision:
    """The choice of a bot; one that fails forfeits this decision, and a random legal action is played instead.

    Each decision has a generator of its own, so the next one does not depend on how much chance this one used up:
    a bot decides alike in this process and in another one.
    """
    chance = rng_of(rng.bytes(16).hex())
    try:
        action = answered(bot.choose, view, legal, limit, chance)
        check_legal(action, legal)
    except CoatlError as fault:
        return Decision(legal[int(rng.integers(len(legal)))], str(fault), fault.code)
    return Decision(action)


def advise(bot: Bot, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
    """What a bot thinks of a decision, for the eyes of the seat whose view it is.

    :raises CoatlError: if the bot fails.
    """
    thought = answered(bot.think, view, legal, limit, rng)
    check_legal(thought.choice, legal)
    return thought


def answered(
    ask: Callable[[Any, Sequence[str], Limit, np.random.Generator], Answer],
    view: Any,
    legal: Sequence[str],
    limit: Limit,
    rng: np.random.Generator,
) -> Answer:
    """What a bot says; whatever goes wrong inside it is one kind of error."""
    try:
        return ask(view, legal, limit, rng)
    except CoatlError as fault:
        if fault.code.startswith("bot."):
            raise
        raise CoatlError("bot.crashed", f"The bot failed: {fault}") from None
    except Exception as mistake:  # a bot of one's own may fail in any way
        message = f"The bot failed: {type(mistake).__name__}: {str(mistake)[:300]}"
        raise CoatlError("bot.crashed", message) from mistake


def check_legal(action: Any, legal: Sequence[str]) -> None:
    """Refuses what is no legal action."""
    if not isinstance(action, str) or action not in legal:
        raise CoatlError("bot.illegal", f"The bot answered {str(action)[:60]!r}, which is not legal.", legal)
