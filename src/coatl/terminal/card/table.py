"""The table of the card game, drawn from a view: what everybody sees, and what this viewer alone sees."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView, View
from coatl.messages import t
from coatl.terminal.card.cards import Cards
from coatl.terminal.card.coatls import TONGUE, serpent
from coatl.terminal.layout import LABEL, flow, labelled
from coatl.terminal.pieces import EMPTY_CELL
from coatl.terminal.theme import letters
from coatl.terminal.wording import points


@dataclass(frozen=True)
class Drawing:
    """Draws the parts of a table for one width."""

    cards: Cards
    names: Sequence[str]
    width: int

    def middle(self, view: View) -> list[RenderableType]:
        """The prophecies for all, the temple, and the feathers."""
        temple = [] if view.temple is None else [self.temple(view)]
        return [self.prophecies(view), *temple, self.feathers(view), ""]

    def rivals(self, view: View) -> list[RenderableType]:
        """The players behind the viewer in the order of play, CARL among them."""
        viewer = seat_of(view)
        seats = [*range(viewer + 1, len(view.players) + 1), *range(1, viewer)]
        return [part for seat in seats for part in (self.player(view, seat), "")]

    def own(self, view: View) -> list[RenderableType]:
        """The viewer's coatl, levels and hand."""
        viewer = seat_of(view)
        return [self.player(view, viewer), self.hand(view, viewer), ""] if viewer else []

    @property
    def room(self) -> int:
        """The columns beside the labels."""
        return self.width - LABEL - 1

    # ------------------------------------------------------------ the middle

    def prophecies(self, view: View) -> RenderableType:
        """The prophecies for all, and how often each stands in the viewer's coatl."""
        deck = Text(t("terminal_card.deck", n=view.deck), "quiet")
        items = [self.counted(view, card) if card is not None else Text(EMPTY_CELL, "quiet") for card in view.middle]
        return labelled(t("terminal_card.label_middle"), flow([*items, deck], self.room))

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
        lines[-1].append("  ").append(points, "points").append(f" {t('terminal_card.for_goals')}", "quiet")
        label = Text.assemble((f"{t('terminal_card.label_temple')}\n", "heading"), (view.temple, "quiet"))
        return labelled(label, Text("\n").join(lines))

    def feathers(self, view: View) -> RenderableType:
        """The deck of feathers, and what was discarded."""
        items = [Text(t("terminal_card.deck", n=view.feathers), "quiet")]
        if view.discards:
            gone = (
                Text.assemble(letters(pair, between=""), f"×{count}" if count > 1 else "")
                for pair, count in view.discards.items()
            )
            items.append(Text.assemble((f"{t('terminal_card.discarded')} ", "quiet"), Text(" ").join(gone)))
        return labelled(t("terminal_card.label_feathers"), flow(items, self.room))

    # ------------------------------------------------------------ players

    def player(self, view: View, seat: int) -> RenderableType:
        """A seat: points, coatl and levels; CARL's cards instead of a coatl."""
        player = view.players[seat - 1]
        name = Text.assemble((self.names[seat - 1], "name"), "  ", self.points(view, player))
        lines: list[RenderableType] = [flow([name, *self.facts(view, seat)], self.width, gap="  ·  ")]
        if view.carl is not None and seat == len(view.players):
            lines.append(self.carl(view))
        else:
            lines.append(labelled(t("terminal_card.label_coatl"), self.coatl(view, seat), "quiet"))
        return Group(*lines, labelled(t("terminal_card.label_levels"), self.levels(view, seat), "quiet"))

    def points(self, view: View, player: PlayerView) -> Text:
        """The points as they are now, or for good."""
        if player.final:
            return Text(t("terminal_card.final", n=player.points), "points")
        temple = self.cards.temple_points(sum(self.cards.met(player, view.temple)))
        text = Text(points(self.cards.level_points(player) + temple), "points")
        return text.append(f" {t('terminal_card.with_temple', n=temple)}", "quiet") if temple else text

    def facts(self, view: View, seat: int) -> list[Text]:
        """What else everybody knows of a seat."""
        player = view.players[seat - 1]
        found = []
        if view.viewer != str(seat) and player.hand:
            found.append(Text(t("terminal_card.feathers", n=len(player.hand)), "quiet"))
        if view.carl is not None and seat == len(view.players):
            found.append(Text(t(f"card.manner.{view.carl.manner}"), "quiet"))
        stolen = view.stolen[seat - 1] if seat <= len(view.stolen) else 0
        if stolen:
            found.append(Text(t(f"terminal_card.stolen_{'twice' if stolen == 2 else 'once'}"), "quiet"))
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
        return flow(items, self.room, gap="  ") if items else Text(t("terminal_card.no_prophecy"), "quiet")

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
        none = Text(t("terminal_card.no_feather"), "quiet")
        feathers = Text("  ").join(self.cards.feather(pair) for pair in hand) if hand else none
        lines = labelled(t("terminal_card.label_hand"), Text(TONGUE).append_text(feathers), "quiet")
        if view.revealed is None or view.seat != seat:
            return lines
        revealed = Text(TONGUE).append_text(self.cards.feather(view.revealed))
        revealed.append(f"  {t('terminal_card.from_deck')}", "quiet")
        return Group(lines, labelled(t("terminal_card.label_revealed"), revealed, "quiet"))

    # ------------------------------------------------------------ CARL

    def carl(self, view: View) -> RenderableType:
        """CARL's favourites, its action card, and the backs of the cards ahead."""
        carl = view.carl
        assert carl is not None
        items = []
        if carl.favourites:
            items.append(Text.assemble((f"{t('terminal_card.favourites')} ", "quiet"), letters(carl.favourites)))
        if carl.action is not None:
            god = self.cards.prophecies[carl.action].colour
            doubled = t("terminal_card.twice", deed=self.doubled(god))
            action = f"{t('terminal_card.action')} "
            items.append(Text.assemble((action, "quiet"), self.cards.name(carl.action), f" {doubled}"))
        ahead = ", ".join(
            t("terminal_card.backs", n=count, god=t(f"card.god.{god}")) for god, count in carl.backs.items()
        )
        items.append(Text.assemble((f"{t('terminal_card.ahead')} ", "quiet"), ahead or t("terminal_card.no_card")))
        return labelled(t("terminal_card.label_cards"), flow(items, self.room, gap="  ·  "), "quiet")

    def doubled(self, god: str) -> str:
        """The action that a god's card doubles."""
        carl = self.cards.rules.deck.carl
        actions = {} if carl is None else {str(name): str(action) for name, action in carl.actions.items()}
        return t(f"card.deed.{actions[god]}") if god in actions else t("terminal_card.nothing")


def seat_of(view: View) -> int:
    """The seat that looks at the table; 0 for a spectator, and for everybody at the end."""
    return int(view.viewer) if view.viewer.isdigit() else 0
