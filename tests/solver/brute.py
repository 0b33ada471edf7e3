"""The slow way to the best Assemble: every sequence of steps that the real rules allow, tried out.

It knows nothing of the solver: it asks the rules what is legal, plays it, and looks at the points of closed coatls.
"""

import numba
import numpy as np

from coatl.board.apply import apply_action
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import DONE, EXTEND, FULFIL, PICK, START, TEMPLE_HAND, TEMPLE_PILE
from coatl.board.scoring import prophecy_points
from coatl.board.state import COATLS, FINISH, STATE, Player, State
from coatl.engine.structs import Ints, Records

ROOM = 1 << 12  # states that wait
SEEN = 1 << 18  # slots for hashes of states that were there; a power of two
POINT, PIECE = 1 << 16, 1 << 8  # points come first, then fewer pieces, then fewer cards

compiled = numba.njit(error_model="numpy")


@compiled  # type: ignore[untyped-decorator]
def best_worth(start: Records, decks: Records, seen: Ints, marks: Ints, ends: Ints) -> int:
    """The best of all ends that Assemble can have; -1 << 40 if there are too many states to try.

    `ends` gets the number of ends with the most points that differ in their coatls and scoring cards: 1, or 2 for more.
    """
    waiting = np.empty(ROOM, STATE)
    legal = np.empty(MOST_LEGAL, np.int16)
    waiting[0] = start[0]
    size, best, there = 1, -(1 << 39), 0
    points, end = -1, 0
    marks[:] = 0
    while size:
        size -= 1
        now = waiting[size : size + 1].copy()
        if now[0].pending != FINISH:
            found = worth(start[0], now[0])
            best = max(best, found)
            brought = (found + POINT - 1) // POINT
            if brought > points:
                points, end, ends[0] = brought, end_code(start[0], now[0], decks), 1
            elif brought == points and end_code(start[0], now[0], decks) != end:
                ends[0] = 2
        for i in range(legal_actions(now[0], decks[0], legal)):
            action = int(legal[i])
            if not is_step(action, now[0].pending == FINISH):
                continue
            if size + 1 >= ROOM or there * 2 > SEEN:
                return -(1 << 40)
            waiting[size] = now[0]
            apply_action(waiting[size], decks[0], action)
            if is_new(code(waiting[size]), seen, marks):
                there += 1
                size += 1
    return best


@compiled  # type: ignore[untyped-decorator]
def is_step(action: int, finishing: bool) -> bool:
    """Whether the action is a step of Assemble; `done` closes a coatl, or else ends it all."""
    if action == DONE:
        return finishing
    return START <= action < PICK or EXTEND <= action < FULFIL or TEMPLE_PILE <= action < TEMPLE_HAND


@compiled  # type: ignore[untyped-decorator]
def worth(start: State, now: State) -> int:
    """Points of the coatls that were closed since, less what was used up for them."""
    before, after = start.players[0], now.players[0]
    total = 0
    for number in range(after.coatl_count):
        if after.coatls[number].closed and not before.coatls[number].closed:
            total += POINT * int(after.coatls[number].points)
    pieces = 0
    for piece in range(3):
        for colour in range(5):
            pieces += int(before.board[piece, colour]) - int(after.board[piece, colour])
    cards = int(before.hand_size) - int(after.hand_size)
    for number in range(after.coatl_count):
        cards += 1 if after.coatls[number].temple >= 0 and not before.coatls[number].closed else 0
    return total - PIECE * pieces - cards


@compiled  # type: ignore[untyped-decorator]
def end_code(start: State, now: State, decks: Records) -> int:
    """A hash of the coatls that were closed since, with their temples and the cards that score."""
    total = 0
    for number in range(now.players[0].coatl_count):
        coatl = now.players[0].coatls[number]
        if coatl.closed and not start.players[0].coatls[number].closed:
            single = mixed(1, number if number < start.players[0].coatl_count else 9)
            for place in range(coatl.length):
                single = mixed(single, int(coatl.pieces[place]))
            for place in range(coatl.card_count):
                card = decks[0].prophecies[coatl.cards[place]]
                if prophecy_points(card, coatl.pieces, coatl.length) > 0:
                    total += mixed(single, int(coatl.cards[place]) + 200)
            total += mixed(single, int(coatl.temple))
    return total


@compiled  # type: ignore[untyped-decorator]
def code(state: State) -> int:
    """A hash of all that the steps change."""
    player: Player = state.players[0]
    number = int(state.pending) * 8 + int(state.coatl)
    for piece in range(3):
        for colour in range(5):
            number = mixed(number, int(player.board[piece, colour]))
    for i in range(player.hand_size):
        number = mixed(number, int(player.hand[i]))
    for i in range(player.temple_count):
        number = mixed(number, int(player.temples[i]) + 100)
    for i in range(2):
        number = mixed(number, int(state.temples.tops[i]))
    for i in range(COATLS):
        coatl = player.coatls[i]
        number = mixed(number, int(coatl.head) + 2 * int(coatl.tail) + 4 * int(coatl.closed) + 8 * int(coatl.length))
        for place in range(coatl.length):
            number = mixed(number, int(coatl.pieces[place]))
        for place in range(coatl.card_count):
            number = mixed(number, int(coatl.cards[place]))
        number = mixed(number, int(coatl.temple))
    return number


@compiled  # type: ignore[untyped-decorator]
def mixed(number: int, more: int) -> int:
    number = ((number ^ (more + 1)) * 0x9E3779B97F4A7C1) & 0x7FFFFFFFFFFFFFFF
    return number ^ (number >> 29)


@compiled  # type: ignore[untyped-decorator]
def is_new(number: int, seen: Ints, marks: Ints) -> bool:
    """Notes a hash in the table; false if it stood there."""
    slot = number & (SEEN - 1)
    while marks[slot]:
        if seen[slot] == number:
            return False
        slot = (slot + 1) & (SEEN - 1)
    marks[slot] = 1
    seen[slot] = number
    return True


class BruteForce:
    """Tables that are used again and again."""

    def __init__(self) -> None:
        self.seen = np.zeros(SEEN, np.int64)
        self.marks = np.zeros(SEEN, np.int8)
        self.ends = np.zeros(1, np.int8)  # how many ends bring the most points: 1, or 2 for more

    def __call__(self, states: Records, decks: Records) -> int | None:
        """The best worth, or None if there are too many ways."""
        found = int(best_worth(states, decks, self.seen, self.marks, self.ends))
        return None if found == -(1 << 40) else found
