"""Lessons that teach by doing: real games, shipped as records, that the learner plays again move by move.

A chapter is a row of scenes, each a stretch of a record. A stop is a move that something is said about: the message
`learn.SCENE_NUMBER`, with the number of the entry in its record; other moves are played on the way. Where the learner
is free, whatever is chosen happens, and the rest of the record is followed as far as it is still legal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from coatl.describe.effects import effects, effects_data
from coatl.describe.progress import progress
from coatl.describe.reach import Preview, preview
from coatl.engine.errors import IllegalAction
from coatl.engine.record import Entry, Record, parse_record
from coatl.game import Game
from coatl.messages import Translator
from coatl.registry import rules_of_record
from coatl.server.study.models import NoPreview
from coatl.server.study.replays import entry_data

LEARNER = 1
MOST_KEPT = 100  # lessons with choices
ALL = ()  # every legal action, until the turn is over


@dataclass(frozen=True)
class Scene:
    """A stretch of a recorded game, and where in it the learner is free."""

    name: str  # of its messages
    record: str
    first: int = 1  # the entries from … to …, counted from 1
    last: int | None = None
    free: Mapping[int, Sequence[str]] = field(default_factory=dict)  # by entry: the verbs that are offered, or ALL


CHAPTERS: dict[str, tuple[Scene, ...]] = {
    "board": (Scene("board", "board", free={32: ("take",)}),),
    "board2": (
        Scene("tokens", "tokens", first=7, free={7: ("pick",), 10: ALL, 14: ("priest",)}),
        Scene("adam", "adam", first=5, last=25, free={24: ("take",)}),
        Scene("finale", "adam", first=107),
    ),
    "card": (Scene("card", "card", free={22: ALL}),),
    "card2": (Scene("carl", "carl", free={36: ALL, 40: ALL}),),
}


def text_of(record: str) -> str:
    """A record that lessons are made of."""
    return files("coatl.server.study").joinpath("lessons", f"{record}.coatl").read_text(encoding="utf-8")


@cache
def record_of(name: str) -> Record:
    """The same, read."""
    return parse_record(text_of(name))


def game_of(chapter: str) -> str:
    """The game that a chapter teaches."""
    return record_of(CHAPTERS[chapter][0].record).game


@lru_cache(MOST_KEPT)
def lesson(chapter: str, choices: tuple[str, ...] = ()) -> dict[str, Any]:
    """A chapter as far as the choices lead: to the next move that the learner is free in, or to its end.

    :raises IllegalAction: for a choice that is not offered there, or one too many.
    """
    left = list(choices)
    played: list[Stage] = []
    for scene in CHAPTERS[chapter]:
        played.append(Stage(scene, left))
        if played[-1].waits:
            break
    if left:
        raise IllegalAction("action.illegal", f"{left[0]!r} is chosen where nothing is to be chosen.")
    game = played[-1].game
    over = not played[-1].waits
    end = shown(game, ()) if over else None
    return {
        "chapter": chapter,
        "game": game.rules.game,
        "scenes": [{"name": each.scene.name, "players": each.game.names, "entries": each.log} for each in played],
        "stops": sum(len([*stops(scene)]) for scene in CHAPTERS[chapter]),
        "steps": [step for each in played for step in each.steps],
        "end": end,
        "end_progress": None if end is None else progress(game.rules, end),
    }


def stops(scene: Scene) -> Iterator[int]:
    """The entries of a scene that something is said about."""
    told = Translator()
    for number in range(scene.first, (scene.last or len(record_of(scene.record).entries)) + 1):
        if told.has(f"learn.{scene.name}_{number}"):
            yield number


class Stage:
    """A scene while it is played, up to its end or to a choice that is still open."""

    def __init__(self, scene: Scene, choices: list[str]) -> None:
        """Takes from the choices what it needs."""
        record = record_of(scene.record)
        self.scene, self.choices = scene, choices
        self.game = Game(rules_of_record(record), record.seed, record.players, record.stream, record.format)
        self.told = {*stops(scene)}
        self.steps: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        self.waits = False
        entries = record.entries[: scene.last]
        number = 1
        while number <= len(entries) and not self.waits:
            number = self.go_on(number, entries)

    def go_on(self, number: int, entries: Sequence[Entry]) -> int:
        """The move at this place of the record; returns the place of the next one."""
        verbs = self.scene.free.get(number)
        if verbs is None:
            entry, following = entries[number - 1], entries[number : number + 1]
            self.follow(number, entry, ends=all(each.seat != entry.seat for each in following))
            return number + 1
        if verbs:
            self.offer(number, entries[number - 1], verbs)
            return number + 1
        turn = self.game.turn
        while not self.waits and not self.game.over and (self.game.seat, self.game.turn) == (LEARNER, turn):
            self.offer(number, entries[number - 1], verbs)
        later = (place for place in range(number, len(entries)) if entries[place].seat != LEARNER)
        return next(later, len(entries)) + 1

    def follow(self, number: int, entry: Entry, ends: bool) -> None:
        """A recorded move, of a turn that may end with it."""
        if number in self.told and entry.seat == LEARNER:
            self.stop(number, entry, (self.instead(entry),))
        before = self.moment(()) if number in self.told and self.acts(entry.seat) else None
        if self.moves(entry.seat):
            self.play(entry.seat, self.instead(entry))
        if entry.seat != LEARNER:
            while ends and self.moves(entry.seat):  # after another choice its turn may take longer
                self.play(entry.seat, self.game.legal()[0])
            if number in self.told:
                self.stop(number, entry, (), before=before)

    def moves(self, seat: int) -> bool:
        """Whether a seat has to act."""
        return not self.game.over and self.game.legal(seat) != []

    def acts(self, seat: int) -> bool:
        """Whether it is an automaton that acts, step by step."""
        return seat != LEARNER and bool(self.game.rules.options.get("solo")) and self.moves(seat)

    def moment(self, offered: Sequence[str], seat: int | None = None) -> dict[str, Any]:
        """The table as it lies, as the learner sees it."""
        view = shown(self.game, offered, seat)
        return {"view": view, "progress": progress(self.game.rules, view)}

    def instead(self, entry: Entry) -> str:
        """The recorded move; if it is not legal any more after another choice, one of its kind."""
        legal = self.game.legal(entry.seat)
        alike = [action for action in legal if verb(action) == verb(entry.action)]
        return entry.action if entry.action in legal else (alike or legal)[0]

    def offer(self, number: int, entry: Entry, verbs: Sequence[str]) -> None:
        """A move of the learner's own choice."""
        offered = tuple(action for action in self.game.legal() if not verbs or verb(action) in verbs)
        self.stop(number, entry, offered, free=True)
        if not self.choices:
            self.waits = True
        elif self.choices[0] in offered:
            self.play(LEARNER, self.choices.pop(0))
        else:
            raise IllegalAction("action.illegal", f"{self.choices[0]!r} is not offered here.", offered)

    def play(self, seat: int, action: str) -> None:
        """Plays an action and writes it down with what it does."""
        before = self.game.snapshot
        data = entry_data(self.game, Entry(seat, action))
        self.game.play(action, seat)
        entry = self.game.entries[-1]
        done = effects(self.game.rules, entry, before, self.game.snapshot)
        self.log.append(data | {"outcomes": entry.outcomes} | effects_data(done))

    def stop(
        self,
        number: int,
        entry: Entry,
        offered: Sequence[str],
        free: bool = False,
        before: dict[str, Any] | None = None,
    ) -> None:
        """The table at which something is said: before a move of the learner, after one of another."""
        now = self.moment(offered, entry.seat)
        self.steps.append(
            now
            | {
                "scene": self.scene.name,
                "number": number,
                "seat": entry.seat,
                "action": offered[0] if offered else entry.action,
                "free": free,
                "played": len(self.log),
                "before": before,
                "preview": forecast(self.game, now["view"]),
            }
        )


def verb(action: str) -> str:
    """The first word of an action."""
    return action.split()[0]


def shown(game: Game, offered: Sequence[str], seat: int | None = None) -> Any:
    """What the learner sees, with what is offered; while the move of another is told it is still that one's turn."""
    view = game.view(LEARNER)
    view.__dict__.update(legal=tuple(offered), can_undo=False)  # nobody else has it
    if seat is not None and not game.over:
        view.__dict__.update(seat=seat)
    return view


def forecast(game: Game, view: Any) -> Preview | NoPreview:
    """How the learner's cards stand after what is offered; nothing while somebody else moves."""
    if not view.legal:
        return {}
    found = preview(game.rules, view)
    return Preview(found.now, {action: reach for action, reach in found.after.items() if action in view.legal})
