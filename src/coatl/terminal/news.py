"""What happened, as lines to read."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from coatl.terminal.faces import Event


def lines(events: Sequence[Event], viewer: int | None, names: Sequence[str]) -> list[RenderableType]:
    """One line for each turn, and one for each step of an automaton."""
    told: list[RenderableType] = []
    for seat, turn in groupby(events, key=lambda event: event.seat):
        told += turn_lines(list(turn), viewer, names[seat - 1])
    return told


def turn_lines(turn: Sequence[Event], viewer: int | None, name: str) -> list[RenderableType]:
    """The deeds of one seat, one after the other, and what came of them."""
    deeds = ", ".join(words for event in turn if (words := event.told_to(viewer)))
    remarks = " ".join(remark for event in turn for remark in event.remarks)
    steps = [step for event in turn for step in event.steps]
    if not deeds and not remarks:
        return []
    line = Text.assemble((name, "name"), f" {deeds}{':' if steps else '.'} " if deeds else ": ")
    if not steps:
        return [line.append(remarks, "quiet")]
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="quiet", width=3)
    table.add_column()
    for number, step in enumerate(steps, 1):
        table.add_row(str(number), step)
    if remarks:
        table.add_row("", Text(remarks, "quiet"))
    return [line, table]


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
