"""Random patterns and random coatls, as text, for comparisons of the engine with the slow scorer."""

import random

from tests.reference.scorer import COLOURS, fits

MOST_PIECES = 60
MOST_TOKENS = 12
PARTS = [colour + stack for colour in COLOURS for stack in ("", "^")]


class Dice:
    """Random patterns, and random coatls in which they stand often."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def colours(self, least: int, most: int) -> str:
        return "".join(self.random.sample(COLOURS, self.random.randint(least, most)))

    def token(self, many: bool, stacks: bool) -> str:
        letter = self.random.choice(COLOURS)
        kinds = [letter] * 4 + [".", "=", f"[{self.colours(1, 4)}]", f"[^{self.colours(1, 3)}]"]
        kinds += [f"{letter}+", f"{letter}+", ".+"] if many else []
        token = self.random.choice(kinds)
        return f"{token}^" if stacks and not token.endswith("+") and self.random.random() < 0.3 else token

    def absent(self) -> list[str]:
        return [f"!{self.random.choice(COLOURS)}" for _ in range(self.random.choice([0, 0, 0, 1, 1, 2]))]

    def pattern(self) -> str:
        """A pattern that no card needs to have; at most three of its tokens have a plus."""
        stacks = self.random.random() < 0.5
        length = self.random.choice([1, 2, 2, 3, 3, 3, 4, 4, 5, 6, MOST_TOKENS])
        served: list[str] = []
        for _ in range(length):
            many = sum(token.endswith("+") for token in served) < 3
            served.append(self.token(many, stacks))
        return " ".join([*self.absent(), *served, *self.absent()])

    def length(self) -> int:
        return self.random.randint(1, MOST_PIECES) if self.random.random() < 0.02 else self.random.randint(1, 14)

    def planted(self, pattern: str, palette: str) -> list[str]:
        """Parts in which the pattern's tokens stand one after the other."""
        same = self.random.choice(palette)
        parts: list[str] = []
        for token in pattern.split():
            fitting = [part for part in PARTS if fits(token.replace("=", same), part)]
            if fitting and not token.startswith("!"):
                parts += [self.random.choice(fitting) for _ in range(self.random.randint(1, 2) if "+" in token else 1)]
        return parts

    def coatl(self, pattern: str) -> str:
        palette = self.colours(2, 5)
        stacked = self.random.choice([0.0, 0.5])
        length, parts = self.length(), list[str]()
        while len(parts) < length:
            if self.random.random() < 0.3:
                parts += self.planted(pattern, palette)
            else:
                parts.append(self.random.choice(palette) + "^" * (self.random.random() < stacked))
        return "".join(parts[:length])
