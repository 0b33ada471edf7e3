"""PPO in self-play, in one file, with PyTorch (examples/learn/requirements.txt).

python examples/learn/ppo.py --game card --decisions 5000000

Every seat is the learner's: the batch gives the observation of who decides, and the end of a game rewards all seats.
The trained network is written as a policy that `coatl play card --bot policy:ppo.npz` plays by.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from coatl.registry import rules_of
from coatl.rl import Batch
from coatl.rl.policy import Policy
from coatl.rl.training import measure


class Network(nn.Module):
    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.scale = torch.tensor(policy.scale)
        self.body = nn.Linear(*policy.w1.shape)
        self.actor = nn.Linear(*policy.w2.shape)
        self.critic = nn.Linear(policy.wv.shape[0], 1)
        with torch.no_grad():
            self.actor.weight.mul_(0.1)

    def forward(self, observations, masks):
        hidden = torch.relu(self.body(observations.float() * self.scale))
        return self.actor(hidden).masked_fill(~masks, -1e9), self.critic(hidden)[:, 0]

    def written_to(self, policy: Policy) -> Policy:
        for name, layer in (("1", self.body), ("2", self.actor), ("v", self.critic)):
            setattr(policy, f"w{name}", layer.weight.detach().numpy().T.copy())
            setattr(policy, f"b{name}", layer.bias.detach().numpy().copy())
        return policy


def play(network, batch):
    """Plays every game to its end; all decisions, with the reward of the seat that made them."""
    batch.reset()
    steps, rewards = [], np.zeros_like(batch.rewards)
    while not batch.over.all():
        rows = np.flatnonzero(~batch.over)
        seen, masks = torch.tensor(batch.observations[rows]), torch.tensor(batch.masks[rows])
        with torch.no_grad():
            logits, values = network(seen, masks)
        choice = torch.distributions.Categorical(logits=logits)
        chosen = choice.sample()
        seats = torch.tensor(batch.seats[rows].astype(np.int64))
        steps.append((torch.tensor(rows), seats, seen, masks, chosen, choice.log_prob(chosen), values))
        actions = np.zeros(batch.games, np.int64)
        actions[rows] = chosen.numpy()
        batch.step(actions)
        rewards += batch.rewards
    rows, seats, *columns = (torch.cat(column) for column in zip(*steps, strict=True))
    return *columns, torch.tensor(rewards)[rows, seats]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="card", choices=("board", "card"))
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--output", type=Path, default=Path("ppo.npz"))
    given = parser.parse_args()
    torch.manual_seed(1)
    rules = rules_of(given.game, players=2)
    policy = Policy.new(rules, given.hidden, np.random.default_rng(1))
    network = Network(policy)
    adam = torch.optim.Adam(network.parameters(), lr=1e-3)
    batch = Batch(rules, given.games, seed=1, autoreset="never", skip_forced=True)
    decisions, iteration, began = 0, 0, time.monotonic()
    while decisions < given.decisions:
        seen, masks, chosen, before, values, returns = play(network, batch)
        decisions += len(chosen)
        gain = returns - values
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        for _ in range(3):
            for rows in torch.randperm(len(chosen)).split(2048):
                logits, value = network(seen[rows], masks[rows])
                choice = torch.distributions.Categorical(logits=logits)
                ratio = (choice.log_prob(chosen[rows]) - before[rows]).exp()
                clipped = torch.min(ratio * gain[rows], ratio.clamp(0.8, 1.2) * gain[rows])
                loss = -clipped.mean() + 0.5 * (value - returns[rows]).pow(2).mean() - 0.01 * choice.entropy().mean()
                adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                adam.step()
        if iteration % 10 == 0:
            won, low, high = measure(network.written_to(policy), rules, "random", 200)
            spent = time.monotonic() - began
            print(
                f"{decisions:,} decisions, {spent:.0f} s: wins {won:.1%} ({low:.1%}–{high:.1%}) against random",
                flush=True,
            )
        iteration += 1
    network.written_to(policy).save(given.output)
    print(f"Written to {given.output}.")


if __name__ == "__main__":
    main()
