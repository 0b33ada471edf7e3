"""A game at one keyboard: people type, bots and automata play by themselves, and every action is saved."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.engine.record import Record
from coatl.engine.rules import Rules
from coatl.game import Game
from coatl.terminal import news
from coatl.terminal.campaign import Campaign
from coatl.terminal.commands import Leave, OwnCommands
from coatl.terminal.faces import Event, Face, face_of
from coatl.terminal.saving import Saves, tilde
from coatl.terminal.screen import Screen
from coatl.terminal.seats import Owned, seated
from coatl.terminal.shorthand import resolve

AUTOMATA = ("adam", "carl")
FORCED = ("done", "pass")
MOST_FAILURES = 5  # of bots that are told at the end
NOTHING_ELSE = "There was nothing else to do."


def forced(view: Any) -> bool:
    """Whether a player has nothing to decide: one way to go on, and no way back that is still open."""
    return len(view.legal) == 1 and view.legal[0] in FORCED and not view.can_undo


def goes_without_saying(game: Game) -> bool:
    """Whether there is nothing to do but `done`, and the turn then goes on, so that it can still be taken back."""
    if game.over or game.legal() != ["done"] or not game.can_undo(game.seat):
        return False
    after = game.position()
    turn = game.rules.turns(after.states)
    after.play(game.numbers()[0])
    return game.rules.turns(after.states) == turn > 0 and not game.rules.outcomes(after.states)


class Session:
    """One game from here to its end, or until the players leave it."""

    def __init__(
        self,
        game: Game,
        screen: Screen,
        saves: Saves,
        events: Sequence[Event] = (),
        campaign: Campaign | None = None,
        own: Owned | None = None,
    ) -> None:
        self.game = game
        self.campaign = campaign if campaign is not None and campaign.plays(game) else None
        self.screen = screen
        self.saves = saves
        self.face = face_of(game)
        self.bots = seated(game, own)
        self.failures: list[str] = []  # of bots: why, which is told when the game is over and nothing is secret
        self.people = [seat for seat in range(1, len(game.names) + 1) if seat not in self.bots]
        self.events = list(events)
        self.heard = {seat: news.last_turn(self.events, seat) for seat in self.people}  # what each one has seen
        self.at_keyboard: int | None = None
        self.commands = OwnCommands(self)

    def run(self) -> None:
        """Plays on until the game is over or left."""
        try:
            while not self.game.over:
                self.step()
        except (Leave, KeyboardInterrupt):
            self.leave()
        else:
            self.finish()
        finally:
            for seat in self.bots.values():
                seat.bot.close()

    def step(self) -> None:
        """One decision, whoever makes it."""
        seat, legal = self.game.seat, self.game.legal()
        if legal[0] in AUTOMATA:
            self.play(legal[0], self.game.explain())
        elif seat in self.bots:
            self.play_bot(seat)
        elif forced(self.game.view(seat)):
            self.play_forced(legal[0])
        elif goes_without_saying(self.game):
            self.play(legal[0])
        else:
            self.decide(seat)

    def play(self, action: str, steps: Sequence[str] = ()) -> None:
        """Plays an action, tells it, and saves the game."""
        before = self.game.view(None)
        self.game.play(action)
        self.note(before, steps)

    def play_bot(self, seat: int) -> None:
        """Plays what a bot decides; one that fails has forfeited the decision, and everybody hears of it."""
        with self.screen.thinking(self.face.names[seat - 1]):
            decision = self.bots[seat].decide(self.game.view(seat))
        self.play(decision.action)
        if decision.forfeit is not None:
            self.failures.append(f"{self.face.names[seat - 1]}: {decision.forfeit}")
            remark = f"The bot failed, so this was played at random [{decision.code}]."
            self.events[-1] = replace(self.events[-1], remarks=(remark, *self.events[-1].remarks))

    def play_forced(self, action: str) -> None:
        """Plays the only action there is, and says so."""
        self.play(action)
        if action == "done":
            self.events[-1] = replace(self.events[-1], remarks=(NOTHING_ELSE, *self.events[-1].remarks))

    def undo(self, seat: int | None) -> None:
        """Takes the last step back, and what went without saying behind it."""
        again = True
        while again:
            before = self.game.view(None)
            self.game.undo(seat)
            self.note(before)
            again = goes_without_saying(self.game)

    def note(self, before: Any, steps: Sequence[str] = ()) -> None:
        after = self.game.view(None)
        event = self.face.event(self.game.entries[-1], before, after, steps)
        self.events.append(event)
        if event.seat in self.heard and after.turns != before.turns:
            self.heard[event.seat] = news.turn_start(self.events, len(self.events), event.seat)
        self.saves.keep(self.game)

    # ------------------------------------------------------------ what the commands ask for

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.game.rules

    def view(self, seat: int | None) -> Any:
        """What a seat sees."""
        return self.game.view(seat)

    def story(self, seat: int | None) -> Sequence[Event]:
        """What happened; the words for a seat are chosen when it is told."""
        return self.events

    def keep(self, path: Path | None) -> Path:
        """Saves the game there, or in its usual place."""
        if path is None:
            self.saves.keep(self.game)
            return self.saves.place
        self.game.save(path)
        return path

    # ------------------------------------------------------------ people

    def decide(self, seat: int) -> None:
        """Shows the table to a person and asks until an action is played or taken back."""
        if self.at_keyboard != seat and self.events and len(self.people) > 1:
            self.screen.hide(self.face.names[seat - 1])
        self.at_keyboard = seat
        self.draw()
        while True:
            typed = self.screen.ask()
            if typed is None:
                raise Leave
            try:
                if typed.strip() and self.obey(seat, typed.strip()):
                    return
            except CoatlError as fault:
                self.screen.show(Text(str(fault), "alarm"))

    def obey(self, seat: int, typed: str) -> bool:
        """Does what was typed; true if the game has changed."""
        done = self.commands.obey(seat, typed)
        if done is not None:
            return done
        view = self.game.view(seat)
        self.play(resolve(typed, self.face.numbered(view.legal), self.game.rules, self.face.lying(view)))
        return True

    def draw(self) -> None:
        """The table as the person at the keyboard sees it, the news above, the legal actions below."""
        seat = self.at_keyboard
        assert seat is not None
        view = self.game.view(seat)
        told = news.lines(news.fresh(self.events[self.heard[seat] :], seat), seat, self.face.names)
        if self.campaign is not None and all(event.seat != seat for event in self.events):
            told += [*[""] * bool(told), self.campaign.progress()]
        show_table(self.screen, self.face, view, told)
        show_choices(self.screen, self.face, view)

    # ------------------------------------------------------------ the end

    def leave(self) -> None:
        """Says where the game is kept and how to go on with it."""
        if not self.game.entries:
            self.screen.show("\nNothing was played, so nothing is saved.")
            return
        self.saves.keep(self.game)
        self.screen.say(f"\nThe game is saved in {tilde(self.saves.place)}")
        self.screen.say(f"Go on with it: coatl play {self.game.rules.game} {self.saves.resume}")
        self.warn()

    def finish(self) -> None:
        """Shows the result and where the record lies."""
        result = self.game.result
        assert result is not None
        self.screen.clear()
        view = self.game.view("end")
        self.screen.show(head_line(self.face, view, self.screen.width))
        since = self.heard.get(self.at_keyboard or 0, len(self.events) - 4)
        last = news.lines(news.standing(self.events[max(0, since) :]), self.at_keyboard, self.face.names)
        self.screen.show(*last, "", self.face.result(view, result, self.screen.width))
        self.saves.keep(self.game)
        self.count_for_campaign()
        for failure in self.failures[:MOST_FAILURES]:
            self.screen.say(Text(failure, "alarm"))
        self.screen.say(f"The record lies in {tilde(self.saves.place)}")
        self.screen.show(Text("Read it again: coatl replay FILE. Check it: coatl verify FILE.", "quiet"))
        self.warn()

    def count_for_campaign(self) -> None:
        """Counts the game, if it is one of a campaign."""
        try:
            if self.campaign is not None:
                self.screen.show(self.campaign.end(self.game), "")
        except CoatlError as fault:
            self.screen.say(Text(str(fault), "alarm"))

    def warn(self) -> None:
        """Says what could not be kept, and what was moved."""
        if self.saves.trouble is not None and self.saves.own is None:
            self.screen.say(Text(f"But it could not be saved: {self.saves.trouble}", "alarm"))
        if self.saves.kept is not None:
            self.screen.say(f"The unfinished game before it is kept in {tilde(self.saves.kept)}")


def show_table(screen: Screen, face: Face, view: Any, told: Sequence[RenderableType]) -> None:
    """A new screen: whose turn it is, the news, the table, and what nobody should miss."""
    screen.clear()
    screen.show(head_line(face, view, screen.width))
    if told:
        screen.show(*told, "")
    screen.show(face.table(view, screen.width))
    notice = face.notice(view)
    if notice is not None:
        screen.show(notice)


def show_choices(screen: Screen, face: Face, view: Any) -> None:
    """What is to be decided, and the legal actions."""
    hints = "   undo   ? help" if view.can_undo else "   ? help"
    screen.show(Text.assemble((face.task(view), "name"), (hints, "quiet")))
    screen.show(face.actions(view, screen.width))


def head_line(face: Face, view: Any, width: int) -> Text:
    """A line across the screen with the title and whose turn it is."""
    left, right = face.title(view)
    end = Text.assemble(" ", (right, "name"), (" ─", "quiet")) if right else Text()
    filling = "─" * max(1, width - cell_len(left) - end.cell_len - 3)
    return Text.assemble(("─ ", "quiet"), (left, "title"), (f" {filling}", "quiet"), end)


def resumed(record: Record) -> tuple[Game, list[Event]]:
    """A game as far as its record goes, and what happened in it."""
    moments = Game.steps(record)
    game = next(moments)
    face = face_of(game)
    events = []
    for entry in record.entries:
        before, steps = game.view(None), game.explain(entry)
        game = next(moments)
        events.append(face.event(entry, before, game.view(None), steps))
    for _ in moments:  # the last check: the result
        pass
    return game, events
