"""Turns: actions, undo, going back by consent, automata, bots and time-outs."""

from typing import Any

from coatl.describe.automata import AUTOMATA
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.record import UNDO
from coatl.game import Game
from coatl.server.tables import commands
from coatl.server.tables.checks import Asker, Events, own_seat, running
from coatl.server.tables.events import (
    AnsweredBack,
    AskedBack,
    Closed,
    Paused,
    Played,
    Resigned,
    TimedOut,
    Undone,
    WentBack,
)
from coatl.server.tables.state import PLAYING
from coatl.server.tables.table import Table

MOST_ENTRIES = 2_500  # in one game, undos included; the longest have some 450 without
MOST_UNDOS = 200  # of one seat in one game
MOST_BACKS = 50  # times that one game goes back


def play(table: Table, command: commands.Play, asker: Asker) -> Events:
    """A person's action."""
    seat = own_seat(table, asker, command.seat)
    game = running(table)
    if command.at is not None and command.at != table.numbers.get(command.seat, 0):
        raise CoatlError("table.stale", "Something newer has happened: look again.")
    if seat.resigned:
        raise resigned()
    if seat.stand_in is not None:
        raise CoatlError("seat.absent", "A bot plays for you: take your seat back first.", ["give_back"])
    check_turn(game, command.seat)
    check_length(game)
    action = checked(game, command.action, command.seat)
    yield Played(seat=command.seat, action=action, by="person", **asker.signature)


def check_turn(game: Game, seat: int) -> None:
    """While the choices are secret, nothing tells who is still at it."""
    if game.choosing and not game.legal(seat):
        raise IllegalAction("action.turn", "You have chosen; the others are still at it.")


def check_length(game: Game) -> None:
    """Steps forth and back for ever would fill the disk."""
    if game.length >= MOST_ENTRIES:
        raise CoatlError("table.long", f"A game has at most {MOST_ENTRIES:,} actions.")


def checked(game: Game, action: str, seat: int) -> str:
    """The action in its one notation, if it is legal; the engine says what is wrong with it otherwise."""
    return game.checked(action, seat)


def undo(table: Table, command: commands.Undo, asker: Asker) -> Events:
    """As the engine allows it."""
    own_seat(table, asker, command.seat)
    game = running(table)
    if not game.can_undo(command.seat):
        message = "There is nothing to undo: only one's own steps since the last reveal, inside the turn, can be."
        raise IllegalAction("undo.refused", message, ["ask_back"])
    if sum(entry.action == UNDO and entry.seat == command.seat for entry in game.entries) >= MOST_UNDOS:
        raise IllegalAction("undo.often", f"A seat takes back at most {MOST_UNDOS} steps in a game.", ["ask_back"])
    check_length(game)
    yield Undone(seat=command.seat, **asker.signature)


def ask_back(table: Table, command: commands.AskBack, asker: Asker) -> Events:
    """Further back, by consent of all people at the table."""
    own_seat(table, asker, command.seat)
    game = running(table)
    if table.back is not None:
        raise CoatlError("back.open", "Somebody has asked already: answer first.", ["answer_back"])
    if command.turn not in table.turns or game.choosing:
        turns = [str(turn) for turn in table.turns if turn > 0][-12:]
        raise CoatlError("back.turn", f"There was no turn {command.turn} to go back to.", turns)
    if table.backs >= MOST_BACKS:
        raise CoatlError("back.often", f"A game goes back at most {MOST_BACKS} times.")
    yield AskedBack(seat=command.seat, turn=command.turn, **asker.signature)
    yield from go_back_if_all_agree(table)


def answer_back(table: Table, command: commands.AnswerBack, asker: Asker) -> Events:
    """Consent, or not."""
    own_seat(table, asker, command.seat)
    running(table)
    if table.back is None:
        raise CoatlError("back.none", "Nobody has asked to go back.", ["ask_back"])
    if command.seat in table.back.agreed:
        raise CoatlError("back.answered", "You have agreed already.")
    yield AnsweredBack(seat=command.seat, yes=command.yes, **asker.signature)
    yield from go_back_if_all_agree(table)


def go_back_if_all_agree(table: Table) -> Events:
    """Bots agree to everything."""
    people = {number for number, seat in enumerate(table.seats, 1) if seat.human}
    if table.back is not None and people <= set(table.back.agreed):
        yield WentBack(turn=table.back.turn)


def resign(table: Table, command: commands.Resign, asker: Asker) -> Events:
    """A seat gives the game up: no rule of the game, so the record simply ends there, or a bot plays on."""
    seat = own_seat(table, asker, command.seat)
    running(table)
    if seat.resigned:
        raise resigned()
    yield Resigned(seat=command.seat, bot=commands.DEFAULT_BOT, **asker.signature)
    if table.status == PLAYING and not any(seat.human for seat in table.seats):
        yield Closed()
    elif table.status == PLAYING:
        yield from go_back_if_all_agree(table)


def resigned() -> CoatlError:
    return CoatlError("seat.resigned", "You have resigned: this game goes on without you.")


# ---------------------------------------------------------------- what nobody asks for


def follow_up(table: Table) -> Events:
    """The automaton plays at once: a whole turn is one forced action (RULES 4.5, 5.5)."""
    while table.status == PLAYING and table.game is not None and table.game.legal()[0] in AUTOMATA:
        yield Played(seat=table.game.seat, action=table.game.legal()[0], by="automaton")


def bot_move(table: Table, command: commands.BotMove, asker: Asker) -> Events:
    """What a bot has chosen, if that is still asked."""
    game = running(table)
    if command.seat not in table.thinking() or table.decisions(command.seat) != command.after:
        raise CoatlError("table.stale", "The bot's decision is no longer open.")
    action = checked(game, command.action, command.seat)
    human = table.seats[command.seat - 1].human
    yield Played(seat=command.seat, action=action, by="clock" if human else "bot")


def tick(table: Table, command: commands.Tick, asker: Asker) -> Events:
    """The time of a seat is up: a bot plays the rest of the turn, or the turn is lost."""
    if table.clock is None or table.status != PLAYING:
        return
    for seat in table.clock.due(asker.now):
        if table.status != PLAYING or table.game is None or seat not in table.clock.running:
            continue
        turn = table.game.turn
        yield TimedOut(seat=seat)
        while table.clock.timeout == "loss" and is_still_at(table, seat, turn):
            yield Played(seat=seat, action=least(table.game, seat), by="clock")


def is_still_at(table: Table, seat: int, turn: int) -> bool:
    """Whether a seat still has to act in this turn."""
    return table.status == PLAYING and table.game is not None and table.game.turn == turn and seat in table.to_act()


def least(game: Game, seat: int) -> str:
    """The action that does the least: to stop if that is legal."""
    legal = game.legal(seat)
    return next((action for action in ("done", "pass") if action in legal), legal[0])


def outages(table: Table, command: commands.Outages, asker: Asker) -> Events:
    """While the server was not there, no clock ran. Two workers may notice the same outage: it counts once."""
    if table.clock is None or table.status != PLAYING:
        return
    for since, until in command.spans:
        if until > table.paused:
            yield Paused(since=max(since, table.paused), until=until)


def own_view(table: Table, command: commands.AskHint | commands.AskPreview, asker: Asker) -> Any:
    """What the asker's seat sees, while the game is on."""
    own_seat(table, asker, command.seat)
    running(table)
    return table.view(command.seat)


def advice_view(table: Table, command: commands.AskHint, asker: Asker) -> Any:
    """The view from which a hint is given, if the table allows hints."""
    view = own_view(table, command, asker)
    if not table.setup.hints:
        raise CoatlError("hint.off", "This table plays without hints.")
    return view
