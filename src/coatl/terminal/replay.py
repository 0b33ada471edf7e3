"""`coatl replay` and `coatl verify`: a record told again, and checked."""

import re
from pathlib import Path

from rich.text import Text

from coatl.describe.automata import AUTOMATA
from coatl.engine.commitment import SEED_ONLY
from coatl.engine.errors import CoatlError
from coatl.engine.record import UNDO, Record
from coatl.engine.redaction import heard
from coatl.engine.rules import Rules
from coatl.game import Game, lacks_names, read_record
from coatl.messages import t
from coatl.registry import rules_of_record
from coatl.terminal import narration
from coatl.terminal.compilation import ready
from coatl.terminal.opponents import advice
from coatl.terminal.presenter import EVERYBODY, presenter_of
from coatl.terminal.prompt import Prompt
from coatl.terminal.scene import head_line
from coatl.terminal.screen import Screen
from coatl.terminal.seats import shown_names
from coatl.terminal.session import resumed
from coatl.terminal.theme import console
from coatl.terminal.wording import listed


def read(path: Path) -> Record:
    """A record whose rules are ready to be played."""
    record = read_record(path)
    ready(rules_of_record(record))
    return record


def number_of_actions(record: Record) -> str:
    return t("terminal.actions_count", n=len(record.entries))


def verify(path: Path) -> None:
    """Replays a record and says exactly what was checked; whatever does not agree is an error."""
    record = read(path)
    game = Game.replay(record)
    draws = "possible" if record.seed is None else "seed"
    out = console()
    out.print(t("terminal.sound", actions=number_of_actions(record), draws=t(f"terminal.draws_{draws}")))
    if record.seed is not None:
        computed = game.terms(record.seed).commitment(record.format)
        out.print(committed_to(record, is_known=record.commitment == computed or not lacks_names(record)))
    out.print(t("terminal_verify.moves"))
    result = game.result
    if result is None:
        out.print(t("terminal.not_over"))
        return
    names = [*shown_names(game.names), *[t("terminal.automaton")] * (game.rules.seats - len(game.names))]
    points = ", ".join(f"{name} {number}" for name, number in zip(names, result.points, strict=True))
    winners = listed([names[seat - 1] for seat in result.winners])
    out.print(t("terminal.won_by", points=points, names=winners))


def committed_to(record: Record, is_known: bool = True) -> str:
    """What the commitment of a record proves, if it is the one that was shown before the first move."""
    if record.commitment is None:
        return t("terminal_verify.commitment_none")
    if not is_known:
        return t("terminal_verify.commitment_erased", commitment=record.commitment)
    key = "terminal_verify.commitment_seed" if record.format == SEED_ONLY else "terminal_verify.commitment_whole"
    return t(key, commitment=record.commitment)


def replay(path: Path, at: int | None, seat: int | None, step: bool, adviser: str | None = None) -> None:
    """Tells a game again, shows one moment of it, or goes through it table by table."""
    record = read(path)
    check_seat(record, seat)
    if adviser is not None:
        if at is None:
            raise CoatlError("replay.advice", "Advice is for one moment of the game: name it.", ["--at N"])
        show_advice(Prompt(), record, seat, at, adviser)
    elif step:
        step_through(record, seat, at or 0)
    elif at is not None:
        show_table(Prompt(), record, seat, at)
    else:
        narrate(record, seat)


def check_seat(record: Record, seat: int | None) -> None:
    """A seat by whose eyes to see must be there."""
    seats = [str(number) for number in range(1, len(record.players) + 1)]
    if seat is not None and str(seat) not in seats:
        raise CoatlError("seat.unknown", f"Nobody sits on seat {seat}.", seats)


def show(path: Path, at: int | None, seat: int | None, svg: Path | None) -> None:
    """The table at one moment: in the terminal, or drawn into a file."""
    record = read(path)
    check_seat(record, seat)
    number = len(record.entries) if at is None else at
    if svg is None:
        show_table(Prompt(), record, seat, number)
        return
    game = moment(record, number)
    try:
        svg.write_text(game.to_svg("end" if seat is None and game.over else seat), encoding="utf-8")
    except OSError as fault:
        raise CoatlError("file.write", f"{svg} cannot be written: {fault.strerror or fault}.") from None


def narrate(record: Record, seat: int | None) -> None:
    """The whole game in words; when it is over, nothing is secret any more."""
    game, events = resumed(record)
    presenter = presenter_of(game)
    screen = Prompt()
    viewer = EVERYBODY if seat is None and game.over else seat
    screen.show(*narration.lines(events, viewer, presenter.names))
    if game.result is not None:
        screen.show("", presenter.result(game.view("end"), game.result, screen.width))
    else:
        screen.show("", Text(t("terminal.not_over"), "quiet"))


def moment(record: Record, number: int) -> Game:
    """The game after so many actions."""
    for done, game in enumerate(Game.steps(record)):
        if done == number:
            return game
    raise CoatlError("replay.number", f"The record has {number_of_actions(record)}.", [f"0 to {len(record.entries)}"])


def show_table(screen: Screen, record: Record, seat: int | None, number: int) -> None:
    """The table after so many actions."""
    game = moment(record, number)
    presenter = presenter_of(game)
    view = game.view(seat)
    screen.show(head_line(presenter, view, screen.width))
    done = entry_for(seat, record, number, game.rules) if number else t("terminal.table_laid")
    screen.show(Text(t("terminal.action_of", n=number, last=len(record.entries), what=done), "quiet"), "")
    screen.show(presenter.table(view, screen.width))
    if game.result is not None:
        screen.show(presenter.result(game.view("end"), game.result, screen.width))


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
    screen = Prompt()
    while True:
        screen.clear()
        show_table(screen, record, seat, number)
        typed = screen.ask(f"{t('terminal.stepping')} ")
        if typed is None or typed.strip().lower() in ("q", "quit"):
            return
        word = typed.strip().lower()
        wanted = int(word) if re.fullmatch(r"[0-9]{1,5}", word) else number + (-1 if word == "b" else 1)
        number = max(0, min(len(record.entries), wanted))
