"""The best way to play the rest of a turn, exactly: the most points that the seat can have when its turn is over.

Points are those of its levels and of the temple as they stand then; in the last round that is the final result. A
discard counts with the mean over the feathers that may be revealed, each as likely as the seat must think it is.
"""

import numpy as np
import numpy.typing as npt

from coatl.card.apply import apply_action, follow_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, DONE, HEAD, PASS, RAISE, STEAL, discarded_feather
from coatl.card.scoring import goals_met
from coatl.card.state import EMPTY, FEATHER_OUTCOME, FEATHERS, GAIN, PROPHECIES, STATE, State
from coatl.card.tables import Deck
from coatl.engine.chance import begin_action, first_kind
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records
from coatl.solver.card.plans import goals_turn_on_levels, turn_goes_on

Floats = npt.NDArray[np.float64]

DECISIONS = 3 + PROPHECIES  # for each card: which one, where the revealed one goes, each gain, and the end of it
ENDS = 2  # the cards of the last round: head and tail
NOTHING = -1.0
ANY = -1
NOTHING_YET = -1


@jit_in_place
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


@jit_in_place
def reveal(state: State, deck: Deck, discard: int, feather: int) -> None:
    """The discard, with this feather on the top of the deck."""
    if state.feather_count > 0 and state.feathers[feather] == 0:
        swap_into_deck(state, feather)
    begin_action(state.chance)
    state.chance.outcomes[0] = FEATHER_OUTCOME + feather
    state.chance.given = 1
    follow_action(state, deck, discard)


@jit_in_place
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
def best_points(rooms: Records, decks: Records, depth: int, only: Ints, newest: Ints) -> float:
    """The most points from the state in a room on, or behind the `only` action that is asked for there.

    Of the gains of a card, each set is tried once: in the order of their numbers, behind the `newest` one.
    """
    deck = decks[0]
    here = rooms[depth]
    gaining = here.pending == GAIN and only[depth] == ANY
    if gaining and not goals_turn_on_levels(here, deck):
        take_what_helps(here, deck)
    best = NOTHING
    legal = np.empty(MOST_LEGAL, np.int16)
    chances = np.empty(FEATHERS)
    for i in range(legal_actions(here, deck, legal)):
        action = int(legal[i])
        gain = RAISE <= action < HEAD
        if (only[depth] != ANY and action != only[depth]) or (gain and action <= newest[depth]):
            continue
        if action == PASS or (action == DONE and not turn_goes_on(here, deck)):
            points = float(points_now(here, deck))
        elif DISCARD <= action < RAISE:
            points = 0.0
            reveals(here, discarded_feather(action), chances)
            for feather in range(FEATHERS):
                if chances[feather] > 0.0:
                    rooms[depth + 1] = here
                    reveal(rooms[depth + 1], deck, action, feather)
                    newest[depth + 1] = NOTHING_YET
                    points += chances[feather] * best_points(rooms, decks, depth + 1, only, newest)
        else:
            rooms[depth + 1] = here
            apply_action(rooms[depth + 1], deck, action)
            newest[depth + 1] = action if gain and gaining else NOTHING_YET
            points = best_points(rooms, decks, depth + 1, only, newest)
        best = max(best, points)
    return best


@jit
def take_what_helps(state: State, deck: Deck) -> None:
    """Raises and fulfils all there is, which can do no harm; only what to steal is a choice (RULES 5.2)."""
    legal = np.empty(MOST_LEGAL, np.int16)
    while legal_actions(state, deck, legal) > 1 and legal[1] < STEAL:
        apply_action(state, deck, int(legal[1]))


@jit
def weigh(states: Records, decks: Records, actions: Ints, values: Floats) -> None:
    """Writes for each legal action the most points that the deciding seat can have when its turn is over."""
    rooms = np.empty(max(int(decks[0].plays), ENDS) * DECISIONS + 1, STATE)
    only, newest = np.full(len(rooms), ANY), np.full(len(rooms), NOTHING_YET)
    for i in range(len(actions)):
        rooms[0] = states[0]
        only[0] = actions[i]
        values[i] = best_points(rooms, decks, 0, only, newest)


# ---------------------------------------------------------------- doors for Python


@jit_in_place
def points_at(states: Records, decks: Records) -> int:
    return points_now(states[0], decks[0])


@jit_in_place
def reveals_at(states: Records, feather: int, chances: Floats) -> None:
    reveals(states[0], feather, chances)


@jit_in_place
def reveal_at(states: Records, decks: Records, discard: int, feather: int) -> None:
    reveal(states[0], decks[0], discard, feather)
