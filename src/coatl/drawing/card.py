"""A position of the card game as a picture."""

from collections.abc import Sequence
from typing import Any

from coatl.decks.loader import load_card, load_data
from coatl.drawing.art import serpent
from coatl.drawing.cards import CARD, HIDDEN, coatl_size, empty_place, feather, pattern, prophecy, tags, temple
from coatl.drawing.cards import name_tag as tag
from coatl.drawing.layout import NOTHING, QUIET, Box, below, beside, flow, framed, scaled, text
from coatl.drawing.table import WIDTH, Table
from coatl.messages import t
from coatl.messages.goals import card_goal

PROTECTED = 3  # the level that cannot be lost
AUTOMATA = {"carl": "carl", "carl2": "carl20"}  # their messages


def picture(view: Any, names: Sequence[str] = (), deck: Any = None) -> str:
    """The table as SVG; `deck` are the data of an own deck, if the game has one."""
    automaton = AUTOMATA[view.options.opponent] if view.carl else None
    return CardTable(view, names, load_card() if deck is None else load_data("card", deck), automaton).drawn()


class CardTable(Table):
    """Draws a view of the card game."""

    def title(self) -> list[str]:
        """Game and round."""
        return [t("terminal_card.game"), t("terminal_card.round", n=self.view.round, rounds=self.view.rounds)]

    def middle(self) -> list[Box]:
        """The prophecies for all, the temple, and the decks."""
        view = self.view
        cards = [self.prophecy(card) if card else empty_place("") for card in view.middle]
        if view.temple is not None:
            goals = [card_goal(goal) for goal in self.temples[view.temple].goals]
            cards.append(temple(view.temple, goals, "/".join(map(str, self.deck.temple_points.points))))
        if view.revealed is not None:
            cards.append(below([text(t("terminal_card.label_revealed"), 11, QUIET), feather(view.revealed)], 2))
        decks = [t("card.deck_feathers", n=view.feathers), t("card.deck_prophecies", n=view.deck)]
        title = f"{t('terminal_card.label_middle')} · {' · '.join(decks)}"
        return [below([text(title, 12, QUIET), flow(cards, WIDTH, gap=6)], 3)]

    def prophecy(self, name: str) -> Box:
        """A prophecy of the middle."""
        return prophecy(self.prophecies[name])

    # ------------------------------------------------------------ players

    def seat(self, seat: int) -> Box:
        """A seat: name and points, coatl, prophecies by their level, hand."""
        view, player = self.view, self.view.players[seat - 1]
        points = [text(t("terminal_card.final", n=player.points), 14)] if player.final else []
        head = beside([text(self.names[seat - 1], 15, bold=True), *points], gap=14)
        is_carl = view.carl is not None and seat == len(view.players)
        middle = self.carl() if is_carl else self.coatl(player)
        lines = [head, middle, self.levels(player), self.hand(player)]
        return below(lines, 8)

    def coatl(self, player: Any) -> Box:
        """A coatl with its notation; parts that lie on others are raised."""
        if not player.coatl:
            return NOTHING
        inner = player.coatl.strip("()")
        colours = inner.replace("^", "")
        stacks = tuple(i - inner[:i].count("^") - 1 for i, letter in enumerate(inner) if letter == "^")
        drawn = serpent(colours, player.coatl.startswith("("), player.coatl.endswith(")"), stacks)
        return below([scaled(drawn, coatl_size(colours, WIDTH)), text(player.coatl, 12, QUIET)], 2)

    def levels(self, player: Any) -> Box:
        """All prophecies of a seat, the highest level first."""
        held = sorted(zip(player.levels, player.prophecies, strict=True), key=lambda pair: -pair[0])
        return flow([self.held(card, level) for level, card in held], WIDTH, gap=5)

    def held(self, card: str, level: int) -> Box:
        """A prophecy that somebody has, with its level; level 3 is protected."""
        marks = text(f"{level}{' ◆' if level == PROTECTED else ''}", 13, bold=True)
        asked = self.prophecies[card]
        return framed(beside([tag(card, asked.colour, 12), pattern(asked, 0.5), marks], gap=6), CARD, pad=4)

    def hand(self, player: Any) -> Box:
        """The feathers in hand; somebody else's are backs."""
        if not player.hand:
            return NOTHING
        gap = 3 if HIDDEN in player.hand else 8
        label = text(t("terminal_card.label_hand"), 11, QUIET)
        return beside([label, beside([feather(pair) for pair in player.hand], gap)], gap=10)

    def carl(self) -> Box:
        """CARL's manner, favourite colours and the action card that lies open."""
        carl = self.view.carl
        assert carl is not None
        found = [text(t(f"card.manner.{carl.manner}"), 13)]
        if carl.favourites:
            found += [text(t("terminal_card.favourites"), 11, QUIET), scaled(serpent(carl.favourites), 0.5)]
        if carl.action:
            found += [text(t("terminal_card.action"), 11, QUIET), tags([carl.action], self.prophecies, WIDTH)]
        ahead = "  ".join(
            t("terminal_card.backs", n=count, god=t(f"log.god_{god}")) for god, count in carl.backs.items()
        )
        if ahead:
            found += [text(t("terminal_card.ahead"), 11, QUIET), text(ahead, 12)]
        return beside(found, gap=10)
