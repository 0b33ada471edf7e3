"""Where games are kept, so that every game can be left and resumed."""

import os
import shlex
import tempfile
from itertools import count
from pathlib import Path

from coatl.engine.errors import CoatlError
from coatl.game import Game, read_record

LAST = "last.coatl"


def state_folder() -> Path:
    """The folder for games that were left: XDG_STATE_HOME, or its usual place."""
    given = os.environ.get("XDG_STATE_HOME")
    if given:
        return Path(given) / "coatl"
    try:
        return Path.home() / ".local" / "state" / "coatl"
    except RuntimeError:  # nobody's home
        return Path(tempfile.gettempdir()) / "coatl"


def last_game() -> Path:
    """The file of the last game.

    :raises CoatlError: if there is none.
    """
    path = state_folder() / LAST
    if not path.exists():
        raise CoatlError("resume.none", f"There is no game to resume in {path}.", ["coatl play board", "a FILE"])
    return path


def tilde(path: Path) -> str:
    """A path as people write it, with ~ for their home."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


class Saves:
    """Saves a game after every action: as the last game, and in the player's own file if there is one."""

    def __init__(self, own: Path | None = None, resumed: Path | None = None) -> None:
        self.last = state_folder() / LAST
        self.own = own if own is not None else resumed if resumed != self.last else None
        self.fresh = resumed != self.last  # another game may lie in the place of the last one
        self.trouble: str | None = None  # why the last game cannot be kept
        self.kept: Path | None = None  # the unfinished game that had to move

    @property
    def place(self) -> Path:
        """Where the game is found again."""
        return self.own or self.last

    @property
    def resume(self) -> str:
        """The words that resume the game."""
        return f"--resume {shlex.quote(str(self.own))}" if self.own else "--resume"

    def keep(self, game: Game) -> None:
        """Writes the game down; trouble with the player's own file is an error, other trouble is only noted."""
        if self.own is not None:
            game.save(self.own)
        try:
            self.last.parent.mkdir(parents=True, exist_ok=True)
            if self.fresh:
                self.make_room()
            game.save(self.last)
        except (OSError, CoatlError) as fault:
            self.trouble = str(fault)

    def make_room(self) -> None:
        """Moves an unfinished game out of the way."""
        self.fresh = False
        if self.last.exists() and is_unfinished(self.last):
            self.kept = free_place(self.last.parent)
            self.last.replace(self.kept)


def free_place(folder: Path) -> Path:
    """A place for one more unfinished game: none that was left is ever overwritten."""
    places = (folder / (f"previous-{number}.coatl" if number > 1 else "previous.coatl") for number in count(1))
    return next(place for place in places if not place.exists())


def is_unfinished(path: Path) -> bool:
    """Whether a file may hold a game that somebody wants to go on with."""
    try:
        return read_record(path).result is None
    except CoatlError:
        return False
