"""Every transition: what an action does to the state (RULES 5.2, 5.3, 5.5).

`apply_action` trusts that the action is legal; whoever takes actions from outside asks `legal` first.
"""

import numpy as np

from coatl.card.carl import carl_turn, new_trace
from coatl.card.legal import reached
from coatl.card.notation import (
    BESIDE,
    CARL_TURN,
    DISCARD,
    DONE,
    FULFIL,
    LEFT,
    OVER,
    PASS,
    RAISE,
    START,
    STEAL,
    discarded_feather,
    end_colour,
    gained_card,
    lying_colours,
    placement,
)
from coatl.card.notation import HEAD as HEAD_ACTION
from coatl.card.notation import TAIL as TAIL_ACTION
from coatl.card.scoring import count_of, destroyed, finalise
from coatl.card.setup import (
    add_prophecy,
    begin_player_turn,
    begin_round,
    discard_feather,
    draw_feather,
    draw_feather_to_hand,
    is_last_round,
    place_of,
    refill_middle,
    remove_feather,
    remove_prophecy,
)
from coatl.card.state import (
    EMPTY,
    GAIN,
    NOBODY,
    PLAY,
    PROPHECIES,
    PROTECTED,
    REVEALED,
    TAIL,
    Player,
    State,
)
from coatl.card.state import OVER as GAME_OVER
from coatl.card.tables import Deck
from coatl.engine.chance import begin_action
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import STACKED
from coatl.engine.structs import Ints


@jit_in_place
def apply_action(state: State, deck: Deck, action: int) -> None:
    """Plays one legal action; the outcomes of chance stand in `state.chance` afterwards."""
    begin_action(state.chance)
    follow_action(state, deck, action)


@jit_in_place
def follow_action(state: State, deck: Deck, action: int) -> None:
    """The same, but outcomes that were given beforehand are followed."""
    player = state.players[state.seat]
    if action == DONE:
        end_card(state, deck, player)
    elif START <= action < BESIDE:
        use_feather(state, deck, player, action)
        start(state, player, action)
    elif BESIDE <= action < OVER:
        use_feather(state, deck, player, action)
        beside(state, player, action)
    elif OVER <= action < DISCARD:
        use_feather(state, deck, player, action)
        over(state, deck, player, action)
    elif DISCARD <= action < RAISE:
        discard_for_top(state, player, discarded_feather(action))
    elif RAISE <= action < FULFIL:
        raise_level(state, deck, player, gained_card(action))
    elif FULFIL <= action < STEAL:
        fulfil(state, deck, player, gained_card(action))
    elif STEAL <= action < HEAD_ACTION:
        steal(state, deck, player, gained_card(action))
    elif HEAD_ACTION <= action < TAIL_ACTION:
        add_head(state, player, end_colour(action))
    elif action >= TAIL_ACTION:
        add_tail(state, player, end_colour(action))
    elif action == CARL_TURN:
        play_carl(state, deck)
    elif action == PASS:
        end_turn(state, deck)


# ---------------------------------------------------------------- feathers


@jit_in_place
def use_feather(state: State, deck: Deck, player: Player, action: int) -> None:
    """The card leaves the hand, or is the one that was revealed."""
    if state.pending == REVEALED:
        state.revealed = EMPTY
        return
    left, right = lying_colours(placement(action)[0])
    low, high = min(left, right), max(left, right)
    for i in range(player.hand_size):
        feather = int(player.hand[i])
        if deck.pairs[feather, 0] == low and deck.pairs[feather, 1] == high:
            remove_feather(player, feather)
            return


@jit_in_place
def discard_for_top(state: State, player: Player, feather: int) -> None:
    """RULES 5.2: discard one from hand, reveal the top card, and play that one (R15)."""
    remove_feather(player, feather)
    discard_feather(state, feather)
    state.revealed = draw_feather(state)
    state.pending = REVEALED


@jit_in_place
def played(state: State, first: int, last: int) -> None:
    """A card lies; its gains are next."""
    state.newest[0] = first
    state.newest[1] = last
    state.pending = GAIN


@jit_in_place
def start(state: State, player: Player, action: int) -> None:
    """The first card of a coatl."""
    player.parts[0], player.parts[1] = lying_colours(placement(action)[0])
    player.length = 2
    played(state, 0, 1)


@jit_in_place
def make_room(player: Player, parts: int) -> None:
    """Moves every part to the right."""
    for i in range(player.length - 1, -1, -1):
        player.parts[i + parts] = player.parts[i]
    player.length += parts


@jit_in_place
def beside(state: State, player: Player, action: int) -> None:
    """The coatl grows by 2."""
    feather, side = placement(action)
    length = int(player.length)
    if side == LEFT:
        make_room(player, 2)
        length = 0
    else:
        player.length = length + 2
    player.parts[length], player.parts[length + 1] = lying_colours(feather)
    played(state, length, length + 1)


@jit
def over(state: State, deck: Deck, player: Player, action: int) -> None:
    """One half covers the outermost part and makes a stack, the other sticks out; then the losses."""
    feather, side = placement(action)
    left, right = lying_colours(feather)
    before = player.parts.copy()
    length = int(player.length)
    if side == LEFT:
        make_room(player, 1)
        player.parts[0] = left
        player.parts[1] = right + STACKED
        played(state, 0, 1)
    else:
        player.parts[length - 1] = left + STACKED
        player.parts[length] = right
        player.length = length + 1
        played(state, length - 1, length)
    losses(state, deck, player, before, length, 1 if side == LEFT else 0)


# ---------------------------------------------------------------- losses


@jit
def losses(state: State, deck: Deck, player: Player, before: Ints, length: int, shift: int) -> None:
    """Levels fall to the present count where a place was destroyed (RULES 5.2, 1; R21); R24: higher levels first."""
    falling = np.empty(PROPHECIES, np.int8)
    counts = np.empty(PROPHECIES, np.int8)
    falls = 0
    for level in range(PROTECTED - 1, 0, -1):
        for i in range(player.prophecy_count):
            if player.levels[i] == level:
                card = deck.prophecies[player.prophecies[i]]
                if destroyed(card, before, length, player.parts, shift):
                    count = abs(count_of(card, player.parts, int(player.length)))
                    if count < level:
                        falling[falls] = player.prophecies[i]
                        counts[falls] = count
                        falls += 1
    for i in range(falls):
        fall(state, player, int(falling[i]), int(counts[i]))


@jit_in_place
def fall(state: State, player: Player, card: int, level: int) -> None:
    """A prophecy at level 0 stays with its owner; in the solo game it is discarded."""
    remove_prophecy(player, card)
    if level == 0 and state.options.carl != NOBODY:
        state.lost[card] += 1
    else:
        add_prophecy(player, card, level)


# ---------------------------------------------------------------- gains


@jit_in_place
def raise_level(state: State, deck: Deck, player: Player, card: int) -> None:
    """An own one: its level becomes its present count."""
    remove_prophecy(player, card)
    add_prophecy(player, card, reached(state, deck, player, card))


@jit_in_place
def fulfil(state: State, deck: Deck, player: Player, card: int) -> None:
    """One from the middle moves to the player at the level of its count."""
    for place in range(len(state.middle)):
        if state.middle[place] == card:
            state.middle[place] = EMPTY
    add_prophecy(player, card, reached(state, deck, player, card))


@jit_in_place
def steal(state: State, deck: Deck, player: Player, card: int) -> None:
    """One of a neighbour: the level is one's own count, whatever the neighbour's was."""
    for seat in range(len(state.players)):
        if seat != state.seat and place_of(state.players[seat], card) != EMPTY:
            remove_prophecy(state.players[seat], card)
            state.stolen[seat] += 1
            break
    add_prophecy(player, card, reached(state, deck, player, card))


# ---------------------------------------------------------------- the last round


@jit_in_place
def add_head(state: State, player: Player, colour: int) -> None:
    """One head on the left, beside (RULES 5.3)."""
    make_room(player, 1)
    player.parts[0] = colour
    player.head = 1
    played(state, 0, 0)


@jit_in_place
def add_tail(state: State, player: Player, colour: int) -> None:
    """Then one tail on the right."""
    player.parts[player.length] = colour
    player.length += 1
    player.tail = 1
    played(state, player.length - 1, player.length - 1)


# ---------------------------------------------------------------- CARL


@jit
def play_carl(state: State, deck: Deck) -> None:
    """CARL's turn; in the last round CARL is then scored, for good (RULES 5.5)."""
    carl_turn(state, deck, new_trace())
    refill_middle(state, deck)
    if is_last_round(state, deck):
        finalise(state, deck, state.players[1])
    state.turns += 1
    state.seat = 0
    begin_player_turn(state, deck)


# ---------------------------------------------------------------- the end of a card, of a turn, of the game


@jit_in_place
def end_card(state: State, deck: Deck, player: Player) -> None:
    """No more gains with this card."""
    state.newest[:] = EMPTY
    state.plays += 1
    if player.tail:
        finalise(state, deck, player)
        end_turn(state, deck)
    elif player.head:
        state.pending = TAIL
    elif state.plays < deck.plays:
        state.pending = PLAY
    else:
        end_turn(state, deck)


@jit_in_place
def end_turn(state: State, deck: Deck) -> None:
    """Draw feathers after a turn of feathers, refill the middle, next player (RULES 5.2; R23)."""
    player = state.players[state.seat]
    state.turns += 1
    if not is_last_round(state, deck):
        for _ in range(deck.plays):
            draw_feather_to_hand(state, player)
    seat = state.seat if state.options.carl != NOBODY else (state.seat + 1) % state.options.players
    round_over = seat == state.options.first
    if round_over and is_last_round(state, deck):
        state.pending = GAME_OVER  # the middle is not refilled after the game's last turn
        return
    refill_middle(state, deck)
    if round_over:
        state.round_number += 1
        begin_round(state, deck)
    else:
        state.seat = seat
        begin_player_turn(state, deck)


@jit
def replay_action(state: State, deck: Deck, action: int, outcomes: Ints) -> bool:
    """Plays an action with the outcomes of a record; false if they could not have happened."""
    begin_action(state.chance)
    state.chance.impossible = 0
    state.chance.outcomes[: len(outcomes)] = outcomes
    state.chance.given = len(outcomes)
    follow_action(state, deck, action)
    return not state.chance.impossible and state.chance.drawn == len(outcomes)
