"""The table of the card game, drawn from a view: what everybody sees, and what this viewer alone sees."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView, View
from coatl.terminal.card.cards import Cards
from coatl.terminal.card.serpent import TONGUE, serpent
from coatl.terminal.layout import LABEL, flow, labelled
from coatl.terminal.look import letters
from coatl.terminal.pieces import EMPTY_CELL


@dataclass(frozen=True)
class Drawing:
    """Draws the parts of a table for one width."""

    cards: Cards
    names: Sequence[str]
    width: int

    def table(self, view: View) -> RenderableType:
        """Everything on the table."""
        parts: list[RenderableType] = [self.middle(view)]
        if view.temple is not None:
            parts.append(self.temple(view))
        parts += [self.feathers(view), ""]
        viewer = seat_of(view)
        for seat in [*range(viewer + 1, len(view.players) + 1), *range(1, viewer)]:
            parts += [self.player(view, seat), ""]
        if viewer:
            parts += [self.player(view, viewer), self.hand(view, viewer), ""]
        return Group(*parts)

    @property
    def room(self) -> int:
        """The columns beside the labels."""
        return self.width - LABEL - 1

    # ------------------------------------------------------------ the middle

    def middle(self, view: View) -> RenderableType:
        """The prophecies for all, and how often each stands in the viewer's coatl."""
        items = [self.counted(view, card) if card is not None else Text(EMPTY_CELL, "quiet") for card in view.middle]
        return labelled("Middle", flow([*items, Text(f"deck {view.deck}", "quiet")], self.room))

    def counted(self, view: View, card: str) -> Text:
        """A prophecy that the viewer may get, with its count in the viewer's coatl."""
        text = self.cards.prophecy(card)
        viewer = seat_of(view)
        if not viewer:
            return text
        count = self.cards.count(view.players[viewer - 1].coatl, card)
        return text.append(f" ×{count}", "points" if count else "quiet")

    def temple(self, view: View) -> RenderableType:
        """The goals for all, and whether the viewer meets them now."""
        assert view.temple is not None
        viewer = seat_of(view)
        met = self.cards.met(view.players[viewer - 1], view.temple) if viewer else ()
        lines = []
        for number, goal in enumerate(self.cards.goals(view.temple)):
            reached = number < len(met) and met[number]
            mark = Text("✓ " if reached else "· ", "points" if reached else "quiet")
            lines.append(mark.append(goal, "" if reached else "quiet"))
        points = "/".join(str(number) for number in self.cards.rules.deck.temple_points.points)
        lines[-1].append("  ").append(points, "points").append(" for one/both goals", "quiet")
        label = Text.assemble(("Temple\n", "heading"), (view.temple, "quiet"))
        return labelled(label, Text("\n").join(lines))

    def feathers(self, view: View) -> RenderableType:
        """The deck of feathers, and what was discarded."""
        items = [Text(f"deck {view.feathers}", "quiet")]
        if view.discards:
            gone = (
                Text.assemble(letters(pair, between=""), f"×{count}" if count > 1 else "")
                for pair, count in view.discards.items()
            )
            items.append(Text.assemble(("discarded ", "quiet"), Text(" ").join(gone)))
        return labelled("Feathers", flow(items, self.room))

    # ------------------------------------------------------------ players

    def player(self, view: View, seat: int) -> RenderableType:
        """A seat: points, coatl and levels; CARL's cards instead of a coatl."""
        player = view.players[seat - 1]
        name = Text.assemble((self.names[seat - 1], "name"), "  ", self.points(view, player))
        lines: list[RenderableType] = [flow([name, *self.facts(view, seat)], self.width, gap="  ·  ")]
        if view.carl is not None and seat == len(view.players):
            lines.append(self.carl(view))
        else:
            lines.append(labelled("coatl", self.coatl(view, seat), "quiet"))
        return Group(*lines, labelled("levels", self.levels(view, seat), "quiet"))

    def points(self, view: View, player: PlayerView) -> Text:
        """The points as they are now, or for good."""
        if player.final:
            return Text(f"final result: {counted_points(player.points)}", "points")
        temple = self.cards.temple_points(sum(self.cards.met(player, view.temple)))
        text = Text(counted_points(self.cards.level_points(player) + temple), "points")
        return text.append(f" with {temple} for the temple", "quiet") if temple else text

    def facts(self, view: View, seat: int) -> list[Text]:
        """What else everybody knows of a seat."""
        player = view.players[seat - 1]
        found = []
        if view.viewer != str(seat) and player.hand:
            found.append(Text(f"{len(player.hand)} feathers", "quiet"))
        if view.carl is not None and seat == len(view.players):
            found.append(Text(view.carl.manner, "quiet"))
        stolen = view.stolen[seat - 1] if seat <= len(view.stolen) else 0
        if stolen:
            found.append(Text(f"stolen from {'twice' if stolen == 2 else 'once'} in this turn", "quiet"))
        return found

    def coatl(self, view: View, seat: int) -> Text:
        """A coatl, the newest card marked, and its number of parts."""
        coatl = view.players[seat - 1].coatl
        if not coatl:
            return Text(f"{TONGUE}{EMPTY_CELL}", "quiet")
        newest = view.newest if seat == view.seat else ()
        text = serpent(coatl, newest)
        parts = sum(letter.isalpha() for letter in coatl)
        lines = text.split("\n")
        body = -2 if newest and "╰" in lines[-1].plain else -1
        if lines[body].cell_len + 4 <= self.room:
            lines[body].append(f"  {parts}", "quiet")
        return Text("\n").join(lines)

    def levels(self, view: View, seat: int) -> Text:
        """All prophecies of a seat, the highest level first; level 3 is protected."""
        player = view.players[seat - 1]
        items = []
        for level in range(PROTECTED, -1, -1):
            held = [card for card, on in zip(player.prophecies, player.levels, strict=True) if on == level]
            for place, card in enumerate(held):
                tag = (f"{level}▸" if place == 0 else "", "points" if level else "quiet")
                items.append(Text.assemble(tag, self.held(view, seat, card, level)))
        return flow(items, self.room, gap="  ") if items else Text("no prophecy", "quiet")

    def held(self, view: View, seat: int, card: str, level: int) -> Text:
        """A prophecy of a seat; how often it stands in the viewer's coatl, where that matters."""
        viewer = seat_of(view)
        text = self.cards.prophecy(card)
        if not viewer or level == PROTECTED:
            return text
        count = self.cards.count(view.players[viewer - 1].coatl, card)
        matters = count > 0 if seat != viewer else min(count, PROTECTED) != level
        return text.append(f" ×{count}", "points" if count else "quiet") if matters else text

    def hand(self, view: View, seat: int) -> RenderableType:
        """The viewer's feathers, or the one that was revealed."""
        hand = view.players[seat - 1].hand
        feathers = Text("  ").join(self.cards.feather(pair) for pair in hand) if hand else Text("no feather", "quiet")
        lines = labelled("hand", Text(TONGUE).append_text(feathers), "quiet")
        if view.revealed is None or view.seat != seat:
            return lines
        revealed = Text(TONGUE).append_text(self.cards.feather(view.revealed)).append("  from the deck", "quiet")
        return Group(lines, labelled("revealed", revealed, "quiet"))

    # ------------------------------------------------------------ CARL

    def carl(self, view: View) -> RenderableType:
        """CARL's favourites, its action card, and the backs of the cards ahead."""
        carl = view.carl
        assert carl is not None
        items = []
        if carl.favourites:
            items.append(Text.assemble(("favourites ", "quiet"), letters(carl.favourites)))
        if carl.action is not None:
            god = self.cards.prophecies[carl.action].colour
            items.append(
                Text.assemble(("action ", "quiet"), self.cards.name(carl.action), f" {self.doubled(god)} twice")
            )
        ahead = ", ".join(f"{count} {god}" for god, count in carl.backs.items())
        items.append(Text.assemble(("ahead ", "quiet"), ahead or "no card"))
        return labelled("cards", flow(items, self.room, gap="  ·  "), "quiet")

    def doubled(self, god: str) -> str:
        """The action that a god's card doubles."""
        carl = self.cards.rules.deck.carl
        actions = {} if carl is None else {str(name): str(action) for name, action in carl.actions.items()}
        return actions.get(god, "nothing")


def seat_of(view: View) -> int:
    """The seat that looks at the table; 0 for a spectator, and for everybody at the end."""
    return int(view.viewer) if view.viewer.isdigit() else 0


def counted_points(number: int) -> str:
    return f"{number} point{'s' * (number != 1)}"
