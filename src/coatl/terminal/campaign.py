"""The solo campaign of the card game: beat CARL, and CARL 2.0 opens (RULES 5.5). Kept beside the last game."""

import json
from pathlib import Path
from typing import Any

from rich.text import Text

from coatl.card.options import AUTOMATA
from coatl.engine.errors import CoatlError
from coatl.game import Game
from coatl.messages import t
from coatl.terminal.saves import state_folder
from coatl.terminal.seats import shown_name

FILE = "campaign.json"
NEXT = "coatl play card --campaign"


class Campaign:
    """How often each opponent was met and beaten, and which game is being played."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or state_folder() / FILE
        self.won = dict.fromkeys(AUTOMATA, 0)
        self.lost = dict.fromkeys(AUTOMATA, 0)
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
                counts.update({opponent: checked(kept[name][opponent]) for opponent in AUTOMATA})
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
        news = f"{t('table.campaign_beaten')} " if opens else ""
        coming = t("terminal.campaign_next", command=NEXT)
        return Text.assemble((news, "title"), self.progress(), (f"\n{coming}", "quiet"))

    def progress(self) -> Text:
        """How the campaign stands."""
        counts = [
            t("table.campaign_count", name=shown_name(name), won=self.won[opponent], lost=self.lost[opponent])
            for opponent, name in AUTOMATA.items()
        ]
        met = self.won["carl"] or self.won["carl2"] or self.lost["carl2"]
        closed = "" if met else f" {t('terminal.campaign_closed')}"
        return Text.assemble((f"{t('terminal.campaign')}  ", "heading"), f"{' · '.join(counts)}{closed}")


def checked(count: Any) -> int:
    if type(count) is not int or count < 0:
        raise ValueError(count)
    return count
