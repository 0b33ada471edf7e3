"""What may be given to a game: a seed, a stream of chance, names of players."""

import re
import secrets
from collections.abc import Sequence

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules

LONGEST_NAME = 40


def check_seed(seed: str | int | None) -> str:
    """A seed as text; a fresh secret one if none is given."""
    if seed is None:
        return secrets.token_hex(16)
    number = isinstance(seed, int) and abs(seed) < 10**99
    text = str(seed) if number else seed
    if not isinstance(text, str) or not re.fullmatch(r"[^\x00-\x1f\"\ud800-\udfff]{1,100}", text):
        raise CoatlError("seed.text", "A seed is a number, or a text of 1 to 100 characters without quotes.")
    return text


def check_stream(stream: int) -> int:
    if type(stream) is not int or not 0 <= stream < 1 << 62:
        raise CoatlError("seed.stream", "A stream is a number from 0 on.")
    return stream


def check_names(names: Sequence[str] | None, rules: Rules) -> tuple[str, ...]:
    """One name for each human or bot seat; one that was erased is empty."""
    players = int(rules.options["players"])
    if names is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != players:
        raise CoatlError("players.names", f"The names should be a list of {players}, one for each player.")
    for name in names:
        if not isinstance(name, str) or not re.fullmatch(rf"[^\x00-\x1f\"\ud800-\udfff]{{0,{LONGEST_NAME}}}", name):
            raise CoatlError("players.names", f"A name has at most {LONGEST_NAME} characters, without quotes.")
    return tuple(names)
