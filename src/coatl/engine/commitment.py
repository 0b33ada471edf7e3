"""The commitment to a game: a hash that a table shows before the first move, so that what it covers cannot be changed.

Records of format 1 commit to the seed alone, those of format 2 to everything that is agreed before the first move. The
moves come later: they are checked by replaying them, and no commitment can promise which of several legal moves, or
orders of moves, were made.

>>> terms = Terms("board", 1, {"players": 2}, None, ("Ann", "Ben"), "7", 0)
>>> terms.text(1), terms.text(2)[:40]
('coatl commitment 0 7', 'coatl commitment v2 {"deck":null,"game":')
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

SEED_ONLY, WHOLE = 1, 2  # the formats of records
COVERED = {
    SEED_ONLY: ("seed",),
    WHOLE: ("game", "rules", "options", "deck", "players", "seed"),
}


@dataclass(frozen=True)
class Terms:
    """What a game is before its first move."""

    game: str
    rules: int
    options: Mapping[str, Any]
    deck: str | None  # the digest of an own deck
    players: tuple[str, ...]
    seed: str
    stream: int

    def text(self, format: int) -> str:
        """The text whose hash is the commitment in this format of records."""
        if format == SEED_ONLY:
            return f"coatl commitment {self.stream} {self.seed}"
        return f"coatl commitment v2 {canonical(asdict(self))}"

    def commitment(self, format: int) -> str:
        """The commitment in this format of records: a SHA-256 in hexadecimal digits."""
        return digest(self.text(format))


def canonical(data: Any) -> str:
    """The one JSON text of plain data: keys in order, no spaces."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()
