"""One decision of a bot, whatever the bot does: its own choice, or a random one with the reason why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coatl.bots.base import Bot, Limit, rng_of
from coatl.engine.errors import CoatlError


@dataclass(frozen=True)
class Decision:
    """What is played. `forfeit` says why the bot's own choice is not; it may tell of the bot's hand, `code` does not."""

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
        action = bot.choose(view, legal, limit, chance)
        if isinstance(action, str) and action in legal:
            return Decision(action)
        fault = CoatlError("bot.illegal", f"The bot answered {str(action)[:60]!r}, which is not legal.", legal)
    except CoatlError as known:
        fault = known
    except Exception as mistake:  # a bot of one's own may fail in any way
        fault = CoatlError("bot.crashed", f"The bot failed: {type(mistake).__name__}: {str(mistake)[:300]}")
    code = fault.code if fault.code.startswith("bot.") else "bot.crashed"
    return Decision(legal[int(rng.integers(len(legal)))], str(fault), code)
