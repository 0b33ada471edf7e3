"""The reach of a seat in the board game (RULES 3, 4.4)."""

from collections.abc import Iterable, Mapping, Sequence

from coatl.board.notation import Row
from coatl.board.rules import BoardRules
from coatl.board.scoring import goals_met
from coatl.board.view import CoatlView, PlayerView, View
from coatl.describe.actions import read
from coatl.describe.board import matches
from coatl.describe.board.matches import piece_numbers, plain_deck
from coatl.describe.reach import CoatlReach, Fall, Place, Reach, Spans, Standing, rung_above

PLACEMENTS = frozenset({"start", "extend", "fulfil", "temple"})
FULFILLING = ("fulfil", "temple")


class BoardReader:
    """Reads the views of one seat."""

    placements = PLACEMENTS

    def __init__(self, rules: BoardRules, view: View) -> None:
        self.rules, self.seat = rules, int(view.viewer)
        self.deck, self.plain = rules.decks[0], plain_deck(rules)
        self.prophecies = {name: i for i, name in enumerate(rules.names["<prophecy>"])}
        self.temples = {name: i for i, name in enumerate(rules.names["<temple>"])}
        self.known: dict[tuple[str, str, int], tuple[int, Spans]] = {}
        self.row = [card for card in view.row if card is not None]
        self.piles = [card for card in view.temples if card is not None]
        self.before = laid_points(self.coatls(view))

    def reach(self, view: View, legal: Sequence[str]) -> Reach:
        """All coatls of the seat in this view."""
        coatls = self.coatls(view)
        consolation = view.players[self.seat - 1].robbed * int(self.deck.robbed_points)
        laid = laid_points(coatls).items()
        falls = (Fall(place[1], self.before[place], now) for place, now in laid if now < self.before.get(place, 0))
        return Reach(
            coatls,
            sum(coatl.points for coatl in coatls) + consolation,
            sum(coatl.points for coatl in coatls if coatl.closed) + consolation,
            tuple(action for action in legal if read("board", action).verb in FULFILLING),
            tuple(falls),
        )

    def coatls(self, view: View) -> tuple[CoatlReach, ...]:
        player = view.players[self.seat - 1]
        return tuple(self.coatl(coatl, self.free(view, player)) for coatl in player.coatls)

    def free(self, view: View, player: PlayerView) -> dict[str, Place]:
        """The cards that could be laid at an unfinished coatl, or chosen first; none that was unseen before."""
        found: dict[str, Place] = {card: "row" for card in view.row if card in self.row}
        found |= {card: "pile" for card in view.temples if card in self.piles}
        return found | dict.fromkeys((*player.hand, *player.temples), "hand")

    def coatl(self, coatl: CoatlView, free: Mapping[str, Place]) -> CoatlReach:
        """One coatl with the cards beside it, and those that could come to it."""
        beside = [*coatl.cards, *([] if coatl.temple is None else [coatl.temple])]
        lies = ({} if coatl.closed else dict(free)) | dict.fromkeys(beside, "laid")
        colours = Row.parse(coatl.pieces).colours
        gods = self.gods(coatl.cards)
        cards = {card: self.standing(card, colours, gods, place) for card, place in lies.items()}
        points = coatl.points if coatl.closed else sum(cards[card].points for card in beside)
        return CoatlReach(coatl.pieces, coatl.closed, points, cards)

    def gods(self, cards: Iterable[str]) -> int:
        """The gods of these prophecies, one bit each."""
        gods = 0
        for card in cards:
            gods |= 1 << self.plain.prophecies[self.prophecies[card]].god
        return gods

    def standing(self, card: str, colours: str, gods: int, place: Place) -> Standing:
        """One card at a coatl."""
        if card in self.temples:
            goals = self.rules.deck.temple[self.temples[card]].points
            ladder = dict(enumerate(goals, 1))
        else:
            ladder, gods = self.rules.deck.prophecy[self.prophecies[card]].levels, 0
        times, where = self.counted(card, colours, gods)
        level = max((step for step in ladder if step <= times), default=0)
        return Standing(times, ladder.get(level, 0), level, where, rung_above(ladder, times), place)

    def counted(self, card: str, colours: str, gods: int) -> tuple[int, Spans]:
        """How often a card stands, and where; the same coatls come again and again."""
        key = card, colours, gods
        if key not in self.known:
            if card in self.temples:
                temple = self.deck.temples[self.temples[card]]
                self.known[key] = int(goals_met(temple, piece_numbers(colours), len(colours), gods)), ()
            else:
                number = self.prophecies[card]
                times = matches.times(self.rules, number, colours)
                self.known[key] = times, matches.where(self.rules, number, colours) if times else ()
        return self.known[key]


reader = BoardReader


def laid_points(coatls: Sequence[CoatlReach]) -> dict[tuple[int, str], int]:
    """The points of the cards that lie beside coatls."""
    return {
        (number, card): standing.points
        for number, coatl in enumerate(coatls)
        for card, standing in coatl.cards.items()
        if standing.lies == "laid"
    }
