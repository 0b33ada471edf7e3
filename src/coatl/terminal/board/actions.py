"""The legal actions, grouped as a player thinks of them, each with a number."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.table import Table
from rich.text import Text

from coatl.board.view import View
from coatl.messages import t
from coatl.terminal.board.cards import Cards
from coatl.terminal.layout import flow
from coatl.terminal.theme import letters

HEADING_WIDTH, STEM_WIDTH = 9, 8
HEADINGS = {  # of each verb, in the order in which they are shown
    "keep": "keep",
    "take": "take",
    "choose": "choose",
    "start": "assemble",
    "extend": "assemble",
    "fulfil": "assemble",
    "temple": "temple",
    "pick": "sacrifice",
    "future": "sacrifice",
    "priest": "sacrifice",
    "steal": "steal",
    "discard": "discard",
    "pass": "pass",
    "done": "done",
}
MANY = ("extend", "pick")  # verbs with so many actions that their colours stand together
ENDS = {"keep": "keep", "choose": "action", "assemble": "action", "finish": "finish", "turn": "turn"}  # what done ends


@dataclass
class Group:
    """Actions that begin with the same words, and what stands behind them."""

    heading: str
    stem: str
    actions: list[str] = field(default_factory=list)


def stem_of(action: str) -> str:
    """The words that are shown once for a whole group; the coatl of `extend 1 left G` is among them."""
    verb, _, rest = action.partition(" ")
    return f"{verb} {rest.split()[0]}" if verb in ("extend", "steal") else verb


def grouped(legal: Sequence[str]) -> list[Group]:
    """The actions in groups, in the order of the headings."""
    groups: dict[str, Group] = {}
    for action in sorted(legal, key=lambda action: list(HEADINGS).index(action.split()[0])):
        stem = stem_of(action)
        group = groups.setdefault(stem, Group(HEADINGS[action.split()[0]], stem))
        group.actions.append(action)
    return list(groups.values())


def numbered(legal: Sequence[str]) -> list[str]:
    """The actions in the order of their numbers, which begin with 1."""
    return [action for group in grouped(legal) for action in group.actions]


def listing(view: View, cards: Cards, width: int) -> Table:
    """All legal actions: what is typed is the word in front and one of the words behind it, or a number."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=HEADING_WIDTH, style="heading")
    table.add_column(width=STEM_WIDTH, style="typed", no_wrap=True)
    table.add_column()
    number, heading = 1, ""
    for group in grouped(view.legal):
        many = group.stem.split()[0] in MANY
        items = gathered(group, number) if many else labels(group, number, view, cards)
        number += len(group.actions)
        line = flow(items, width - HEADING_WIDTH - STEM_WIDTH - 3)
        title = "" if group.heading == heading else t(f"terminal_board.heading_{group.heading}")
        table.add_row(title, group.stem, line)
        heading = group.heading
    return table


def labels(group: Group, first: int, view: View, cards: Cards) -> list[Text]:
    """Every action of a group with its number."""
    return [
        Text.assemble((f"{number} ", "quiet"), label(action, group.stem, view, cards))
        for number, action in enumerate(group.actions, first)
    ]


def choices(view: View, cards: Cards) -> list[tuple[str, Text]]:
    """Every action on a line of its own, with the pieces or the card that lie there."""
    return [
        (action, Text.assemble((f"{group.stem} ", "typed"), label(action, group.stem, view, cards)))
        for group in grouped(view.legal)
        for action in group.actions
    ]


def gathered(group: Group, first: int) -> list[Text]:
    """Many actions in a few items: what stands before their colours, and all the colours behind it."""
    items: list[tuple[str, int, str]] = []
    for number, action in enumerate(group.actions, first):
        *before, colours = action.removeprefix(group.stem).split()
        if not items or items[-1][0] != " ".join(before):
            items.append((" ".join(before), number, ""))
        items[-1] = (*items[-1][:2], f"{items[-1][2]} {colours}")
    return [
        Text.assemble((f"{number}… ", "quiet"), f"{before} " if before else "", coloured_words(colours))
        for before, number, colours in items
    ]


def coloured_words(words: str) -> Text:
    return Text(" ").join(letters(word, between="") for word in words.split())


def label(action: str, stem: str, view: View, cards: Cards) -> Text:
    """What stands behind the words of the group, with the pieces or the card that lie there."""
    rest = action.removeprefix(stem).strip()
    if not rest:
        return Text(meaning(action, view), "quiet")
    text = Text(" ").join(colour_word(word, cards) for word in rest.split())
    lies = what_lies(rest, view)
    if lies in cards.prophecies or lies in cards.temples:
        return text.append(" ").append_text(cards.name(lies))
    return text.append(" ").append_text(letters(lies, between="")) if lies else text


def meaning(action: str, view: View) -> str:
    """What an action of a single word does."""
    if action == "done":
        return t(f"terminal_board.end_{ENDS[view.pending]}") if view.pending in ENDS else ""
    return t(f"terminal_board.means_{action}") if action in ("future", "pass") else ""


def colour_word(word: str, cards: Cards) -> Text:
    if word in cards.prophecies:
        return cards.name(word)
    return letters(word, between="") if set(word) <= set("RGBYK") else Text(word)


def what_lies(place: str, view: View) -> str:
    """The pieces of a cell of the supply board, or the card at a place of the row or on a pile."""
    kind, number = place[:-1], int(place[-1]) - 1 if place[-1].isdigit() else -1
    places = {
        "body": view.supply.bodies,
        "head": view.supply.heads,
        "tail": view.supply.tails,
        "row": view.row,
        "pile": view.temples,
    }.get(kind, ())
    return places[number] or "" if 0 <= number < len(places) else ""
