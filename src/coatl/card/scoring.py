"""What stands in a coatl, and what it is worth (RULES 3 and 5.4)."""

from coatl.card.state import EMPTY, PROTECTED, Player, State
from coatl.card.tables import (
    BELOW,
    EQUAL,
    GODS_GOAL,
    PARTS_AT_LEAST,
    PARTS_AT_MOST,
    RUN,
    SAME,
    TWINS,
    Deck,
    Prophecy,
    Temple,
)
from coatl.engine.jit import jit_in_place
from coatl.engine.patterns import NOTHING, STACKED, advance, stands
from coatl.engine.structs import Ints, Records


@jit_in_place
def places(card: Prophecy, parts: Ints, length: int, low: int, high: int) -> int:
    """How many places a prophecy has, overlaps included; negative if none of them uses a part from low to high."""
    if card.parts == 0:
        return places_of_any_size(card, parts, length, low, high)
    pattern = card.pattern
    count = 0
    touched = False
    reading = 0
    previous = NOTHING
    for i in range(length):
        symbol = parts[i]
        reading = advance(pattern, reading, pattern.starts[previous], symbol)
        following = parts[i + 1] if i + 1 < length else NOTHING
        if reading & pattern.ends[following]:
            count += 1
            touched = touched or (i >= low and i - card.parts + 1 <= high)
        previous = symbol
    return count if touched else -count


@jit_in_place
def places_of_any_size(card: Prophecy, parts: Ints, length: int, low: int, high: int) -> int:
    """The same for patterns with +, whose places differ in size: each start and end is a place of its own."""
    count = 0
    touched = False
    for start in range(length):
        for end in range(start + 1, length + 1):
            if stands(card.pattern, parts, length, start, end):
                count += 1
                touched = touched or (end > low and start <= high)
    return count if touched else -count


@jit_in_place
def count_of(card: Prophecy, parts: Ints, length: int) -> int:
    """How many places a prophecy has in the whole coatl."""
    return places(card, parts, length, 0, length)


@jit_in_place
def destroyed(card: Prophecy, before: Ints, length: int, after: Ints, shift: int) -> bool:
    """Whether covering an end part destroyed a place (RULES 5.2, 1; R21).

    `after` is one part longer; with `shift` 1 the left end was covered, and every part has moved on by one.
    """
    first = 0 if shift else max(0, length - 1 - card.parts) if card.parts else 0
    last = min(1, length - 1) if shift else length - 1
    for start in range(first, last + 1):
        for end in range(start + 1, length + 1):
            if card.parts and end - start != card.parts:
                continue
            if stands(card.pattern, before, length, start, end) and not stands(
                card.pattern, after, length + 1, start + shift, end + shift
            ):
                return True
    return False


# ---------------------------------------------------------------- temples


@jit_in_place
def goal_met(goal: Ints, deck: Deck, player: Player) -> bool:
    """One goal of a temple (RULES 5.4)."""
    kind, first, second = goal[0], goal[1], goal[2]
    if kind == GODS_GOAL:
        return bool((gods_at_level(deck, player) & first) == first)
    if kind == BELOW:
        return bool(lowest_of(deck, player, first) < highest_of(deck, player, second))
    if kind == TWINS:
        return twins(deck, player)
    if kind == PARTS_AT_LEAST:
        return bool(player.length >= first)
    if kind == PARTS_AT_MOST:
        return bool(player.length <= first)
    if kind == RUN:
        return bool(longest_run(player) >= first)
    if kind == SAME:
        return bool(most_of_one_colour(player) >= first)
    return bool(kind == EQUAL and colour_count(player, first) == colour_count(player, second))


@jit_in_place
def gods_at_level(deck: Deck, player: Player) -> int:
    """The gods of the prophecies of level 1 or more, one bit each."""
    gods = 0
    for i in range(player.prophecy_count):
        if player.levels[i] > 0:
            gods |= 1 << int(deck.prophecies[player.prophecies[i]].god)
    return gods


@jit_in_place
def lowest_of(deck: Deck, player: Player, god: int) -> int:
    """The lowest level, from 1 on, of a god's prophecies; 9 if there is none."""
    lowest = 9
    for i in range(player.prophecy_count):
        if player.levels[i] > 0 and deck.prophecies[player.prophecies[i]].god == god:
            lowest = min(lowest, int(player.levels[i]))
    return lowest


@jit_in_place
def highest_of(deck: Deck, player: Player, god: int) -> int:
    highest = 0
    for i in range(player.prophecy_count):
        if deck.prophecies[player.prophecies[i]].god == god:
            highest = max(highest, int(player.levels[i]))
    return highest


@jit_in_place
def twins(deck: Deck, player: Player) -> bool:
    """Two prophecies of the same god on the same level."""
    for i in range(player.prophecy_count):
        for j in range(i):
            if (
                player.levels[i] > 0
                and player.levels[i] == player.levels[j]
                and deck.prophecies[player.prophecies[i]].god == deck.prophecies[player.prophecies[j]].god
            ):
                return True
    return False


@jit_in_place
def longest_run(player: Player) -> int:
    longest = 0
    run = 0
    for i in range(player.length):
        same = i > 0 and player.parts[i] % STACKED == player.parts[i - 1] % STACKED
        run = run + 1 if same else 1
        longest = max(longest, run)
    return longest


@jit_in_place
def colour_count(player: Player, colour: int) -> int:
    count = 0
    for i in range(player.length):
        if player.parts[i] % STACKED == colour:
            count += 1
    return count


@jit_in_place
def most_of_one_colour(player: Player) -> int:
    most = 0
    for colour in range(5):
        most = max(most, colour_count(player, colour))
    return most


@jit_in_place
def goals_met(temple: Temple, deck: Deck, player: Player) -> int:
    met = 0
    for i in range(temple.goal_count):
        if goal_met(temple.goals[i], deck, player):
            met += 1
    return met


@jit_in_place
def goals_at(states: Records, decks: Records, temple: int, out: Ints) -> None:
    """Writes for each goal of a temple whether the player on the first seat meets it."""
    for i in range(decks[0].temples[temple].goal_count):
        out[i] = goal_met(decks[0].temples[temple].goals[i], decks[0], states[0].players[0])


# ---------------------------------------------------------------- results


@jit_in_place
def finalise(state: State, deck: Deck, player: Player) -> None:
    """The result as it stands now, for good (RULES 5.3, 5.4)."""
    points = 0
    protected = 0
    for i in range(player.prophecy_count):
        points += deck.level_points[player.levels[i]]
        if player.levels[i] == PROTECTED:
            protected += 1
    goals = 0
    if state.temple != EMPTY and player.length > 0:  # CARL has no coatl and scores levels only
        goals = goals_met(deck.temples[state.temple], deck, player)
    player.points = points + deck.temple_points[goals]
    player.goals = goals
    player.protected = protected
    player.final = 1


@jit_in_place
def standing(state: State, out: Ints) -> None:
    """For each seat: points, temple goals, protected prophecies."""
    for seat in range(len(out)):
        player = state.players[seat]
        out[seat, 0] = player.points
        out[seat, 1] = player.goals
        out[seat, 2] = player.protected
