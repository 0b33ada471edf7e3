"""A batch of games of the card game, stepped through in compiled code: rules, observations and masks in one pass."""

import numpy as np

from coatl.bots.card.action_values import write_action_values
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.scoring import standing
from coatl.card.setup import set_up
from coatl.card.state import CARL, NOBODY, PLAYERS, STATE
from coatl.engine.batches import GREEDY, LEARNER, NEVER, NEXT_STEP, RANDOM, SAME_STEP, WIN, Games
from coatl.engine.chance import pick, seed_chance
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.playouts import seed_stream, wins
from coatl.engine.structs import Ints
from coatl.rl.card.observation import observe
from coatl.rl.card.redeal import redeal


@jit
def begin_games(games: Games, low: int, high: int) -> None:
    """Begins the games of these rows anew, each with its next number."""
    legal = np.empty(MOST_LEGAL, np.int16)
    for i in range(low, high):
        games.rewards[i, :] = 0.0
        begin_game(games, i, legal)


@jit
def step_games(games: Games, actions: Ints, low: int, high: int) -> None:
    """Plays one action in each of these rows, and all that follows until a learner decides again."""
    step_rows(games, actions, low, high, np.empty(MOST_LEGAL, np.int16))


@jit_in_place
def step_rows(games: Games, actions: Ints, low: int, high: int, legal: Ints) -> None:
    """The same; `legal` has room for the actions of one position."""
    autoreset = games.settings[0].autoreset
    for i in range(low, high):
        games.rewards[i, :] = 0.0
        if games.over[i] and autoreset != SAME_STEP:
            if autoreset == NEXT_STEP:
                begin_game(games, i, legal)
            continue
        games.over[i] = False
        games.illegal[i] = False
        action = int(actions[i])
        games.lengths[i] += 1
        count = 0
        if action < 0 or action >= games.masks.shape[1] or not games.masks[i, action]:
            games.illegal[i] = True
            games.rewards[i, games.seats[i]] = games.scales[1]
        else:
            apply_action(games.states[i], games.decks[0], action)
            count = play_on(games, i, legal)
            if count == 0:
                write_rewards(games, i)
        if count > 0:
            write_turn(games, i, legal, count)
        elif autoreset == SAME_STEP:
            observe(
                games.states[i],
                games.decks[0],
                int(games.seats[i]),
                int(games.settings[0].compact),
                games.final_observations[i],
            )
            lost = games.illegal[i]
            begin_game(games, i, legal)
            games.over[i] = True
            games.illegal[i] = lost
        else:
            write_end(games, i)


@jit_in_place
def begin_game(games: Games, i: int, legal: Ints) -> None:
    """The next game of a row, up to the first decision of a learner."""
    state = games.states[i]
    games.states[i] = games.blank[0]
    number = games.numbers[i]
    games.numbers[i] = number + games.settings[0].stride
    seed_chance(state.chance, games.key, number)
    seed_stream(games.streams[i], games.key, number)
    set_up(state, games.decks[0])
    games.over[i] = False
    games.illegal[i] = False
    games.lengths[i] = 0
    write_turn(games, i, legal, play_on(games, i, legal))


@jit_in_place
def play_on(games: Games, i: int, legal: Ints) -> int:
    """Plays for the other seats until a learner decides; returns how many actions it has, 0 at the end."""
    state = games.states[i]
    while True:
        count = legal_actions(state, games.decks[0], legal)
        kind = RANDOM if state.pending == CARL else int(games.kinds[i, state.seat])
        if count == 0 or (kind == LEARNER and (count > 1 or not games.settings[0].skip_forced)):
            return count
        choice = 0
        if count > 1:
            choice = greedy_choice(games, i, legal, count) if kind == GREEDY else pick(games.streams[i], count)
        apply_action(state, games.decks[0], int(legal[choice]))


@jit
def greedy_choice(games: Games, i: int, legal: Ints, count: int) -> int:
    """The choice of the greedy bot, which sees what its seat sees: the rest is dealt anew."""
    seat = int(games.states[i].seat)
    dealt = np.empty(1, STATE)
    dealt[0] = games.states[i]
    redeal(dealt[0], games.decks[0], seat, games.streams[i])
    actions = legal[:count].astype(np.int64)
    values = np.empty(count)
    write_action_values(dealt, games.decks, seat, actions, games.weights, values)
    best = values.max()
    place = pick(games.streams[i], int((values == best).sum()))
    for choice in range(count):
        if values[choice] == best:
            if place == 0:
                return choice
            place -= 1
    return 0


@jit_in_place
def write_turn(games: Games, i: int, legal: Ints, count: int) -> None:
    """The observation and the mask of the seat that decides."""
    seat = int(games.states[i].seat)
    games.seats[i] = seat
    observe(games.states[i], games.decks[0], seat, int(games.settings[0].compact), games.observations[i])
    games.masks[i, :] = False
    for k in range(count):
        games.masks[i, legal[k]] = True


@jit_in_place
def write_end(games: Games, i: int) -> None:
    """How a game looks in the end to who decided last; any action may follow, since it is not played."""
    games.over[i] = True
    compact = int(games.settings[0].compact)
    observe(games.states[i], games.decks[0], int(games.seats[i]), compact, games.observations[i])
    games.masks[i, :] = games.settings[0].autoreset != NEVER


@jit
def write_rewards(games: Games, i: int) -> None:
    """By seat: the points ahead of the best other seat, or who won: 1, -1, and 0 for a shared win."""
    ranks = np.zeros((PLAYERS, 3), np.int64)
    standing(games.states[i], ranks)
    seats = games.rewards.shape[1]
    solo = 1 if games.states[i].options.carl != NOBODY else 0
    winners = 0
    for seat in range(seats):
        winners += wins(ranks, seats, seat, solo)
    for seat in range(seats):
        if games.settings[0].reward == WIN:
            won = wins(ranks, seats, seat, solo)
            games.rewards[i, seat] = -1.0 if not won else 1.0 if winners == 1 else 0.0
        else:
            best = -1000
            for other in range(seats):
                if other != seat:
                    best = max(best, ranks[other, 0])
            games.rewards[i, seat] = (ranks[seat, 0] - best) / games.scales[0]


@jit_in_place
def observe_at(states: Ints, decks: Ints, seat: int, compact: int, row: Ints) -> int:
    """The observation of one seat (from 0) of the first state."""
    return observe(states[0], decks[0], seat, compact, row)


@jit_in_place
def redeal_at(states: Ints, decks: Ints, seat: int, stream: Ints) -> None:
    """Deals anew what a seat (from 0) of the first state cannot see."""
    redeal(states[0], decks[0], seat, stream)
