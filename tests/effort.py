"""How often tests repeat what they do with chance: seldom as plain Python, more often with COATL_GAMES.

`make test` does enough to notice a fault that a change brings; COATL_GAMES=5 make test does five times as much.
"""

import os

from coatl.engine.jit import DISABLED

OFTEN = float(os.environ.get("COATL_GAMES", "1"))


def times(compiled: int, plain: int = 1) -> int:
    """How many games, positions or examples a test looks at, at least one."""
    return max(1, round((plain if DISABLED else compiled) * OFTEN))
