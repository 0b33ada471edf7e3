"""The legal actions with their numbers, and with every placement what it would gain or lose."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.card.notation import PLACEMENTS
from coatl.card.view import View
from coatl.describe.actions import read
from coatl.describe.reach import Reach, preview
from coatl.messages import t
from coatl.terminal.card.cards import Cards
from coatl.terminal.layout import flow

PLACES = ("beside left", "over left", "over right", "beside right")  # as they lie on the table
VERBS = ("start", "head", "tail", "raise", "fulfil", "steal", "discard", "pass", "done")
STEM_WIDTH = 7
SIGNS = {"raise": "↑", "fulfil": "+", "steal": "«"}
FALL = "↓"


def place_of(action: str) -> str:
    """Where `over RG left` goes: `over left`; empty for what goes to no end."""
    words = action.split()
    return f"{words[0]} {words[2]}" if len(words) == 3 else ""


def numbered(legal: Sequence[str]) -> list[str]:
    """The actions in the order of their numbers: card by card from the left end to the right, then the others."""
    placed = [action for action in legal if place_of(action)]
    cards = list(dict.fromkeys(action.split()[1] for action in placed))
    placed.sort(key=lambda action: (cards.index(action.split()[1]), PLACES.index(place_of(action))))
    others = [action for action in legal if not place_of(action)]
    return placed + sorted(others, key=lambda action: VERBS.index(action.split()[0]))


def listing(view: View, cards: Cards, width: int) -> RenderableType:
    """All legal actions; what is typed are the words, their beginnings, or the number."""
    found = placed(cards, view)
    order = numbered(view.legal)
    parts: list[RenderableType] = []
    if any(place_of(action) for action in order):
        parts.append(placements(order, found, cards, width))
    if any(action.split()[0] in SIGNS or not place_of(action) for action in order):
        parts.append(others(order, found, view, cards, width))
    if found:
        parts.append(Text(t("terminal_card.signs"), "quiet"))
    return Group(*parts)


def choices(view: View, cards: Cards) -> list[tuple[str, Text]]:
    """Every action on a line of its own, with what it would bring."""
    found = placed(cards, view)
    lines = []
    for action in numbered(view.legal):
        verb, _, rest = action.partition(" ")
        if place_of(action):
            pair, side = rest.split()
            text = Text.assemble(cards.feather(pair), f" {side} ", brings(found[action], cards))
        else:
            text = label_of(verb, rest, found.get(action), view, cards)
        lines.append((action, Text.assemble((f"{verb} ", "typed"), text)))
    return lines


def placed(cards: Cards, view: View) -> Mapping[str, Reach]:
    """What the viewer has after each action that lays a card; nobody knows it of a discard."""
    after = preview(cards.rules, view).after
    return {action: reach for action, reach in after.items() if read("card", action).verb in PLACEMENTS}


# ---------------------------------------------------------------- placements


def placements(order: Sequence[str], found: Mapping[str, Reach], cards: Cards, width: int) -> Table:
    """A line for every way to hold a card, a column for every place where it can go."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=6)
    for _ in PLACES:
        table.add_column(width=(width - 6) // 4 - 1)
    table.add_row("", *(Text(f"   {place}", "typed") for place in PLACES))
    numbers = {action: number for number, action in enumerate(order, 1)}
    for pair in dict.fromkeys(action.split()[1] for action in order if place_of(action)):
        cells = []
        for place in PLACES:
            action = f"{place.split()[0]} {pair} {place.split()[1]}"
            cells.append(numbered_cell(numbers[action], brings(found[action], cards)))
        table.add_row(cards.feather(pair), *cells)
    return table


def numbered_cell(number: int, text: Text) -> Text:
    return Text.assemble((f"{number:>2} ", "quiet"), text)


def brings(reach: Reach, cards: Cards) -> Text:
    """Losses and gains in short: `↓B1→1 +G3→1`."""
    items = [Text.assemble((FALL, "alarm"), cards.name(fall.card), (f"→{fall.now}", "alarm")) for fall in reach.falls]
    items += [
        Text.assemble((SIGNS[verb], "points"), cards.name(card), (f"→{level}", "points"))
        for verb, card, level in gains(reach)
    ]
    return Text(" ").join(items) if items else Text("–", "quiet")


def gains(reach: Reach) -> list[tuple[str, str, int]]:
    """What could be raised, fulfilled or stolen next: the verb, the prophecy, and the level that it would get."""
    opened = [read("card", action) for action in reach.opens]
    standings = reach.coatls[0].cards
    return [(gain.verb, gain.card, standings[gain.card].level) for gain in opened if gain.card is not None]


# ---------------------------------------------------------------- everything else


def others(order: Sequence[str], found: Mapping[str, Reach], view: View, cards: Cards, width: int) -> Table:
    """A line for every verb."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=STEM_WIDTH, style="typed", no_wrap=True)
    table.add_column()
    lines: dict[str, list[Text]] = {}
    for number, action in enumerate(order, 1):
        if not place_of(action):
            verb, _, rest = action.partition(" ")
            label = Text.assemble((f"{number} ", "quiet"), label_of(verb, rest, found.get(action), view, cards))
            lines.setdefault(verb, []).append(label)
    for verb, items in lines.items():
        table.add_row(verb, flow(items, width - STEM_WIDTH - 1))
    return table


def label_of(verb: str, rest: str, reach: Reach | None, view: View, cards: Cards) -> Text:
    """What stands behind a verb, and what it would bring."""
    if verb in SIGNS:
        return gain_label(rest, view, cards)
    if reach is not None:
        return Text.assemble(cards.feather(rest), " ", brings(reach, cards))
    if verb == "discard":
        return cards.feather(rest)
    return Text(end_of_card(view, cards) if verb == "done" else t("terminal_card.no_feather_now"), "quiet")


def gain_label(card: str, view: View, cards: Cards) -> Text:
    """A prophecy with the level that it would get, and the points that this is worth."""
    player = view.players[view.seat - 1]
    was = dict(zip(player.prophecies, player.levels, strict=True)).get(card)
    now = cards.level(player.coatl, card)
    levels = f"{was}→{now}" if was is not None else f"→{now}"
    points = cards.worth(now) - cards.worth(was or 0)
    return Text.assemble(cards.prophecy(card), f" {levels} ", (f"+{points}", "points"))


def end_of_card(view: View, cards: Cards) -> str:
    """What `done` means now."""
    coming = "turn" if turn_ends(view, cards) else "tail" if view.round == view.rounds else "next"
    return t(f"terminal_card.{'leave' if len(view.legal) > 1 else 'end'}_{coming}")


def turn_ends(view: View, cards: Cards) -> bool:
    """Whether the card just played was the last one of the turn."""
    if view.round == view.rounds:
        return view.players[view.seat - 1].coatl.endswith(")")
    return view.plays + 1 >= cards.rules.deck.deal.plays_per_turn
