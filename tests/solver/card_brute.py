"""The slow answer for the card game: every order of every action by the real rules, discards as the view tells them."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from coatl.card.notation import Row
from coatl.card.rules import CardRules
from coatl.card.state import EMPTY, FEATHER_OUTCOME, GAIN, HEAD, PLAY, REVEALED, TAIL
from coatl.card.view import PlayerView, View
from coatl.describe.card.matches import goals_met
from coatl.engine.chance import key_of
from coatl.engine.patterns import COLOURS, STACKED
from coatl.engine.structs import Records, copy_of

PLAYERS_DECIDE = (PLAY, REVEALED, GAIN, HEAD, TAIL)


def most_points(rules: CardRules, states: Records) -> float:
    """The most points that the deciding seat can have when its turn is over."""
    return max(points_after(rules, states, action) for action in legal(rules, states))


def legal(rules: CardRules, states: Records) -> list[int]:
    out = np.empty(rules.most_legal, np.int16)
    return [int(action) for action in out[: rules.legal(states, out)]]


def points_after(rules: CardRules, states: Records, action: int) -> float:
    """The same behind one action."""
    words = rules.text(action).split()
    if words[0] == "discard":
        return mean_after_discard(rules, states, action, words[1])
    after = copy_of(states)
    rules.play(after, action)
    if words[0] == "pass" or after[0].turns != states[0].turns:
        return standing(rules, states)
    return most_points(rules, after)


def mean_after_discard(rules: CardRules, states: Records, action: int, feather: str) -> float:
    """The mean over what the seat cannot see: the view counts deck and other hands together (R15 if it is empty)."""
    seat = int(states[0].seat) + 1
    view = rules.view(states, seat)
    pile = dict(view.unseen_feathers)
    if view.feathers == 0:
        pile = dict(view.discards)
        pile[feather] = pile.get(feather, 0) + 1
    total = 0.0
    for name, count in pile.items():
        kind = rules.names["<feather>"].index(name)
        after = copy_of(states)
        if view.feathers:
            bring_to_deck(after, kind)
        assert rules.follow(after, action, [FEATHER_OUTCOME + kind])
        total += count * most_points(rules, after)
    return total / sum(pile.values())


def bring_to_deck(states: Records, kind: int) -> None:
    """Exchanges cards that the deciding seat cannot see until the deck holds this one."""
    state = states[0]
    for seat, player in enumerate(state.players):
        for i in range(player.hand_size):
            if not state.feathers[kind] and seat != state.seat and player.hand[i] == kind:
                other = int(np.flatnonzero(state.feathers)[0])
                player.hand[i] = other
                state.feathers[other] -= 1
                state.feathers[kind] += 1


def standing(rules: CardRules, states: Records) -> int:
    """Levels and temple of the deciding seat."""
    state = states[0]
    player = state.players[state.seat]
    count, length = int(player.prophecy_count), int(player.length)
    cards, levels = tuple(player.prophecies[:count].tolist()), tuple(player.levels[:count].tolist())
    points = sum(rules.deck.levels.points[level] for level in levels)
    if state.temple != EMPTY and length:
        points += temple_points(rules, tuple(player.parts[:length].tolist()), cards, levels, int(state.temple))
    return points


@cache
def temple_points(
    rules: CardRules, parts: tuple[int, ...], cards: tuple[int, ...], levels: tuple[int, ...], temple: int
) -> int:
    """The goals that the rules page would tell a player with such a coatl."""
    colours = "".join(COLOURS[part % STACKED] for part in parts)
    coatl = str(Row(colours, tuple(i for i, part in enumerate(parts) if part >= STACKED)))
    me = PlayerView(coatl, (), tuple(rules.names["<prophecy>"][card] for card in cards), levels)
    met = sum(goals_met(rules, me, rules.names["<temple>"][temple]))
    return (0, *rules.deck.temple_points.points)[met]


# ---------------------------------------------------------------- small positions


def small_positions(rules: CardRules, seed: str) -> Iterator[Records]:
    """Moments of one random game in which people take what they can get, with few feathers in hand."""
    rng = np.random.default_rng(key_of(seed))
    states = rules.blank()
    rules.seed(states, key_of(seed), 0)
    rules.set_up(states)
    while not rules.over(states):
        if states[0].pending in PLAYERS_DECIDE and (
            states[0].plays or states[0].pending >= HEAD or rng.random() < 0.03
        ):
            yield small(states, rng)
        actions = legal(rules, states)
        gains = [action for action in actions if rules.text(action).split()[0] in ("raise", "fulfil", "steal")]
        choices = gains if gains and rng.random() < 0.8 else actions
        rules.play(states, choices[int(rng.integers(len(choices)))])


def small(states: Records, rng: np.random.Generator) -> Records:
    """The same moment with one feather in hand, now and then two; sometimes the deck is empty."""
    found = copy_of(states)
    state = found[0]
    player = state.players[state.seat]
    last = state.pending not in (PLAY, REVEALED, GAIN) or state.plays > 0
    keep = 2 if rng.random() < (0.3 if last else 0.02) else 1
    while player.hand_size > keep:
        player.hand_size -= 1
        state.discards[player.hand[player.hand_size]] += 1
        state.discard_count += 1
        player.hand[player.hand_size] = EMPTY
    if rng.random() < 0.05:
        state.discards += state.feathers
        state.discard_count += state.feather_count
        state.feathers[:] = 0
        state.feather_count = 0
    return found


def viewed(rules: CardRules, states: Records) -> View:
    """What the deciding seat sees."""
    return rules.view(states, int(states[0].seat) + 1)
