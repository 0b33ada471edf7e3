"""MaskablePPO (sb3-contrib) against CARL, with PyTorch (examples/learn/requirements.txt).

python examples/learn/maskable_ppo.py --steps 200000
"""

import argparse

import gymnasium
import numpy as np
from gymnasium.wrappers import TransformObservation
from sb3_contrib import MaskablePPO

import coatl.rl  # noqa: F401 (registers the environments)


def made(**options):
    """The environment with observations as floats, which the network of Stable-Baselines wants."""
    env = gymnasium.make("coatl/Card-v0", solo=True, **options)
    space = gymnasium.spaces.Box(0, 127, env.observation_space.shape, np.float32)
    return TransformObservation(env, lambda seen: seen.astype(np.float32), space)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=100, help="to measure it with")
    given = parser.parse_args()
    learner = MaskablePPO("MlpPolicy", made(), n_steps=1024, batch_size=256, seed=1, verbose=1)
    learner.learn(given.steps)
    env, won = made(reward="win"), 0
    for seed in range(given.games):
        seen, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            action, _ = learner.predict(seen, action_masks=env.unwrapped.action_masks(), deterministic=True)
            seen, reward, over, _, _ = env.step(int(action))
        won += reward > 0
    print(f"Wins against CARL: {won} of {given.games}")


if __name__ == "__main__":
    main()
