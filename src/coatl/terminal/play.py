"""`coatl play`: from the options of the command line to a session."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from coatl.engine.errors import CoatlError
from coatl.game import Game, read_record
from coatl.registry import rules_of, rules_of_record
from coatl.terminal.campaign import Campaign
from coatl.terminal.compilation import ready
from coatl.terminal.front_end import on_screen
from coatl.terminal.presenter import check_game
from coatl.terminal.saves import Saves, last_game
from coatl.terminal.seats import OWN, Owned, entrant_at, number_of_seats, owned, seat_names, some_bots
from coatl.terminal.session import Session, resumed
from coatl.validation import check_names, check_seed


def begin(
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[str],
    bots: Sequence[str],
    seed: str | None,
    deck: Path | None,
    save: Path | None,
    *,
    campaign: bool = False,
    plain: bool = False,
) -> None:
    """Plays a new game, perhaps the next one of the campaign."""
    check_game(game)
    progress = Campaign() if campaign else None
    if progress is not None:
        options = {"solo": True, "opponent": progress.opponent, **options}
    solo = bool(options.get("solo"))
    players = number_of_seats(options.get("players"), seats, bots, solo)
    rules = rules_of(game, deck=deck, **{**options, "players": players})
    names = check_names(seat_names(players, seats, bots, solo), rules)
    own = owned([*seats, *bots])
    check_seed(seed)
    check_file(save)
    ready(rules, some_bots(names, rules, own))
    played = Game(rules, seed, names)
    if progress is not None:
        progress.begin(played)
    plain = plain or nobody_plays(played, own)
    on_screen(lambda screen: Session(played, screen, Saves(save), campaign=progress, own=own).run(), plain)


def go_on(game: str, file: Path | None, save: Path | None, bots: Sequence[str] = (), plain: bool = False) -> None:
    """Plays on with a saved game, the last one unless a file is named; bots of one's own are named again."""
    check_game(game)
    path = file or last_game(game)
    record = read_record(path)
    if record.game != game:
        raise CoatlError("record.game", f"{path} holds a game of {record.game!r}.", [f"coatl play {record.game}"])
    check_file(save)
    own = owned(bots)
    if len(own) < len(bots) or not set(own) <= set(record.players):
        message = "A saved game goes on with its own bots; only a bot of your own that sits there is named again."
        raise CoatlError("options.contradict", message, [name for name in record.players if name.startswith(OWN)])
    rules = rules_of_record(record)
    ready(rules, some_bots(record.players, rules, own))
    played, events = resumed(record)
    progress = Campaign() if record.options.get("opponent") else None
    plain = plain or played.over or nobody_plays(played, own)
    on_screen(lambda screen: Session(played, screen, Saves(save, path), events, progress, own).run(), plain)


def nobody_plays(game: Game, own: Owned) -> bool:
    """Whether only bots sit there, so that nobody has a table to look at."""
    return all(entrant_at(name, own) is not None for name in game.names)


def check_file(save: Path | None) -> None:
    """A place where nothing can be saved is better known before the game."""
    if save is not None and (save.is_dir() or not save.parent.is_dir()):
        raise CoatlError("file.write", f"{save} cannot be written.", ["a file in a folder that exists"])
