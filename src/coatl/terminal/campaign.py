"""The solo campaign of the card game: beat CARL, and CARL 2.0 opens (RULES 5.5). Kept beside the last game."""

import json
from pathlib import Path
from typing import Any

from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.game import Game
from coatl.terminal.saving import state_folder

FILE = "campaign.json"
OPPONENTS = {"carl": "CARL", "carl2": "CARL 2.0"}  # in the order in which they are met
NEXT = "coatl play card --campaign"


class Campaign:
    """How often each opponent was met and beaten, and which game is being played."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or state_folder() / FILE
        self.won = dict.fromkeys(OPPONENTS, 0)
        self.lost = dict.fromkeys(OPPONENTS, 0)
        self.game: str | None = None  # the commitment of the campaign's game that is not over
        if self.path.exists():
            self.read()

    def read(self) -> None:
        """Reads what is kept.

        :raises CoatlError: if the file is spoiled.
        """
        try:
            kept: Any = json.loads(self.path.read_text(encoding="utf-8"))
            for counts, name in ((self.won, "won"), (self.lost, "lost")):
                counts.update({opponent: checked(kept[name][opponent]) for opponent in OPPONENTS})
            self.game = None if kept["game"] is None else str(kept["game"])
        except (OSError, ValueError, TypeError, KeyError):
            message = f"{self.path} does not hold a campaign: delete it to begin anew."
            raise CoatlError("campaign.broken", message) from None

    def keep(self) -> None:
        """Writes the campaign, whole or not at all."""
        kept = {"won": self.won, "lost": self.lost, "game": self.game}
        fresh = self.path.with_name(f"{FILE}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(kept), encoding="utf-8")
            fresh.replace(self.path)
        except OSError as fault:
            raise CoatlError("file.write", f"The campaign cannot be kept: {fault.strerror or fault}.") from None

    @property
    def opponent(self) -> str:
        """Whom to play next."""
        return "carl2" if self.won["carl"] else "carl"

    def begin(self, game: Game) -> None:
        """Notes which game is the campaign's, so that it counts even if it is left and resumed."""
        self.game = game.commitment
        self.keep()

    def plays(self, game: Game) -> bool:
        """Whether this is the campaign's game."""
        return self.game is not None and self.game == game.commitment

    def end(self, game: Game) -> Text:
        """Counts a game that is over, and says what comes next."""
        result, opponent = game.result, str(game.rules.options["opponent"])
        assert result is not None
        beaten = result.winners == (1,)
        opens = beaten and opponent == "carl" and not self.won["carl"]
        (self.won if beaten else self.lost)[opponent] += 1
        self.game = None
        self.keep()
        news = "You have beaten CARL: CARL 2.0 is open. " if opens else ""
        return Text.assemble((news, "title"), self.progress(), (f"\nNext: {NEXT}", "quiet"))

    def progress(self) -> Text:
        """How the campaign stands."""
        told = [f"{name}: {self.won[key]} won, {self.lost[key]} lost" for key, name in OPPONENTS.items()]
        closed = "" if self.won["carl"] or self.won["carl2"] or self.lost["carl2"] else " (beat CARL to meet it)"
        return Text.assemble(("Campaign  ", "heading"), f"{' · '.join(told)}{closed}")


def checked(count: Any) -> int:
    if type(count) is not int or count < 0:
        raise ValueError(count)
    return count
