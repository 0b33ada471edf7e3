"""The presenter of the card game: what the session asks for, put together from the drawings of this folder."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.describe.card.reach import newest
from coatl.engine.rules import Result, Rules
from coatl.messages import t
from coatl.terminal.base_presenter import BasePresenter
from coatl.terminal.card.actions import choices, gains, listing, numbered, placed
from coatl.terminal.card.cards import Cards
from coatl.terminal.card.coatls import serpent
from coatl.terminal.card.explanation import why_page
from coatl.terminal.card.result import result_page
from coatl.terminal.card.table import Drawing
from coatl.terminal.presenter import seat_called


class CardPresenter(BasePresenter):
    """How the card game looks."""

    EXAMPLES: ClassVar = {
        "s RG": "start",
        "b RG l": "beside",
        "o GR r": "over",
        "try o GR r": "try",
        "di RG": "discard",
        "r B1, f B1": "gain",
        "s B1": "steal",
        "h R, t K": "ends",
        "d": "done",
    }

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        assert isinstance(rules, CardRules)
        self.rules, self.cards = rules, Cards(rules)
        super().__init__(rules, names, self.cards.name)

    # ------------------------------------------------------------ the table

    def drawing(self, width: int) -> Drawing:
        """Draws for this width."""
        return Drawing(self.cards, self.names, width)

    def title(self, view: View) -> tuple[str, str]:
        """Round and opponent at the left, whose turn it is at the right."""
        return self.head_line(view, [t("terminal_card.round", n=view.round, rounds=view.rounds)])

    def notice(self, view: View) -> Text | None:
        """That the next round is the last one of feathers."""
        if view.round == view.rounds - 1 and view.pending in ("play", "revealed"):
            return Text(t("terminal_card.last_feathers"), "alarm")
        return None

    def task(self, view: View) -> str:
        """What is to be decided now."""
        if view.pending == "play":
            total = self.rules.deck.deal.plays_per_turn
            return t("terminal_card.task_play", n=view.plays + 1, plays=total)
        if view.pending == "gain" and len(view.legal) == 1:
            return t("terminal_card.task_nothing")
        return t(f"terminal_card.task_{view.pending}")

    def actions(self, view: View, width: int) -> RenderableType:
        """The legal actions, and what each placement would bring."""
        return listing(view, self.cards, width)

    def choices(self, view: View) -> list[tuple[str, Text]]:
        """The legal actions, with what each would bring."""
        return choices(view, self.cards)

    def numbered(self, legal: Sequence[str]) -> list[str]:
        """The legal actions in the order of their numbers."""
        return numbered(legal)

    def lying(self, view: View) -> Mapping[str, str]:
        """Every card is called by its own name."""
        return {}

    def attempt(self, view: View, action: str) -> RenderableType:
        """The coatl as an action would leave it, and what it would gain or lose."""
        found = placed(self.cards, view).get(action)
        if found is None:
            return Text(t("terminal_card.try_nothing", action=action))
        held = view.players[view.seat - 1]
        levels = dict(zip(held.prophecies, held.levels, strict=True))
        lost = [change_text("fall", fall.card, fall.was, fall.now) for fall in found.falls]
        won = [change_text(verb, card, levels.get(card, 0), level) for verb, card, level in gains(found)]
        coatl = found.coatls[0].pieces
        return Group(
            Text(t("terminal_card.try", action=action), "name"),
            serpent(coatl, newest(action, coatl)),
            *(Text(line, "alarm") for line in lost),
            *(Text(line, "points") for line in won),
            *([] if lost or won else [Text(t("terminal_card.no_change"), "quiet")]),
        )

    # ------------------------------------------------------------ in words

    def result(self, view: View, result: Result, width: int) -> RenderableType:
        """The end of a game."""
        return result_page(self.drawing(width), view, result)

    def why(self, view: View, words: Sequence[str]) -> RenderableType:
        """`why`, `why Ann`."""
        seat = seat_called(self.names, view.viewer, " ".join(words))
        return why_page(self.cards, view.players[seat - 1], view.temple, self.names[seat - 1])


def change_text(kind: str, card: str, was: int, now: int) -> str:
    """What becomes of a prophecy: raise, fulfil, steal or fall, with its levels.

    >>> change_text("fall", "B1", 2, 1)
    'B1 falls from level 2 to 1.'
    """
    return t(f"card.change.{kind}", card=card, **{"from": was, "to": now})
