"""A game at one keyboard: people type, bots and automata play by themselves, and every action is saved."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.text import Text

from coatl.describe.automata import AUTOMATA, Step, steps
from coatl.describe.effects import effects
from coatl.engine.errors import CoatlError
from coatl.engine.record import Record
from coatl.engine.rules import Rules
from coatl.game import Game
from coatl.messages import t
from coatl.terminal import narration
from coatl.terminal.campaign import Campaign
from coatl.terminal.commands import Leave, OwnCommands
from coatl.terminal.forced import forced, goes_without_saying
from coatl.terminal.presenter import Event, presenter_of
from coatl.terminal.saves import Saves, tilde
from coatl.terminal.scene import Scene, head_line
from coatl.terminal.screen import Screen
from coatl.terminal.seats import Owned, seated
from coatl.terminal.shorthand import in_steps, resolve
from coatl.terminal.wording import error_text

MOST_FAILURES = 5  # of bots that are shown at the end


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
        self.presenter = presenter_of(game)
        self.bots = seated(game, own)
        self.failures: list[str] = []  # of bots: why, which is shown when the game is over and nothing is secret
        self.people = [seat for seat in range(1, len(game.names) + 1) if seat not in self.bots]
        self.events = list(events)
        self.read_until = {
            seat: narration.last_turn(self.events, seat) for seat in self.people
        }  # what each one has seen
        self.at_keyboard: int | None = None
        self.coming: list[str] = []  # what was typed behind the action that is played now, in the same line
        self.stopped: CoatlError | None = None  # why such a line ended early
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
            self.play(legal[0], steps(self.game))
        elif seat in self.bots:
            self.play_bot(seat)
        elif forced(self.game.view(seat)):
            self.play_forced(legal[0])
        elif goes_without_saying(self.game):
            self.skip(legal[0])
            self.play(legal[0])
        else:
            self.decide(seat)

    def play(self, action: str, steps: Sequence[Step] = ()) -> None:
        """Plays an action, tells it, and saves the game."""
        before, turn = self.game.snapshot, self.game.turn
        self.game.play(action)
        self.note(before, turn, steps)
        if self.game.turn != turn:
            self.coming.clear()  # a line is for one turn

    def play_bot(self, seat: int) -> None:
        """Plays what a bot decides; one that fails has forfeited the decision, and everybody hears of it."""
        with self.screen.thinking(self.presenter.names[seat - 1]):
            decision = self.bots[seat].decide(self.game.view(seat))
        self.play(decision.action)
        if decision.forfeit is not None:
            self.failures.append(f"{self.presenter.names[seat - 1]}: {decision.forfeit}")
            remark = t("terminal.bot_failed", code=str(decision.code))
            self.events[-1] = replace(self.events[-1], remarks=(remark, *self.events[-1].remarks))

    def play_forced(self, action: str) -> None:
        """Plays the only action there is, and says so."""
        self.skip(action)
        self.play(action)
        if action == "done":
            self.events[-1] = replace(self.events[-1], remarks=(t("terminal.nothing_else"), *self.events[-1].remarks))

    def skip(self, action: str) -> None:
        """What is played by itself need not be typed, but may."""
        if self.coming and action.startswith(self.coming[0].lower()):
            del self.coming[0]

    def undo(self, seat: int | None) -> None:
        """Takes the last step back, and what went without saying behind it."""
        again = True
        while again:
            before, turn = self.game.snapshot, self.game.turn
            self.game.undo(seat)
            self.note(before, turn)
            again = goes_without_saying(self.game)

    def note(self, before: Any, turn: int, steps: Sequence[Step] = ()) -> None:
        """Tells what was played; `before` is the snapshot of the state, `turn` which turn it was."""
        entry = self.game.entries[-1]
        found = effects(self.game.rules, entry, before, self.game.snapshot)
        event = self.presenter.event(entry, found, steps)
        self.events.append(event)
        if event.seat in self.read_until and self.game.turn != turn:
            self.read_until[event.seat] = narration.turn_start(self.events, len(self.events), event.seat)
        self.saves.keep(self.game)
        if self.screen.fixed and self.at_keyboard is not None and not self.game.over:
            self.draw()

    # ------------------------------------------------------------ what the commands ask for

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.game.rules

    def view(self, seat: int | None) -> Any:
        """What a seat sees."""
        return self.game.view(seat)

    def history(self, seat: int | None) -> Sequence[Event]:
        """What happened; the words for a seat are chosen when it is shown."""
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
        if self.coming and self.at_keyboard == seat and self.go_on(seat):
            return
        if self.at_keyboard != seat and self.events and len(self.people) > 1:
            self.screen.hide(self.presenter.names[seat - 1])
        self.at_keyboard = seat
        self.draw()
        self.explain_stop()
        while True:
            typed = self.screen.ask()
            if typed is None:
                raise Leave
            try:
                if typed.strip() and self.obey(seat, typed.strip()):
                    return
            except CoatlError as fault:
                self.screen.refuse(error_text(fault))

    def go_on(self, seat: int) -> bool:
        """Plays the next action of a typed line; one that cannot be played ends the line, and the reason is told."""
        try:
            return self.obey(seat, self.coming.pop(0))
        except CoatlError as fault:
            self.stopped = fault
            self.coming.clear()
            return False

    def explain_stop(self) -> None:
        """Says why a typed line was not played to its end."""
        if self.stopped is not None:
            self.screen.refuse(error_text(self.stopped))
            self.stopped = None

    def obey(self, seat: int, typed: str) -> bool:
        """Does what was typed, a command or actions one after the other; true if the game has changed."""
        done = self.commands.obey(seat, typed)
        if done is not None:
            return done
        view = self.game.view(seat)
        first, *rest = in_steps(typed) or [typed]
        self.play(resolve(first, self.presenter.numbered(view.legal), self.game.rules, self.presenter.lying(view)))
        self.coming += rest
        return True

    def draw(self) -> None:
        """The table as the person at the keyboard sees it, with the news and the legal actions."""
        seat = self.at_keyboard
        assert seat is not None
        lines = narration.lines(narration.fresh(self.events[self.read_until[seat] :], seat), seat, self.presenter.names)
        begins = all(event.seat != seat for event in self.events)
        notes = [self.campaign.progress()] if self.campaign is not None and begins else []
        commands = list(self.commands.known)
        self.screen.draw(Scene(self.presenter, self.game.view(seat), seat, lines, self.events, notes, commands))

    # ------------------------------------------------------------ the end

    def leave(self) -> None:
        """Says where the game is kept and how to go on with it."""
        if not self.game.entries:
            self.screen.show("", t("terminal.nothing_saved"))
            return
        self.saves.keep(self.game)
        self.screen.say(f"\n{t('terminal.game_saved', path=tilde(self.saves.place))}")
        self.screen.say(t("terminal.go_on", command=f"coatl play {self.game.rules.game} {self.saves.resume}"))
        self.warn()

    def finish(self) -> None:
        """Shows the result and where the record lies."""
        result = self.game.result
        assert result is not None
        self.screen.clear()
        view = self.game.view("end")
        self.screen.show(head_line(self.presenter, view, self.screen.width))
        since = self.read_until.get(self.at_keyboard or 0, len(self.events) - 4)
        last = narration.lines(narration.standing(self.events[max(0, since) :]), self.at_keyboard, self.presenter.names)
        self.screen.show(*last, "", self.presenter.result(view, result, self.screen.width))
        self.saves.keep(self.game)
        self.count_for_campaign()
        for failure in self.failures[:MOST_FAILURES]:
            self.screen.say(Text(failure, "alarm"))
        self.screen.say(t("terminal.record_in", path=tilde(self.saves.place)))
        self.screen.show(Text(t("terminal.read_again"), "quiet"))
        self.warn()
        self.screen.linger()

    def count_for_campaign(self) -> None:
        """Counts the game, if it is one of a campaign."""
        try:
            if self.campaign is not None:
                self.screen.show(self.campaign.end(self.game), "")
        except CoatlError as fault:
            self.screen.say(Text(error_text(fault), "alarm"))

    def warn(self) -> None:
        """Says what could not be kept, and what was moved."""
        if self.saves.trouble is not None and self.saves.own is None:
            self.screen.say(Text(t("terminal.not_saved", why=self.saves.trouble), "alarm"))
        if self.saves.kept is not None:
            self.screen.say(t("terminal.kept_before", path=tilde(self.saves.kept)))


def resumed(record: Record) -> tuple[Game, list[Event]]:
    """A game as far as its record goes, and what happened in it."""
    moments = Game.steps(record)
    game = next(moments)
    presenter = presenter_of(game)
    events = []
    for entry in record.entries:
        before, explained = game.snapshot, steps(game, entry)
        game = next(moments)
        found = effects(game.rules, entry, before, game.snapshot)
        events.append(presenter.event(entry, found, explained))
    for _ in moments:  # the last check: the result
        pass
    return game, events
