"""Training of a policy in self-play with NumPy alone: proximal policy optimisation on whole games.

Not the strongest way to learn, but a short one: `coatl rl train card` gives a baseline and its curve on any machine.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from coatl.arena.statistics import wilson
from coatl.engine.rules import Rules
from coatl.rl.batch import Batch
from coatl.rl.policy import Floats, Policy

LEARNT = ("w1", "b1", "w2", "b2", "wv", "bv")


@dataclass(frozen=True)
class Plan:
    """How to train."""

    hidden: int = 128
    games: int = 512  # side by side; an iteration plays each to its end
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 1
    threads: int | None = None


@dataclass
class Games:
    """The decisions of whole games, one row a decision."""

    observations: npt.NDArray[np.int8]
    masks: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]
    chances: Floats  # logarithms of the probabilities with which they were chosen
    values: Floats
    returns: Floats


@dataclass(frozen=True)
class Point:
    """One point of the curve."""

    decisions: int
    seconds: float
    wins: dict[str, tuple[float, float, float]]  # by opponent: the share of wins, and its interval

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def play_games(policy: Policy, batch: Batch, rng: np.random.Generator) -> Games:
    """Plays every game of a batch to its end with the policy in every seat."""
    batch.reset()
    steps: list[tuple[Any, ...]] = []
    rewards = np.zeros_like(batch.rewards)
    while not batch.over.all():
        playing = np.flatnonzero(~batch.over)
        seen, masks, seats = batch.observations[playing], batch.masks[playing], batch.seats[playing].astype(np.int64)
        hidden = policy.hidden(seen)
        logits = policy.logits(hidden, masks)
        actions = (logits + rng.gumbel(size=logits.shape).astype(np.float32)).argmax(axis=1)
        chances = logarithms(logits)[np.arange(len(playing)), actions]
        steps.append((playing, seats, seen, masks, actions, chances, (hidden @ policy.wv)[:, 0] + policy.bv))
        everywhere = np.zeros(batch.games, np.int64)
        everywhere[playing] = actions
        batch.step(everywhere)
        rewards += batch.rewards
    rows, seats, *columns = (np.concatenate(column) for column in zip(*steps, strict=True))
    seen, masks, actions, chances, values = columns
    return Games(seen, masks, actions, chances, values, rewards[rows, seats].astype(np.float32))


def logarithms(logits: Floats) -> Floats:
    """The logarithms of the probabilities."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    found: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return found


@dataclass
class Adam:
    """The optimiser of that name (Kingma and Ba); nothing to do with the automaton."""

    policy: Policy
    rate: float
    steps: int = 0
    first: dict[str, Floats] = field(default_factory=dict)
    second: dict[str, Floats] = field(default_factory=dict)

    def step(self, gradients: dict[str, Floats]) -> None:
        """Moves the weights a little against the gradients, which are not longer than 1 together."""
        self.steps += 1
        norm = float(np.sqrt(sum(float((g**2).sum()) for g in gradients.values())))
        for name, gradient in gradients.items():
            clipped = gradient / max(1.0, norm)
            self.first[name] = 0.9 * self.first.get(name, np.zeros_like(clipped)) + 0.1 * clipped
            self.second[name] = 0.999 * self.second.get(name, np.zeros_like(clipped)) + 0.001 * clipped**2
            mean = self.first[name] / (1 - 0.9**self.steps)
            spread = np.sqrt(self.second[name] / (1 - 0.999**self.steps))
            getattr(self.policy, name)[...] -= (self.rate * mean / (spread + 1e-8)).astype(np.float32)


def gradients(policy: Policy, games: Games, rows: npt.NDArray[np.int64], advantages: Floats, plan: Plan) -> Any:
    """The gradients of the clipped objective, of the value and of the entropy, for some decisions."""
    read = games.observations[rows].astype(np.float32) * policy.scale
    hidden = np.maximum(read @ policy.w1 + policy.b1, 0)
    logs = logarithms(policy.logits(hidden, games.masks[rows]))
    chances = np.exp(logs)
    number, actions = np.arange(len(rows)), games.actions[rows]
    ratio = np.exp(logs[number, actions] - games.chances[rows])
    gain = advantages[rows]
    held = ((gain > 0) & (ratio > 1 + plan.clip)) | ((gain < 0) & (ratio < 1 - plan.clip))
    push = np.where(held, 0, -gain * ratio) / len(rows)
    to_logits = -chances * push[:, None]
    to_logits[number, actions] += push
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    to_logits += plan.entropy * chances * (logs + entropy) / len(rows)
    error = (hidden @ policy.wv)[:, 0] + policy.bv - games.returns[rows]
    to_value = (error / len(rows))[:, None].astype(np.float32)
    to_hidden = (to_logits @ policy.w2.T + to_value @ policy.wv.T) * (hidden > 0)
    return {
        "w1": read.T @ to_hidden,
        "b1": to_hidden.sum(axis=0),
        "w2": hidden.T @ to_logits,
        "b2": to_logits.sum(axis=0),
        "wv": hidden.T @ to_value,
        "bv": to_value.sum(axis=0),
    }


def train(rules: Rules, plan: Plan, go_on: Callable[[int, float], bool]) -> Iterator[tuple[Policy, int, float]]:
    """Trains while `go_on(decisions, seconds)` says so; gives the policy before and after every iteration."""
    rng = np.random.default_rng(plan.seed)
    policy = Policy.new(rules, plan.hidden, rng)
    adam = Adam(policy, plan.rate)
    batch = Batch(rules, plan.games, plan.seed, autoreset="never", skip_forced=True, threads=plan.threads)
    decisions, began = 0, time.monotonic()
    yield policy, 0, 0.0
    while go_on(decisions, time.monotonic() - began):
        games = play_games(policy, batch, rng)
        decisions += len(games.actions)
        advantages = games.returns - games.values
        advantages = ((advantages - advantages.mean()) / (advantages.std() + 1e-6)).astype(np.float32)
        for _ in range(plan.epochs):
            order = rng.permutation(len(advantages))
            for low in range(0, len(order) - plan.minibatch // 2, plan.minibatch):
                adam.step(gradients(policy, games, order[low : low + plan.minibatch], advantages, plan))
        yield policy, decisions, time.monotonic() - began
    batch.close()


def measure(policy: Policy, rules: Rules, opponent: str, games: int, seed: int = 99) -> tuple[float, float, float]:
    """The share of games that the policy wins against a compiled opponent or the automaton, with Wilson's interval.

    It sits on every seat equally often and plays its likeliest action; a shared win counts half.
    """
    players = int(rules.options["players"])
    other = "random" if rules.automaton else opponent  # an automaton has its own seat
    seats = [[("learner" if seat == i % players else other) for seat in range(players)] for i in range(games)]
    batch = Batch(rules, games, f"measure {seed}", seats=seats, autoreset="never", skip_forced=True, reward="win")
    batch.reset()
    won = np.zeros(games)
    own = np.arange(games) % players
    while not batch.over.all():
        masks = batch.masks | batch.over[:, None]
        batch.step(policy.logits(policy.hidden(batch.observations), masks).argmax(axis=1))
        won += batch.rewards[np.arange(games), own]
    batch.close()
    share = float((won.mean() + 1) / 2)
    low, high = wilson(share, games)
    return share, low, high


def opponents_of(rules: Rules) -> tuple[str, ...]:
    """Against whom a policy is measured: the automaton alone, or the compiled bots."""
    return (rules.automaton.lower(),) if rules.automaton else ("random", "greedy")


def curve(rules: Rules, plan: Plan, decisions: int, points: int, games: int, heard: Callable[[Point], None]) -> Policy:
    """Trains for so many decisions and tells so many points of the curve on the way; returns the trained policy."""
    due = 0
    for policy, seen, seconds in train(rules, plan, lambda made, _: made < decisions):
        if seen >= due or seen >= decisions:
            wins = {name: measure(policy, rules, name, games) for name in opponents_of(rules)}
            heard(Point(seen, round(seconds, 1), wins))
            due = seen + decisions // points
    return policy
