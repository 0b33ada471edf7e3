"""A game in progress: its record and its state, with undo, saving and replay."""

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from coatl.engine.chance import OUTCOMES, key_of
from coatl.engine.commitment import COVERED, SEED_ONLY, WHOLE, Terms
from coatl.engine.errors import CoatlError, IllegalAction, RecordError, UnknownAction
from coatl.engine.record import FORMAT, UNDO, Entry, Record, parse_record
from coatl.engine.redaction import HIDDEN, seen_by, seen_entries
from coatl.engine.rules import Result, Rules
from coatl.engine.structs import Records, copy_of
from coatl.position import Position
from coatl.registry import rules_of_record
from coatl.snapshot import snapshot_of
from coatl.validation import check_names, check_seed, check_stream
from coatl.version import RULES_VERSION

RECORD_SIGN = "coatl-record/"  # every record names its format
BROKEN = {
    SEED_ONLY: "The seed is not the one that was committed to.",
    WHOLE: "Game, rules, options, deck, players or seed are not those that were committed to.",
}


@dataclass(frozen=True)
class Step:
    """One action on the way to the present state, and the state before it."""

    entry: Entry
    before: Records


class Game:
    """A game that is being played.

    >>> from coatl.registry import rules_of
    >>> game = Game(rules_of("board", players=2), seed="7")
    >>> game.seat, game.legal()[0]
    (1, 'done')
    >>> game.play("done")
    >>> game.seat
    2
    """

    def __init__(
        self,
        rules: Rules,
        seed: str | int | None = None,
        names: Sequence[str] | None = None,
        stream: int = 0,
        format: int = FORMAT,
        commitment: str | None = None,
    ) -> None:
        """A new game; with a commitment, the one that was shown before names were erased."""
        self.rules = rules
        self.seed: str | None = check_seed(seed)
        self.stream = check_stream(stream)
        self.names = check_names(names, rules)
        self.format = format
        self.commitment: str | None = commitment or self.terms(self.seed).commitment(format)
        self._begin()
        rules.seed(self._states, key_of(self.seed), self.stream)
        rules.set_up(self._states)
        self._note_set_up()

    def _begin(self) -> None:
        self._become(self.rules.blank())
        self._steps: list[Step] = []  # this turn's line of play: undone actions are not in it
        self._entries: list[Entry] = []  # everything that happened, undos included

    def _become(self, states: Records) -> None:
        """The state has changed: what was read of it is forgotten."""
        self._states = states
        self._legal: list[int] | None = None
        self._named: dict[str, int] | None = None
        self._known: tuple[int, bool, int] | None = None
        self._kept_snapshot: Any = None
        self._kept_view: Any = None  # what lies open

    def _note_set_up(self) -> None:
        self._setup = self.rules.outcomes(self._states)
        self._dealt = self.rules.dealt_to(self._states)

    # ------------------------------------------------------------ reading

    @property
    def seat(self) -> int:
        """Who decides, from 1; in the solo game the human is 1 and the automaton 2."""
        return self._facts()[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._facts()[1]

    def _facts(self) -> tuple[int, bool, int]:
        """Who decides, whether the game is over, which turn it is: asked often, so read once."""
        if self._known is None:
            states = self._snapshot
            self._known = self.rules.seat(states), self.rules.over(states), self.rules.turns(states)
        return self._known

    @property
    def result(self) -> Result | None:
        """Points and winners, once the game is over."""
        return self.rules.result(self._states)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far by seat, the same for all viewers; in the card game those of the levels until the end."""
        return self.rules.scores(self._states)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that happened, undos included."""
        return tuple(self._entries)

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self._entries)

    @property
    def last(self) -> Entry:
        """The newest entry."""
        return self._entries[-1]

    def numbers(self) -> list[int]:
        """The legal actions as numbers."""
        if self._legal is None:
            self._legal = Position(self.rules, self._states).legal()
        return self._legal

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of the deciding seat, in notation; of another seat only while secret choices are open."""
        states = self._states if seat is None else self._turned_to(seat)
        return [] if states is None else list(self._actions_in(states))

    def _actions_in(self, states: Records) -> dict[str, int]:
        """The legal actions by their notation; those of the present state are asked often, so found once."""
        if states is not self._states:
            return {self.rules.text(action): action for action in Position(self.rules, states).legal()}
        if self._named is None:
            self._named = {self.rules.text(action): action for action in self.numbers()}
        return self._named

    def view(self, seat: int | str | None = None) -> Any:
        """What a seat sees, a spectator (None), or, when the game is over, everybody ("end")."""
        if seat == "end":
            if not self.over:
                raise CoatlError("view.early", "The cards are shown to all when the game is over, not before.")
            return self.revealed()
        viewer = self._check_viewer(seat)
        if self._kept_view is None:
            self._kept_view = self.rules.open_view(self._snapshot)
        view = self.rules.view(self._snapshot, viewer, self._kept_view)
        mine = viewer is not None and view.seat == viewer and not self.over
        legal = tuple(self.legal(viewer)) if mine else ()
        view.__dict__.update(legal=legal, can_undo=self.can_undo(viewer))  # it is new, and nobody else's yet
        return self._drawable(view)

    def revealed(self) -> Any:
        """Every card: for a game that is over, or that was given up."""
        return self._drawable(self.rules.view(self._snapshot, "all"))

    def _drawable(self, view: Any) -> Any:
        """A view that knows the cards of an own deck, for its pictures."""
        if self.rules.deck_data is not None:
            view.__dict__.update(_own_deck=self.rules.deck_data)  # orjson leaves such names out
        return view

    def to_svg(self, seat: int | str | None = None) -> str:
        """The table as a picture, as `view` shows it to a seat, a spectator (None) or, at the end, everybody."""
        picture: str = self.view(seat).to_svg(self.names)
        return picture

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table as spectators see it, and every card when the game is over."""
        return self.to_svg("end" if self.over else None)

    @property
    def snapshot(self) -> Any:
        """The present state as plain values; several viewers share it."""
        if self._kept_snapshot is None:
            self._kept_snapshot = snapshot_of(self._states)
        return self._kept_snapshot

    @property
    def _snapshot(self) -> Any:
        """The snapshot of the state, where views expect an array."""
        return [self.snapshot]

    def rest(self) -> None:
        """Lets go of what is kept for several viewers, when nobody looks for a while."""
        self._kept_snapshot = self._kept_view = None

    def _check_viewer(self, seat: int | str | None) -> int | None:
        if seat is None or (type(seat) is int and 1 <= seat <= self.rules.options["players"]):
            return seat
        seats = [str(number + 1) for number in range(self.rules.options["players"])]
        raise CoatlError("seat.unknown", f"Nobody sits on seat {seat!r}.", [*seats, "None for a spectator", "end"])

    def copy(self) -> "Game":
        """A game of its own from here on, to try something."""
        twin = copy(self)
        twin._steps, twin._entries = list(self._steps), list(self._entries)
        return twin

    def position(self) -> Position:
        """A copy of the present position, to step through without a record."""
        return Position(self.rules, copy_of(self._states))

    def position_line(self, viewer: int | str | None = None) -> str:
        """The present position in one line, as a viewer sees it."""
        return self.rules.position(self._states, viewer)

    # ------------------------------------------------------------ playing

    def _turned_to(self, seat: int) -> Records | None:
        """The state in which this seat decides: a copy if its secret choice is open; None if it does not decide."""
        if type(seat) is not int or not 1 <= seat <= self.rules.seats:
            seats = [str(number + 1) for number in range(self.rules.seats)]
            raise CoatlError("seat.unknown", f"Nobody sits on seat {seat!r}.", seats)
        if seat == self.seat:
            return self._states
        states = copy_of(self._states)
        return states if not self.over and self.rules.act_as(states, seat) else None

    def play(self, action: str | int, seat: int | None = None) -> None:
        """Plays an action, in notation or as a number; raises IllegalAction and changes nothing if it is not legal."""
        states, number = self._legal_action(action, seat)
        states = copy_of(states)
        actor = self.seat if seat is None else seat
        self.rules.play(states, number)
        self._note(actor, number, states)

    def checked(self, action: str | int, seat: int | None = None) -> str:
        """The action in its one notation, if the seat may play it now; raises what `play` would raise."""
        return self.rules.text(self._legal_action(action, seat)[1])

    def _legal_action(self, action: str | int, seat: int | None) -> tuple[Records, int]:
        """The state in which the seat acts, and the number of its action, which is legal there."""
        if self.over:
            raise IllegalAction("action.over", "The game is over.")
        states = self._states if seat is None else self._turned_to(seat)
        if states is None:
            raise IllegalAction("action.turn", f"Seat {seat} cannot act now: seat {self.seat} decides.")
        if not isinstance(action, (str, int)) or isinstance(action, bool):
            raise UnknownAction("action.unknown", f"{action!r} is no action.", self.legal(seat))
        legal = self._actions_in(states)
        if action in legal:  # the usual case: in its one notation
            return states, legal[str(action)]
        number = action if isinstance(action, int) else self.rules.parse(action, states)
        if number not in legal.values():
            shown = self.rules.text(number)
            raise IllegalAction("action.illegal", f"{shown!r} is not legal now.", self.legal(seat))
        return states, number

    def _note(self, seat: int, action: int, states: Records) -> None:
        """The action has led to these states."""
        turn, before = self.turn, self._states
        self._become(states)
        outcomes = tuple(self.rules.outcome_text(outcome) for outcome in self.rules.outcomes(self._snapshot))
        entry = Entry(seat, sys.intern(self.rules.text(action)), outcomes)  # many games say the same
        step = Step(entry, before)
        self._steps = [*self._steps, step] if self.turn == turn else []  # a turn that is over stays so
        self._entries.append(entry)

    def can_undo(self, seat: int | None) -> bool:
        """Inside one's own turn, back to the last reveal or another player's act; a secret choice until it is made."""
        return self._undoable(seat) is not None

    def _undoable(self, seat: int | None) -> int | None:
        """Which step of the line of play this seat may take back."""
        if seat is None or self.over or not self._steps:
            return None
        if self.choosing:  # what the others choose meanwhile is unseen and changes nothing
            own = [number for number, step in enumerate(self._steps) if step.entry.seat == seat]
            return own[-1] if own and self._turned_to(seat) is not None else None
        last = self._steps[-1]
        free = last.entry.seat == seat == self.seat and not last.entry.outcomes
        return len(self._steps) - 1 if free and self.rules.turns(last.before) == self.turn else None

    @property
    def choosing(self) -> bool:
        """Whether secret choices are still open."""
        return self.turn == 0

    @property
    def turn(self) -> int:
        """Which turn it is; the secret choices are turn 0."""
        return self._facts()[2]

    def undo(self, seat: int | None = None) -> None:
        """Takes back the last action of the deciding seat."""
        undoer = self.seat if seat is None else seat
        number = self._undoable(undoer)
        if number is None:
            message = "There is nothing to undo: only one's own steps since the last reveal, inside the turn, can be."
            raise IllegalAction("undo.refused", message)
        later = self._steps[number + 1 :]
        self._become(self._steps[number].before)
        del self._steps[number:]
        for step in later:
            self._repeat(step.entry)
        self._entries.append(Entry(undoer, UNDO))

    def _repeat(self, entry: Entry) -> None:
        """Another player's step of the secret choice, on a table where an earlier step was taken back."""
        states, action = self._legal_action(entry.action, entry.seat)
        states = copy_of(states)
        self.rules.play(states, action)
        self._steps.append(Step(entry, self._states))
        self._become(states)

    # ------------------------------------------------------------ the record

    def terms(self, seed: str) -> Terms:
        """What was agreed before the first move, with the seed behind it."""
        rules = self.rules
        return Terms(rules.game, RULES_VERSION, dict(rules.options), rules.deck_digest, self.names, seed, self.stream)

    def record(self) -> Record:
        """The game so far, as its record."""
        result = self.result
        return Record(
            game=self.rules.game,
            rules=RULES_VERSION,
            options=dict(self.rules.options),
            players=self.names,
            setup=tuple(self.rules.outcome_text(outcome) for outcome in self._setup),
            entries=tuple(self._entries),
            commitment=self.commitment,
            seed=self.seed,
            stream=self.stream,
            deck=self.rules.deck_data,
            result=None if result is None else result.data(),
            format=self.format,
        )

    def seen_by(self, viewer: int | None) -> Record:
        """The record as a seat or a spectator (None) may know it: no seed, and `?` for cards that it did not see.

        >>> from coatl.registry import rules_of
        >>> game = Game(rules_of("board", players=2), seed="7")
        >>> game.play(game.legal()[1])
        >>> [str(entry) for entry in game.seen_by(1).entries], game.seen_by(2).entries  # 2 is still choosing
        (['1 keep G11'], ())
        """
        return self.seen_later(viewer)()

    def seen_later(self, viewer: int | None) -> Callable[[], Record]:
        """The same for whoever makes it later, in a thread for example: the game may go on meanwhile."""
        seat = self._check_viewer(viewer)
        return partial(seen_by, self.record(), self.rules, seat, self._dealt, self.choosing)

    def entries_seen_by(self, viewer: int | None) -> list[tuple[int, Entry]]:
        """The entries of that record, each with its place among all entries of the game."""
        return seen_entries(self._entries, self.rules, self._check_viewer(viewer), self.choosing)

    def save(self, path: str | Path) -> None:
        """Writes the record, whole or not at all: as JSON if the name ends so, else as text."""
        target = Path(path)
        record = self.record()
        content = record.to_json() if target.suffix == ".json" else record.to_text()
        fresh = target.with_name(target.name + ".new")
        try:
            fresh.write_text(content, encoding="utf-8")
            fresh.replace(target)
        except OSError as fault:
            raise CoatlError("file.write", f"{target} cannot be written: {fault.strerror or fault}.") from None

    @classmethod
    def replay(cls, record: Record, rules: Rules | None = None) -> "Game":
        """The game that a record tells; raises RecordError at the first thing that does not agree.

        Who has its `rules` already saves the time to make them.
        """
        game = None
        for game in cls.steps(record, rules):  # noqa: B007
            pass
        assert game is not None
        return game

    @classmethod
    def steps(cls, record: Record, rules: Rules | None = None) -> Iterator["Game"]:
        """The same game again and again, after the set-up and after each entry of the record."""
        game = cls._laid_out(record, rules or rules_of_record(record))
        yield game
        for number, entry in enumerate(record.entries, 1):
            game._follow(entry, number)
            yield game
        game._check_result(record)

    @classmethod
    def _laid_out(cls, record: Record, rules: Rules) -> "Game":
        check_nothing_hidden(record)
        if record.seed is not None:
            game = cls(rules, record.seed, record.players, record.stream, record.format)
            if record.commitment not in (None, game.commitment) and not lacks_names(record):
                raise RecordError("record.commitment", BROKEN[record.format])
        else:
            game = cls._without_seed(rules, record)
        game.commitment = record.commitment
        laid = tuple(rules.outcome_text(outcome) for outcome in game._setup)
        if laid != record.setup:
            raise RecordError("record.setup", "The lay-out of the table is not what the seed and the options give.")
        return game

    @classmethod
    def _without_seed(cls, rules: Rules, record: Record) -> "Game":
        """A game whose seed is not told: its chance follows the record."""
        game = cls.__new__(cls)
        game.rules, game.seed, game.stream = rules, None, check_stream(record.stream)
        game.format = record.format
        game.names = check_names(record.players, rules)
        game._begin()
        rules.seed(game._states, key_of(secrets.token_hex(16)), 0)
        outcomes = [rules.parse_outcome(text) for text in record.setup]
        if len(outcomes) > OUTCOMES or not rules.follow_set_up(game._states, outcomes):
            raise RecordError("record.setup", "The lay-out of the table could not have happened.")
        game._note_set_up()
        return game

    def _follow(self, entry: Entry, number: int) -> None:
        """One entry of a record, checked as if it were played now."""
        place = f"Action {number} of the record, {str(entry)[:60]!r},"
        try:
            if entry.action == UNDO:
                self.undo(entry.seat)
            elif self.seed is not None:
                self.play(entry.action, entry.seat)
            else:
                self._play_given(entry)
        except RecordError:
            raise
        except CoatlError as fault:
            raise RecordError("record.action", f"{place} does not replay: {fault.message} [{fault.code}]") from None
        if self._entries[-1] != entry:
            raise RecordError("record.outcome", f"{place} should read {str(self._entries[-1])!r}.")

    def _play_given(self, entry: Entry) -> None:
        """An action whose outcomes the record tells."""
        states, action = self._legal_action(entry.action, entry.seat)
        states = copy_of(states)
        outcomes = [self.rules.parse_outcome(text) for text in entry.outcomes]
        if len(outcomes) > OUTCOMES or not self.rules.follow(states, action, outcomes):
            raise IllegalAction("record.outcome", "Chance could not have brought this.")
        self._note(entry.seat, action, states)

    def _check_result(self, record: Record) -> None:
        result = self.result
        found = None if result is None else result.data()
        if record.result != found:
            raise RecordError("record.result", f"The record's result is {record.result}, but the game gives {found}.")


def load(path: str | Path) -> Game:
    """The game that was saved in a file, ready to go on."""
    return Game.replay(read_record(path))


def read_record(path: str | Path) -> Record:
    """The record in a file.

    :raises RecordError: record.none, if the file holds something else; or what is wrong with the record.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as fault:
        raise CoatlError("file.read", f"{path} cannot be read: {fault.strerror or fault}.") from None
    except UnicodeDecodeError:
        raise RecordError("record.text", f"{path} is no record of a game: it is no text file.") from None
    if RECORD_SIGN not in text:
        raise RecordError("record.none", f"{path} is no record of a game.", ["a file that coatl play has saved"])
    return parse_record(text)


# ---------------------------------------------------------------- checks


def check_nothing_hidden(record: Record) -> None:
    """Only a whole record can be replayed: `Game.seen_by` leaves out what its viewer did not see (RULES 6)."""
    words = [*record.setup, *(word for entry in record.entries for word in (*entry.action.split(), *entry.outcomes))]
    if HIDDEN in words:
        message = f"This record is what one viewer saw, with {HIDDEN} for hidden cards: it can be read, not replayed."
        raise RecordError("record.hidden", message, ["the whole record of the game"])


def lacks_names(record: Record) -> bool:
    """Whether a name was erased that the commitment of a record covers: an empty one. Then it cannot be computed."""
    return "" in record.players and "players" in COVERED[record.format]
