"""How a turn may go on in the engine: card by card what brings the most points. The search judges discards by it.

A placement is judged on a spare row of parts, without playing it: what it raises, fulfils, steals and loses.
"""

import numpy as np

from coatl.bots.card.reach import is_plain, touching
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import BESIDE, DISCARD, DONE, HEAD, LEFT, OVER, RAISE, START, STEAL, TAIL
from coatl.card.scoring import count_of, places
from coatl.card.state import COATL_LENGTH, EMPTY, GAIN, NOBODY, PLAYERS, PROPHECIES, PROTECTED, STATE, Player, State
from coatl.card.state import HEAD as HEAD_DUE
from coatl.card.state import TAIL as TAIL_DUE
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit
from coatl.engine.patterns import STACKED
from coatl.engine.records import Ints
from coatl.solver.card.turn import points_now

# what a seat may win with a card: the prophecy, its level, and whose it is
OFFER_CARD, OFFER_LEVEL, OFFER_OWNER, OFFER_COUNT, OFFER_LEFT, OFFER_RIGHT = 0, 1, 2, 3, 4, 5
OFFER_FACTS = 6
NOT_PLAIN = -1
OWN, MIDDLE, VICTIM = 0, 1, 2  # VICTIM + seat
HURT = 0.5  # what a point is worth that a victim loses
TIE = 1 << 10
CONTENT = 1.0  # a hand that brings less is worth a discard


@jit
def neighbours(state: State, seat: int, other: int) -> bool:
    """Whether one may steal from the other (RULES 5.2; R14)."""
    if state.options.carl != NOBODY:
        return other == 1 - seat
    players = state.options.players
    apart = (other - seat) % players
    return bool(other < players and (apart == 1 or apart == players - 1))


@jit
def offers(state: State, deck: Deck, seat: int, table: Ints) -> int:
    """Writes what the seat may raise, fulfil or steal in this turn; returns how many."""
    count = 0
    for other in range(PLAYERS):
        if other == seat or (neighbours(state, seat, other) and state.stolen[other] < most_steals(state, deck)):
            held = state.players[other]
            for i in range(held.prophecy_count):
                if held.levels[i] < PROTECTED:
                    owner = OWN if other == seat else VICTIM + other
                    count = offer(table, count, int(held.prophecies[i]), int(held.levels[i]), owner)
    for place in range(deck.middle[state.options.players]):
        if state.middle[place] != EMPTY:
            count = offer(table, count, int(state.middle[place]), 0, MIDDLE)
    return count


@jit
def most_steals(state: State, deck: Deck) -> int:
    return int(deck.carl_steals) if state.options.carl != NOBODY else 1


@jit
def offer(table: Ints, count: int, card: int, level: int, owner: int) -> int:
    table[count, OFFER_CARD] = card
    table[count, OFFER_LEVEL] = level
    table[count, OFFER_OWNER] = owner
    return count + 1


@jit
def lay(player: Player, action: int, parts: Ints) -> int:
    """Writes the coatl as it would be after a placement; returns the first place of the new card, plus 64 × length."""
    length = int(player.length)
    if START <= action < DISCARD:
        lying = action - START if action < BESIDE else (action - BESIDE) // 2 if action < OVER else (action - OVER) // 2
        side = LEFT if action < BESIDE else (action - BESIDE) % 2 if action < OVER else (action - OVER) % 2
        covered = 1 if action >= OVER else 0
        first = 0 if side == LEFT else length - covered
        shift = 2 - covered if side == LEFT else 0
        for i in range(length):
            parts[i + shift] = player.parts[i]
        parts[first] = lying // 5 + (STACKED if covered and side != LEFT else 0)
        parts[first + 1] = lying % 5 + (STACKED if covered and side == LEFT else 0)
        return first + 64 * (length + 2 - covered)
    shift = 1 if action < TAIL else 0
    for i in range(length):
        parts[i + shift] = player.parts[i]
    first = 0 if shift else length
    parts[first] = action - HEAD if shift else action - TAIL
    return first + 64 * (length + 1)


@jit
def count_offers(deck: Deck, player: Player, table: Ints, count: int) -> None:
    """Notes how many places each offer has now, and how many of them would go if an end were covered."""
    length = int(player.length)
    for i in range(count):
        card = deck.prophecies[table[i, OFFER_CARD]]
        if is_plain(card):
            table[i, OFFER_COUNT] = abs(count_of(card, player.parts, length))
            table[i, OFFER_LEFT] = touching(card, player.parts, length, 0, 0)
            table[i, OFFER_RIGHT] = touching(card, player.parts, length, length - 1, length - 1)
        else:
            table[i, OFFER_COUNT] = NOT_PLAIN


@jit
def brings(deck: Deck, table: Ints, count: int, parts: Ints, length: int, first: int, last: int, covered: int) -> float:
    """The points that a card at these places brings: raised, fulfilled, the best theft, less what falls."""
    value = 0.0
    best_theft = 0.0
    for i in range(count):
        card = deck.prophecies[table[i, OFFER_CARD]]
        if table[i, OFFER_COUNT] == NOT_PLAIN:
            found = places(card, parts, length, first, last)
        else:
            new = touching(card, parts, length, first, last)
            found = table[i, OFFER_COUNT] + new - (table[i, covered] if covered else 0)
            if new == 0:
                found = -found
        level = int(table[i, OFFER_LEVEL])
        reached = min(abs(found), PROTECTED)
        points = deck.level_points[reached]
        if table[i, OFFER_OWNER] == OWN:
            if found > level or reached < level:
                value += points - deck.level_points[level]
                level = reached
        elif found > 0:
            if table[i, OFFER_OWNER] == MIDDLE:
                value += points
                level = reached
            else:
                best_theft = max(best_theft, points + HURT * deck.level_points[level])
                level = 0
        else:
            level = 0
    return value + best_theft


@jit
def choose_card(state: State, deck: Deck, stream: Ints) -> int:
    """The placement that brings the most; equally good ones are equally likely."""
    seat = int(state.seat)
    player = state.players[seat]
    table = np.empty((PROPHECIES, OFFER_FACTS), np.int64)
    parts = np.empty(COATL_LENGTH, np.int8)
    legal = np.empty(MOST_LEGAL, np.int16)
    count = offers(state, deck, seat, table)
    count_offers(deck, player, table, count)
    best = -1
    best_value = 0.0
    discard = -1
    for i in range(legal_actions(state, deck, legal)):
        action = int(legal[i])
        if DISCARD <= action < RAISE:
            if discard < 0 or pick(stream, 2):
                discard = action
            continue
        if action < START:
            continue
        where = lay(player, action, parts)
        first = where % 64
        last = first if action >= HEAD else first + 1
        covered = 0
        if OVER <= action < DISCARD:
            covered = OFFER_LEFT if (action - OVER) % 2 == LEFT else OFFER_RIGHT
        value = brings(deck, table, count, parts, where // 64, first, last, covered) + 0.01 * pick(stream, TIE) / TIE
        if best < 0 or value > best_value:
            best = action
            best_value = value
    if discard >= 0 and best_value < CONTENT and player.length > 0:
        return discard
    return best if best >= 0 else int(legal[0])


@jit
def choose_end(state: State, deck: Deck, stream: Ints, legal: Ints) -> int:
    """The head or tail that brings the most, the goals of the temple included: the last chance to meet them."""
    spare = np.empty(1, STATE)
    gains = np.empty(MOST_LEGAL, np.int16)
    best, best_value = int(legal[0]), -1.0
    for i in range(legal_actions(state, deck, legal)):
        spare[0] = state
        apply_action(spare[0], deck, int(legal[i]))
        gain = choose_gain(spare[0], deck, gains, legal_actions(spare[0], deck, gains))
        while gain != DONE:
            apply_action(spare[0], deck, gain)
            gain = choose_gain(spare[0], deck, gains, legal_actions(spare[0], deck, gains))
        value = points_now(spare[0], deck) + pick(stream, TIE) / TIE
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@jit
def choose_gain(state: State, deck: Deck, legal: Ints, count: int) -> int:
    """Raises and fulfils first; then the theft that hurts the most; done when nothing is left."""
    best = DONE
    best_level = -1
    for i in range(1, count):
        action = int(legal[i])
        if action < STEAL:
            return action
        level = held_level(state, action - STEAL)
        if level > best_level:
            best = action
            best_level = level
    return best


@jit
def held_level(state: State, card: int) -> int:
    """The level of a prophecy with whoever holds it."""
    for seat in range(PLAYERS):
        player = state.players[seat]
        for i in range(player.prophecy_count):
            if player.prophecies[i] == card:
                return int(player.levels[i])
    return 0


@jit
def policy_action(state: State, deck: Deck, stream: Ints, legal: Ints) -> int:
    """What the quick player does; -1 when the game is over."""
    if state.pending == GAIN:
        return choose_gain(state, deck, legal, legal_actions(state, deck, legal))
    count = legal_actions(state, deck, legal)
    if count <= 1:
        return int(legal[0]) if count else -1
    if state.pending == HEAD_DUE or state.pending == TAIL_DUE:
        return choose_end(state, deck, stream, legal)
    return choose_card(state, deck, stream)
