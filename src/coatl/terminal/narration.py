"""What happened, as lines to read, told to everybody and to the one who did it.

What others may not see (kept, discarded and drawn cards) is left out of the words for everybody.
"""

from collections.abc import Callable, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from coatl.describe.automata import Step
from coatl.describe.effects import Effects
from coatl.describe.sentences import Sentence, action_sentence, remarks, step_sentences
from coatl.engine.record import UNDO, Entry
from coatl.engine.redaction import HIDDEN, heard
from coatl.engine.rules import Rules
from coatl.messages import t
from coatl.terminal.presenter import Event
from coatl.terminal.sentences import text_of


class Narrator:
    """Words what is played by these rules; `card` writes the name of a card."""

    def __init__(self, rules: Rules, names: Sequence[str], card: Callable[[str], Text]) -> None:
        self.rules, self.names, self.card = rules, names, card

    def event(self, entry: Entry, effects: Effects, steps: Sequence[Step] = ()) -> Event:
        """An action in words, with what it did and the steps of an automaton."""
        undone = entry.action == UNDO
        secret = undone and effects.pending == "keep"
        return Event(
            entry.seat,
            None if secret else self.words(public(entry, self.rules), effects),
            self.words(entry, effects),
            () if undone else tuple(self.remarks(effects)),
            tuple(Text(" ").join(self.text(one) for one in step_sentences(step)) for step in steps),
            undoes=undone,
        )

    def words(self, entry: Entry, effects: Effects) -> Text | None:
        """An action as who reads the entry may know it."""
        found = action_sentence(self.rules.game, entry, effects)
        return None if found is None else self.text(found)

    def remarks(self, effects: Effects) -> list[Text]:
        """What everybody hears besides."""
        found = [self.text(sentence) for sentence in remarks(effects)]
        if effects.new:
            cards = Text(" ").join(self.card(card) for card in effects.new)
            key = "terminal_log.new_row" if self.rules.game == "board" else "terminal_log.new_middle"
            before, after = t(key, cards="\0").split("\0")
            found.append(Text.assemble(before, cards, after))
        return found

    def text(self, sentence: Sentence) -> Text:
        return text_of(sentence, self.names, self.card)


def public(entry: Entry, rules: Rules) -> Entry:
    """An entry as the others hear it, if it is not so already."""
    known = entry.action == UNDO or HIDDEN in (entry.action.split()[-1], *entry.outcomes)
    return entry if known else heard(entry, rules)


def lines(events: Sequence[Event], viewer: int | None, names: Sequence[str]) -> list[RenderableType]:
    """One line for each turn, and one for each step of an automaton."""
    found: list[RenderableType] = []
    for _, turn in groupby(events, key=lambda event: event.seat):
        found += turn_lines(list(turn), viewer)
    return found


def turn_lines(turn: Sequence[Event], viewer: int | None) -> list[RenderableType]:
    """What one seat did, sentence by sentence, and what came of it."""
    deeds = [words for event in turn if (words := event.text_for(viewer)) is not None]
    remarks = Text(" ").join(quiet(remark) for event in turn for remark in event.remarks)
    steps = [step for event in turn for step in event.steps]
    if not deeds and not remarks:
        return []
    line = Text(" ").join([*deeds, *([] if steps or not remarks else [remarks])])
    if not steps:
        return [line]
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="quiet", width=3)
    table.add_column()
    for number, step in enumerate(steps, 1):
        table.add_row(str(number), step)
    if remarks:
        table.add_row("", remarks)
    return [line, table]


def quiet(remark: Text | str) -> Text:
    """A remark in the colour of what is said beside."""
    return Text("", "quiet").append_text(Text(remark) if isinstance(remark, str) else remark)


def standing(events: Sequence[Event]) -> list[Event]:
    """The events without what was taken back."""
    kept: list[Event] = []
    for event in events:
        if event.undoes and kept:
            kept.pop()
        elif not event.undoes:
            kept.append(event)
    return kept


def fresh(events: Sequence[Event], seat: int) -> list[Event]:
    """What a person wants to read now: in the middle of a turn its own steps, before it all that stands."""
    middle = turn_start(events, len(events), seat)
    return standing(events[middle:] if middle < len(events) else events)


def turn_start(events: Sequence[Event], end: int, seat: int) -> int:
    """Where the deeds of a seat begin that stand before `end`."""
    while end and events[end - 1].seat == seat:
        end -= 1
    return end


def last_turn(events: Sequence[Event], seat: int) -> int:
    """Where the last turn of a seat begins that others have already answered; what follows is news."""
    place = turn_start(events, len(events), seat)
    while place and events[place - 1].seat != seat:
        place -= 1
    return turn_start(events, place, seat)
