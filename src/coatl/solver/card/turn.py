"""The best way to play the rest of a turn, exactly: the most points that the seat can have when its turn is over.

Points are those of its levels and of the temple as they stand then; in the last round that is the final result. A
discard counts with the mean over the feathers that may be revealed, each as likely as the seat must think it is.
"""

import numpy as np
import numpy.typing as npt

from coatl.card.apply import apply_action, follow_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, DONE, PASS, RAISE
from coatl.card.scoring import goals_met
from coatl.card.state import EMPTY, FEATHER_OUTCOME, FEATHERS, GAIN, STATE, State
from coatl.card.tables import Deck
from coatl.engine.chance import begin_action, first_kind
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records
from coatl.solver.card.plans import STEPS, goals_turn_on_levels, take_gains, turn_goes_on

Floats = npt.NDArray[np.float64]

GAINS = 512  # ways to take what one card brings
DECISIONS = 3  # for each card: which one, what to do with the one that a discard reveals, what to take
NOTHING = -1.0
ANY = -1


@jit
def points_now(state: State, deck: Deck) -> int:
    """Levels and temple of the deciding seat as they stand (RULES 5.4)."""
    player = state.players[state.seat]
    points = 0
    for i in range(player.prophecy_count):
        points += deck.level_points[player.levels[i]]
    if state.temple != EMPTY and player.length > 0:
        points += deck.temple_points[goals_met(deck.temples[state.temple], deck, player)]
    return int(points)


@jit
def reveals(state: State, feather: int, chances: Floats) -> None:
    """How likely each feather is to be revealed when this one is discarded.

    Feathers in other hands are as unknown as those of the deck (RULES 6); an empty deck is made anew from the discards,
    this one among them (R15).
    """
    if state.feather_count == 0:
        chances[:] = state.discards
        chances[feather] += 1.0
    else:
        chances[:] = state.feathers
        for seat in range(state.options.players):
            if seat != state.seat:
                player = state.players[seat]
                for i in range(player.hand_size):
                    chances[player.hand[i]] += 1.0
    chances /= chances.sum()


@jit
def reveal(state: State, deck: Deck, discard: int, feather: int) -> None:
    """The discard, with this feather on the top of the deck."""
    if state.feather_count > 0 and state.feathers[feather] == 0:
        swap_into_deck(state, feather)
    begin_action(state.chance)
    state.chance.outcomes[0] = FEATHER_OUTCOME + feather
    state.chance.given = 1
    follow_action(state, deck, discard)


@jit
def swap_into_deck(state: State, feather: int) -> None:
    """Another deal that looks the same: who was thought to hold this feather holds one from the deck."""
    for seat in range(state.options.players):
        player = state.players[seat]
        for i in range(player.hand_size):
            if seat != state.seat and player.hand[i] == feather:
                player.hand[i] = first_kind(state.feathers)
                state.feathers[player.hand[i]] -= 1
                state.feathers[feather] += 1
                return


@jit
def best_points(rooms: Records, steps: Ints, decks: Records, depth: int, only: Ints) -> float:
    """The most points from the state at the beginning of a room on, or behind the one action that is asked for."""
    deck = decks[0]
    here, below = rooms[depth], rooms[depth + 1]
    best = NOTHING
    if here[0].pending == GAIN and only[depth] == ANY:
        steps[depth, 0] = 0
        for node in range(take_gains(here, steps[depth], deck, 0, 1, goals_turn_on_levels(here[0], deck))):
            points = float(points_now(here[node], deck))
            if turn_goes_on(here[node], deck):
                below[0] = here[node]
                apply_action(below[0], deck, DONE)
                points = best_points(rooms, steps, decks, depth + 1, only)
            best = max(best, points)
        return best
    legal = np.empty(MOST_LEGAL, np.int16)
    chances = np.empty(FEATHERS)
    for i in range(legal_actions(here[0], deck, legal)):
        action = int(legal[i])
        if only[depth] != ANY and action != only[depth]:
            continue
        if action == PASS or (action == DONE and not turn_goes_on(here[0], deck)):
            points = float(points_now(here[0], deck))
        elif DISCARD <= action < RAISE:
            points = 0.0
            reveals(here[0], action - DISCARD, chances)
            for feather in range(FEATHERS):
                if chances[feather] > 0.0:
                    below[0] = here[0]
                    reveal(below[0], deck, action, feather)
                    points += chances[feather] * best_points(rooms, steps, decks, depth + 1, only)
        else:
            below[0] = here[0]
            apply_action(below[0], deck, action)
            points = best_points(rooms, steps, decks, depth + 1, only)
        best = max(best, points)
    return best


@jit
def weigh(states: Records, decks: Records, actions: Ints, values: Floats) -> None:
    """Writes for each legal action the most points that the deciding seat can have when its turn is over."""
    depth = DECISIONS * max(int(decks[0].plays), 2) + 2
    rooms = np.empty((depth, GAINS), STATE)
    steps = np.zeros((depth, GAINS, STEPS), np.int16)
    only = np.full(depth, ANY)
    for i in range(len(actions)):
        rooms[0, 0] = states[0]
        only[0] = actions[i]
        values[i] = best_points(rooms, steps, decks, 0, only)


# ---------------------------------------------------------------- doors for Python


@jit
def points_at(states: Records, decks: Records) -> int:
    return points_now(states[0], decks[0])


@jit
def reveals_at(states: Records, feather: int, chances: Floats) -> None:
    reveals(states[0], feather, chances)


@jit
def reveal_at(states: Records, decks: Records, discard: int, feather: int) -> None:
    reveal(states[0], decks[0], discard, feather)
