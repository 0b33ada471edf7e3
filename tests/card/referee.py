"""A slow referee of the card game: plays along on plain text and says what must be on the table, and what is legal.

Nothing here is shared with the engine: another reader of RULES 5 wrote it, the obvious way. Chance is taken from the
record, and every outcome must be one that the decks could have brought.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from coatl.card.view import View
from coatl.decks.schema import CardDeck
from tests.reference import scorer

COLOURS = "RGBYK"
Held = list[tuple[str, int]]  # prophecies with their levels, in the order in which they came to them


@dataclass
class Seat:
    """What lies before a player."""

    hand: Counter[str]
    held: Held
    parts: list[str] = field(default_factory=list)
    ends: str = ""  # "", "(" or "()"
    result: tuple[int, int, int] | None = None  # points, goals, protected; once final

    @property
    def text(self) -> str:
        return f"{self.ends[:1]}{''.join(self.parts)}{self.ends[1:]}"

    def level(self, card: str) -> int | None:
        return dict(self.held).get(card)

    def drop(self, card: str) -> None:
        self.held = [(name, level) for name, level in self.held if name != card]

    def on_level(self, level: int) -> list[str]:
        return [name for name, at in self.held if at == level]


class Referee:
    """One game, from its set-up on."""

    def __init__(self, deck: CardDeck, laid: View) -> None:
        self.deck, self.solo, self.first = deck, laid.options.solo, laid.options.first - 1
        self.pattern = {card.id: card.pattern for card in deck.prophecy}
        self.god: dict[str, str] = {card.id: card.colour for card in deck.prophecy}
        self.goals = next((card.goals for card in deck.temple if card.id == laid.temple), ())
        self.seats = [
            Seat(Counter(seat.hand), list(zip(seat.prophecies, seat.levels, strict=True))) for seat in laid.players
        ]
        self.middle = list(laid.middle)
        self.feathers, self.discards = Counter(laid.unseen_feathers), Counter[str]()
        self.prophecies = set(laid.unseen_prophecies)
        self.actions = set(laid.carl.deck) if laid.carl else set[str]()
        self.lost: set[str] = set()
        self.round, self.rounds = 1, laid.rounds
        self.outcomes: list[str] = []
        self.over = False
        self.seat = 1 if self.solo else self.first
        self.pending = "carl" if self.solo else "play"
        self.begin_turn()

    def begin_turn(self) -> None:
        self.plays, self.revealed, self.newest = 0, "", (0, 0)
        self.stolen: Counter[int] = Counter()

    # ------------------------------------------------------------ chance

    def drawn_feather(self) -> str | None:
        """R15."""
        if not self.feathers.total():
            self.feathers, self.discards = self.discards, Counter()
        if not self.feathers.total():
            return None
        feather = self.outcomes.pop(0).upper()
        assert self.feathers[feather] > 0
        self.feathers[feather] -= 1
        return feather

    def drawn_card(self, pile: set[str]) -> str | None:
        if not pile:
            return None
        card = self.outcomes.pop(0)
        pile.remove(card)
        return card

    def refill(self) -> None:
        for place, card in enumerate(self.middle):
            if card is None:
                self.middle[place] = self.drawn_card(self.prophecies)

    # ------------------------------------------------------------ what is legal

    def legal(self) -> set[str]:
        me = self.seats[self.seat]
        if self.over:
            return set()
        if self.pending == "play":
            hand = [feather for feather, number in me.hand.items() if number]
            every = {action for feather in hand for action in self.placements(feather)}
            return every | {f"discard {feather}" for feather in hand} or {"pass"}
        if self.pending == "revealed":
            return set(self.placements(self.revealed))
        if self.pending == "gain":
            return {"done", *self.gains()}
        if self.pending == "carl":
            return {"carl"}
        return {f"{self.pending} {colour}" for colour in self.deck.heads_and_tails.colours}

    def placements(self, feather: str) -> Iterator[str]:
        for lying in (feather, feather[::-1]):
            if not self.seats[self.seat].parts:
                yield f"start {lying}"
                continue
            for side in ("left", "right"):
                yield f"beside {lying} {side}"
                yield f"over {lying} {side}"

    def places(self, card: str) -> list[scorer.Place]:
        return scorer.places(self.pattern[card], self.seats[self.seat].text)

    def reached(self, card: str) -> int:
        """The level that the card would get now; 0 if no place uses a part of the newest card."""
        found = self.places(card)
        low, high = self.newest
        return min(3, len(found)) if any(start <= high and low < end for start, end in found) else 0

    def gains(self) -> Iterator[str]:
        for card, level in self.seats[self.seat].held:
            if level < 3 and self.reached(card) > level:
                yield f"raise {card}"
        for name in self.middle:
            if name is not None and self.reached(name):
                yield f"fulfil {name}"
        for seat in self.neighbours():
            most = self.deck.carl.human_steals_per_turn if self.solo and self.deck.carl else 1
            if self.stolen[seat] < most:
                yield from (
                    f"steal {card}" for card, level in self.seats[seat].held if level < 3 and self.reached(card)
                )

    def neighbours(self) -> set[int]:
        number = len(self.seats)
        return {(self.seat + 1) % number, (self.seat - 1) % number}

    # ------------------------------------------------------------ what an action does

    def follow(self, action: str, outcomes: tuple[str, ...]) -> None:
        verb, *rest = action.split()
        self.outcomes = list(outcomes)
        me = self.seats[self.seat]
        if verb in ("start", "beside", "over"):
            self.use("".join(sorted(rest[0], key=COLOURS.index)))
            self.lay(me, verb, rest[0], rest[-1])
        elif verb == "discard":
            me.hand[rest[0]] -= 1
            self.discards[rest[0]] += 1
            self.revealed, self.pending = self.drawn_feather() or "", "revealed"
        elif verb in ("raise", "fulfil", "steal"):
            self.gain(me, verb, rest[0])
        elif verb == "head":
            me.parts.insert(0, rest[0])
            me.ends, self.newest, self.pending = "(", (0, 0), "gain"
        elif verb == "tail":
            me.parts.append(rest[0])
            me.ends, self.newest, self.pending = "()", (len(me.parts) - 1, len(me.parts) - 1), "gain"
        elif verb == "carl":
            self.carl()
        elif verb == "done":
            self.end_card(me)
        else:
            self.end_turn()
        assert not self.outcomes, "chance brought more than was due"

    def use(self, feather: str) -> None:
        if self.pending == "revealed":
            assert feather == self.revealed
            self.revealed = ""
        else:
            self.seats[self.seat].hand[feather] -= 1

    def lay(self, me: Seat, how: str, lying: str, side: str) -> None:
        one, other = lying[0], lying[1]
        old = {card: set(self.places(card)) for card, _ in me.held}
        if how == "over":
            me.parts[0 if side == "left" else -1] = f"{other if side == 'left' else one}^"
            me.parts.insert(0 if side == "left" else len(me.parts), one if side == "left" else other)
        elif side == "left":
            me.parts[:0] = [one, other]
        else:
            me.parts += [one, other]
        self.newest = (0, 1) if side == "left" else (len(me.parts) - 2, len(me.parts) - 1)
        self.pending = "gain"
        if how == "over":
            self.losses(me, old, 1 if side == "left" else 0)

    def losses(self, me: Seat, old: dict[str, set[scorer.Place]], moved: int) -> None:
        """R21, R24."""
        falling = []
        for card, level in sorted(me.held, key=lambda held: -held[1]):
            now = set(self.places(card))
            destroyed = {(start + moved, end + moved) for start, end in old[card]} - now
            if level < 3 and destroyed and len(now) < level:
                falling.append((card, len(now)))
        for card, level in falling:
            me.drop(card)
            if level or not self.solo:
                me.held.append((card, level))
            else:
                self.lost.add(card)

    def gain(self, me: Seat, verb: str, card: str) -> None:
        if verb == "raise":
            me.drop(card)
        elif verb == "fulfil":
            self.middle[self.middle.index(card)] = None
        else:
            victim = next(seat for seat in self.neighbours() if self.seats[seat].level(card) is not None)
            self.seats[victim].drop(card)
            self.stolen[victim] += 1
        me.held.append((card, self.reached(card)))

    def end_card(self, me: Seat) -> None:
        self.plays += 1
        if me.ends == "()":
            me.result = self.result(me)
            self.end_turn()
        elif me.ends == "(":
            self.pending = "tail"
        elif self.plays < self.deck.deal.plays_per_turn:
            self.pending = "play"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        me = self.seats[self.seat]
        if self.round < self.rounds:
            for _ in range(self.deck.deal.plays_per_turn):
                feather = self.drawn_feather()
                if feather:
                    me.hand[feather] += 1
        following = 0 if self.solo else (self.seat + 1) % len(self.seats)
        if following == self.first and self.round == self.rounds:
            self.over = True
            return
        self.refill()
        if following == self.first:
            self.begin_round()
        else:
            self.seat = following
            self.begin_turn()
            self.pending = "head" if self.round == self.rounds else "play"

    def begin_round(self) -> None:
        self.round += 1
        if self.round == self.rounds:
            for seat in self.seats:
                self.discards += seat.hand
                seat.hand.clear()
        self.seat = 1 if self.solo else self.first
        self.begin_turn()
        self.pending = "carl" if self.solo else "head" if self.round == self.rounds else "play"

    def result(self, me: Seat) -> tuple[int, int, int]:
        """RULES 5.4."""
        levels = [(self.god[card], level) for card, level in me.held]
        met = sum(scorer.card_goal_met(goal, me.text, levels) for goal in self.goals) if me.parts else 0
        points = sum(scorer.CARD_POINTS[level] for _, level in levels) + scorer.CARD_TEMPLE_POINTS[met]
        return points, met, len(me.on_level(3))

    # ------------------------------------------------------------ CARL

    def carl(self) -> None:
        """RULES 5.5."""
        human, carl = self.seats
        feather = self.drawn_feather()
        favourites = set(feather or "")
        if feather:
            self.discards[feather] += 1
        action = self.drawn_card(self.actions)
        assert self.deck.carl
        doubled = next(
            (does for god, does in self.deck.carl.actions.items() if action and god == self.god[action]), None
        )
        for name, act in (("raise", self.carl_raises), ("steal", self.carl_steals), ("fulfil", self.carl_fulfils)):
            for _ in range(2 if name == doubled else 1):
                act(human, carl, favourites)
        self.refill()
        if self.round == self.rounds:
            carl.result = self.result(carl)
        self.seat = 0
        self.begin_turn()
        self.pending = "head" if self.round == self.rounds else "play"

    def has(self, card: str, favourites: set[str]) -> bool:
        """Whether the pattern names a favourite as a thing to match."""
        tokens = [token for token in self.pattern[card].split() if not token.startswith(("!", "[^", ".", "="))]
        return any(colour in token for token in tokens for colour in favourites)

    def preferred(self, held: Held, favourites: set[str]) -> tuple[str, int] | None:
        free = [(card, level) for card, level in held if level < 3]
        pool = [(card, level) for card, level in free if self.has(card, favourites)] or free
        return max(pool, key=lambda one: one[1], default=None)  # the first of the highest is the nearest

    def carl_raises(self, human: Seat, carl: Seat, favourites: set[str]) -> None:
        chosen = self.preferred(carl.held, favourites)
        if chosen:
            carl.drop(chosen[0])
            carl.held.append((chosen[0], chosen[1] + 1))

    def carl_steals(self, human: Seat, carl: Seat, favourites: set[str]) -> None:
        chosen = self.preferred(human.held, favourites)
        if chosen:
            human.drop(chosen[0])
            carl.held.append(chosen)

    def carl_fulfils(self, human: Seat, carl: Seat, favourites: set[str]) -> None:
        lying = [card for card in self.middle if card is not None]
        chosen = next((card for card in lying if self.has(card, favourites)), lying[0] if lying else None)
        if chosen is not None:
            self.middle[self.middle.index(chosen)] = None
            carl.held.append((chosen, 1))

    # ------------------------------------------------------------ comparing

    def check(self, now: View) -> None:
        """The table as one sees it who sees everything."""
        assert [seat.text for seat in self.seats] == [seat.coatl for seat in now.players]
        for mine, shown in zip(self.seats, now.players, strict=True):
            assert +mine.hand == Counter(shown.hand)
            held = list(zip(shown.prophecies, shown.levels, strict=True))
            assert [mine.on_level(level) for level in range(4)] == [
                [card for card, at in held if at == level] for level in range(4)
            ]
            assert (mine.result or (0, 0, 0)) == (shown.points, shown.goals, shown.protected)
            assert (mine.result is not None) == shown.final
        assert tuple(self.middle) == now.middle
        assert (+self.feathers, +self.discards) == (now.unseen_feathers, now.discards)
        assert (self.feathers.total(), len(self.prophecies)) == (now.feathers, now.deck)
        assert self.prophecies == set(now.unseen_prophecies)
        assert (self.lost, self.revealed) == (set(now.lost), now.revealed or "")
        if now.carl:
            assert self.actions == set(now.carl.deck)
        if not self.over:
            assert (self.seat + 1, self.round, self.pending) == (now.seat, now.round, now.pending)
        else:
            assert now.pending == "over"

    def winners(self) -> tuple[int, ...]:
        """RULES 5.4, 5.5."""
        ranks = [seat.result or (0, 0, 0) for seat in self.seats]
        if self.solo:
            return (1,) if ranks[0][0] > ranks[1][0] else (2,)
        return tuple(seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks))
