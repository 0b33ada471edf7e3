"""`coatl replay` and `coatl verify`: a record told again, and checked."""

import re
from pathlib import Path

from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.engine.record import UNDO, Record
from coatl.engine.rules import Rules
from coatl.engine.seen import heard
from coatl.game import Game, read_record, rules_of_record
from coatl.terminal import news
from coatl.terminal.compiling import ready
from coatl.terminal.faces import EVERYBODY, face_of
from coatl.terminal.look import console
from coatl.terminal.opponents import advice
from coatl.terminal.screen import Screen
from coatl.terminal.session import AUTOMATA, head_line, resumed

STEPPING = "Enter next, b back, a number goes there, q leaves: "


def read(path: Path) -> Record:
    """A record whose rules are ready to be played."""
    record = read_record(path)
    ready(rules_of_record(record))
    return record


def number_of_actions(record: Record) -> str:
    return f"{len(record.entries)} action{'s' * (len(record.entries) != 1)}"


def verify(path: Path) -> None:
    """Replays a record and says what was checked; whatever does not agree is an error."""
    record = read(path)
    game = Game.replay(record)
    seed = "every draw follows from the seed" if record.seed is not None else "every draw could have happened"
    committed = ", which is the one that was committed to" if record.seed is not None and record.commitment else ""
    out = console()
    out.print(f"The record is sound: {number_of_actions(record)}, all legal; {seed}{committed}.")
    result = game.result
    if result is None:
        out.print("The game is not over.")
        return
    names = [*game.names, *["the automaton"] * (game.rules.seats - len(game.names))]
    points = ", ".join(f"{name} {number}" for name, number in zip(names, result.points, strict=True))
    winners = " and ".join(names[seat - 1] for seat in result.winners)
    out.print(f"Points: {points}. Won by {winners}.")


def replay(path: Path, at: int | None, seat: int | None, step: bool, adviser: str | None = None) -> None:
    """Tells a game again, shows one moment of it, or goes through it table by table."""
    record = read(path)
    if seat is not None and not 1 <= seat <= len(record.players):
        raise CoatlError(
            "seat.unknown", f"Nobody sits on seat {seat}.", [str(i + 1) for i in range(len(record.players))]
        )
    if adviser is not None:
        if at is None:
            raise CoatlError("replay.advice", "Advice is for one moment of the game: name it.", ["--at N"])
        show_advice(Screen(), record, seat, at, adviser)
    elif step:
        step_through(record, seat, at or 0)
    elif at is not None:
        show_table(Screen(), record, seat, at)
    else:
        tell(record, seat)


def tell(record: Record, seat: int | None) -> None:
    """The whole game in words; when it is over, nothing is secret any more."""
    game, events = resumed(record)
    face = face_of(game)
    screen = Screen()
    viewer = EVERYBODY if seat is None and game.over else seat
    screen.show(*news.lines(events, viewer, face.names))
    if game.result is not None:
        screen.show("", face.result(game.view("end"), game.result, screen.width))
    else:
        screen.show("", Text("The game is not over.", "quiet"))


def moment(record: Record, number: int) -> Game:
    """The game after so many actions."""
    for done, game in enumerate(Game.steps(record)):
        if done == number:
            return game
    raise CoatlError("replay.number", f"The record has {number_of_actions(record)}.", [f"0 to {len(record.entries)}"])


def show_table(screen: Screen, record: Record, seat: int | None, number: int) -> None:
    """The table after so many actions."""
    game = moment(record, number)
    face = face_of(game)
    view = game.view(seat)
    screen.show(head_line(face, view, screen.width))
    done = entry_for(seat, record, number, game.rules) if number else "the table is laid"
    screen.show(Text(f"Action {number} of {len(record.entries)}: {done}", "quiet"), "")
    screen.show(face.table(view, screen.width))
    if game.result is not None:
        screen.show(face.result(game.view("end"), game.result, screen.width))


def show_advice(screen: Screen, record: Record, seat: int | None, number: int, adviser: str) -> None:
    """What a bot would do at a moment of the game, with the eyes of whoever decides there."""
    game = moment(record, number)
    if game.over or game.legal()[0] in AUTOMATA:
        raise CoatlError("replay.advice", f"After action {number} no player has anything to decide.")
    if seat != game.seat and (seat is not None or record.result is None):  # a thought tells of the hand
        message = f"After action {number} seat {game.seat} decides; while a game runs, advice is for its eyes alone."
        raise CoatlError("replay.advice", message, [f"--seat {game.seat}"])
    show_table(screen, record, game.seat, number)
    screen.show("", advice(screen, game, game.seat, adviser))


def entry_for(seat: int | None, record: Record, number: int, rules: Rules) -> str:
    """An entry as a seat heard it; a finished game is told in full to whoever asks for no seat."""
    entry = record.entries[number - 1]
    everything = entry.seat == seat or (seat is None and record.result is not None)
    return str(entry if everything or entry.action == UNDO else heard(entry, rules))


def step_through(record: Record, seat: int | None, number: int) -> None:
    """One table after the other, forward and back."""
    screen = Screen()
    while True:
        screen.clear()
        show_table(screen, record, seat, number)
        typed = screen.ask(STEPPING)
        if typed is None or typed.strip().lower() in ("q", "quit"):
            return
        word = typed.strip().lower()
        wanted = int(word) if re.fullmatch(r"[0-9]{1,5}", word) else number + (-1 if word == "b" else 1)
        number = max(0, min(len(record.entries), wanted))
