"""A trained policy: a small network in a file that NumPy alone can read, and the bot that plays by it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from coatl.bots.base import Bot, Limit, Option, Thought
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.rl.observations import observation, observation_fields, observation_hash
from coatl.version import RULES_VERSION

Floats = npt.NDArray[np.float32]
FORMAT = "coatl-policy/1"
POLICIES = Path(__file__).parent / "policies"  # trained by `coatl rl train`, each with its curve
ARRAYS = ("scale", "w1", "b1", "w2", "b2", "wv", "bv")
SMALLEST = -1e9  # the logit of an action that is not legal


def scale_of(rules: Rules, compact: bool = False) -> Floats:
    """By what each number of an observation is multiplied before the network reads it: flags as they are."""
    parts = []
    for place in observation_fields(rules, compact):
        factor = 1.0 if len(place.shape) == 2 else 0.1 if place.shape == (1,) else 0.5
        parts.append(np.full(place.stop - place.start, factor, np.float32))
    return np.concatenate(parts)


@dataclass
class Policy:
    """One hidden layer of rectified units; from it the logits of all actions and the value of the position."""

    game: str
    hash: str  # of the observation that it reads
    scale: Floats
    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    wv: Floats
    bv: Floats

    @classmethod
    def new(cls, rules: Rules, hidden: int, rng: np.random.Generator) -> "Policy":
        """An untrained one; its first choices are nearly even."""
        scale = scale_of(rules)

        def normal(rows: int, columns: int, size: float) -> Floats:
            return (rng.standard_normal((rows, columns)) * size).astype(np.float32)

        return cls(
            rules.game,
            observation_hash(rules),
            scale,
            normal(len(scale), hidden, 0.15),
            np.zeros(hidden, np.float32),
            normal(hidden, rules.actions, 0.01),
            np.zeros(rules.actions, np.float32),
            normal(hidden, 1, 0.01),
            np.zeros(1, np.float32),
        )

    def hidden(self, observations: Any) -> Floats:
        """What the hidden units say."""
        read = np.asarray(observations).astype(np.float32) * self.scale
        found: Floats = np.maximum(read @ self.w1 + self.b1, 0)
        return found

    def logits(self, hidden: Floats, masks: Any) -> Floats:
        """The logits of the legal actions."""
        found: Floats = np.where(masks, hidden @ self.w2 + self.b2, np.float32(SMALLEST))
        return found

    def act(self, observations: Any, masks: Any, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """An action for each row, as likely as the policy has it."""
        noise = rng.gumbel(size=masks.shape).astype(np.float32)
        chosen: npt.NDArray[np.int64] = (self.logits(self.hidden(observations), masks) + noise).argmax(axis=1)
        return chosen

    def save(self, path: Path) -> None:
        """Writes the file: half precision, and what it was trained for."""
        arrays: dict[str, Any] = {name: getattr(self, name).astype(np.float16) for name in ARRAYS}
        about = {"format": FORMAT, "game": self.game, "rules": RULES_VERSION, "observation": self.hash}
        with path.open("wb") as file:
            np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)

    @classmethod
    def load(cls, path: Path) -> "Policy":
        """Reads a file, or a policy of the package by its name: `card`, `carl`. Nothing in it can run.

        :raises CoatlError: policy.file.
        """
        path = own if not path.exists() and (own := POLICIES / f"{path}.npz").exists() else path
        try:
            with path.open("rb") as source, np.load(source, allow_pickle=False) as file:
                about = json.loads(str(file["about"]))
                arrays = {name: file[name].astype(np.float32) for name in ARRAYS}
            if about["format"] != FORMAT:
                raise ValueError("another format")
            return cls(str(about["game"]), str(about["observation"]), **arrays)
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as fault:
            raise CoatlError("policy.file", f"{path} holds no policy: {fault}.") from None

    def check(self, rules: Rules) -> None:
        """Refuses a table for which it was not trained.

        :raises CoatlError: policy.game or policy.version.
        """
        if self.game != rules.game:
            raise CoatlError("policy.game", f"This policy plays the {self.game} game, not the {rules.game} game.")
        if self.hash != observation_hash(rules):
            message = "This policy was trained for another version of the observations, or for other seats."
            raise CoatlError("policy.version", f"{message} It has {self.hash}, the table {observation_hash(rules)}.")


class PolicyBot(Bot):
    """Plays the likeliest action of a policy."""

    title = "Policy"
    level = 2
    sentence = "Plays by a network that was trained in self-play."

    def __init__(self, rules: Rules, path: Path) -> None:
        super().__init__(rules)
        self.policy = Policy.load(path)
        self.policy.check(rules)

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The legal actions by their probabilities; the observation does not depend on how the unseen is dealt."""
        if len(legal) == 1:
            return Thought(legal[0])
        seen = observation(self.rules, self.rules.determinise(view, rng), int(view.viewer))
        numbers = [self.rules.number(text) for text in legal]
        mask = np.zeros(self.rules.actions, np.bool_)
        mask[numbers] = True
        logits = self.policy.logits(self.policy.hidden(seen[None]), mask)[0][numbers].astype(np.float64)
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        options = [Option(text, float(chance)) for text, chance in zip(legal, chances, strict=True)]
        options.sort(key=lambda option: -option.value)
        return Thought(options[0].action, tuple(options))
