"""The compiled functions of the card game that Python calls: each takes arrays of one state and one deck."""

from coatl.card.apply import apply_action, replay_action
from coatl.card.legal import legal_actions
from coatl.card.setup import set_up
from coatl.engine.chance import seed_chance
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints, Records


@jit_in_place
def seed_at(states: Records, key: Ints, stream: int) -> None:
    seed_chance(states[0].chance, key, stream)


@jit_in_place
def set_up_at(states: Records, decks: Records) -> None:
    set_up(states[0], decks[0])


@jit_in_place
def legal_at(states: Records, decks: Records, out: Ints) -> int:
    return legal_actions(states[0], decks[0], out)


@jit_in_place
def play_at(states: Records, decks: Records, action: int) -> None:
    apply_action(states[0], decks[0], action)


@jit_in_place
def step_at(states: Records, decks: Records, action: int, out: Ints) -> int:
    apply_action(states[0], decks[0], action)
    return legal_actions(states[0], decks[0], out)


@jit_in_place
def follow_at(states: Records, decks: Records, action: int, outcomes: Ints) -> bool:
    return replay_action(states[0], decks[0], action, outcomes)
