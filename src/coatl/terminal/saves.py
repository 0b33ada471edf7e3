"""Where games are kept, so that every game can be left and resumed."""

import shlex
from itertools import count
from pathlib import Path

from coatl.engine.errors import CoatlError
from coatl.folders import user_folder
from coatl.game import Game, read_record
from coatl.terminal.wording import error_text

LAST = "last.coatl"


def state_folder() -> Path:
    """The folder for games that were left."""
    return user_folder("state")


def last_game(game: str) -> Path:
    """The file of the last game of this kind; one that had to make room for the other kind comes back to its place.

    :raises CoatlError: if there is none.
    """
    last = state_folder() / LAST
    if not last.exists() or kind_of(last) not in (game, None):
        found = [path for path in last.parent.glob("previous*.coatl") if kind_of(path) == game]
        if not found:
            others = [f"coatl play {kind_of(last)} --resume"] if last.exists() else []
            message = f"There is no {game} game to resume in {last.parent}."
            raise CoatlError("resume.none", message, [*others, f"coatl play {game}", "a FILE"])
        swap(last, max(found, key=lambda path: path.stat().st_mtime))
    return last


def kind_of(path: Path) -> str | None:
    """Which game a file holds; None if it cannot be read."""
    try:
        return read_record(path).game
    except CoatlError:
        return None


def swap(last: Path, before: Path) -> None:
    """Puts an earlier game in the place of the last one, which is kept if it is unfinished."""
    if last.exists() and is_unfinished(last):
        last.replace(free_place(last.parent))
    before.replace(last)


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
            self.trouble = error_text(fault) if isinstance(fault, CoatlError) else str(fault)

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
