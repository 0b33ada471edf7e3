"""What coatls are worth, by brute force on plain strings (RULES 2, 3, 4.4, 5.4).

Nothing here is shared with the engine: another reader of the same rules wrote it, the slow and obvious way.

>>> times("G Y+ G", "GGGYGGGYG"), times("G Y+ G", "GYGYG")
(2, 1)
>>> overlapping_times("G Y+ G", "GYGYG")
2
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

COLOURS = "RGBYK"
CARD_POINTS = (0, 2, 5, 6)  # of a prophecy, by level
CARD_TEMPLE_POINTS = (0, 3, 7)  # by number of goals met

Place: TypeAlias = tuple[int, int]  # the pieces from the first number up to, not with, the second

# ---------------------------------------------------------------- notation (RULES 2)


class Coatl(NamedTuple):
    """A coatl as text: `(RG^B` has the parts R, G^ and B, a head and no tail."""

    parts: tuple[str, ...]
    head: bool
    tail: bool

    @property
    def colours(self) -> str:
        return "".join(part[0] for part in self.parts)


@lru_cache
def read_coatl(text: str) -> Coatl:
    head, tail = text.startswith("("), text.endswith(")")
    parts: list[str] = []
    for sign in text.removeprefix("(").removesuffix(")"):
        if sign in COLOURS:
            parts.append(sign)
        elif sign == "^" and parts and parts[-1] in COLOURS:
            parts[-1] += "^"
        else:
            raise ValueError(f"{text!r} is no coatl")
    if head and tail and len(parts) == 1:
        raise ValueError(f"{text!r} is no coatl: one piece is not both head and tail")
    return Coatl(tuple(parts), head, tail)


def write_coatl(coatl: Coatl) -> str:
    return "(" * coatl.head + "".join(coatl.parts) + ")" * coatl.tail


# ---------------------------------------------------------------- patterns (RULES 3)


@cache
def fits(token: str, part: str) -> bool:
    """Whether the part can serve the token once; `=` was replaced by a colour before."""
    token = token.removesuffix("+")
    if token.endswith("^"):
        return part.endswith("^") and fits(token.removesuffix("^"), part)
    if token.startswith("[^"):
        return part[0] not in token[2:-1]
    if token.startswith("["):
        return part[0] in token[1:-1]
    return token in (".", part[0])


def ends_from(tokens: tuple[str, ...], parts: tuple[str, ...], start: int) -> set[int]:
    """Every place where the tokens can end when they begin at `start`."""
    if not tokens:
        return {start}
    if start == len(parts) or not fits(tokens[0], parts[start]):
        return set()
    found = ends_from(tokens[1:], parts, start + 1)
    if tokens[0].endswith("+"):
        found |= ends_from(tokens, parts, start + 1)
    return found


Words: TypeAlias = tuple[str, ...]


@cache
def split(pattern: str) -> tuple[Words, Words, Words]:
    """What is forbidden on the left, the tokens that pieces serve, what is forbidden on the right."""
    tokens = tuple(pattern.split())
    served = tuple(token for token in tokens if not token.startswith("!"))
    first = tokens.index(served[0])
    left, right = tokens[:first], tokens[first + len(served) :]
    if left + served + right != tokens:
        raise ValueError("a forbidden neighbour stands inside the pattern")
    return tuple(token[1:] for token in left), served, tuple(token[1:] for token in right)


def allows(parts: tuple[str, ...], place: int, forbidden: Words) -> bool:
    """Whether the place holds nothing forbidden; beyond the ends there is no piece at all."""
    return not (0 <= place < len(parts) and any(fits(token, parts[place]) for token in forbidden))


def places(pattern: str, coatl: str) -> list[Place]:
    """Every place where the pattern stands, overlaps included."""
    parts = read_coatl(coatl).parts
    left, served, right = split(pattern)
    found: set[Place] = set()
    for colour in COLOURS if "=" in pattern else "=":
        tokens = tuple(token.replace("=", colour) for token in served)
        for start in range(len(parts)):
            if allows(parts, start - 1, left):
                found |= {(start, end) for end in ends_from(tokens, parts, start)}
    return sorted(place for place in found if allows(parts, place[1], right))


def largest_disjoint(places: Iterable[Place]) -> int:
    """The largest number of places of which no two share a piece."""
    known = list(places)
    most = [0]  # most[n]: within the first n pieces
    for end in range(1, max((end for _, end in known), default=0) + 1):
        most.append(max([most[-1], *(most[first] + 1 for first, last in known if last == end)]))
    return most[-1]


def times(pattern: str, coatl: str) -> int:
    """The board game's count of a sequence: matches that share no piece."""
    return largest_disjoint(places(pattern, coatl))


def overlapping_times(pattern: str, coatl: str) -> int:
    """The card game's count: every place."""
    return len(places(pattern, coatl))


# ---------------------------------------------------------------- the board game (RULES 4.4)


def prophecy_times(kind: str, pattern: str, coatl: str) -> int:
    if kind == "sequence":
        return times(pattern, coatl)
    here = Counter(read_coatl(coatl).colours)
    if kind == "count":
        return here[pattern]
    if kind == "multiset":
        return int(Counter(pattern.split()) <= here)
    raise ValueError(kind)


def level_points(levels: Mapping[str, int], times: int) -> int:
    """The points of the highest level that is reached; only one level counts."""
    reached = [int(level) for level in levels if int(level) <= times]
    return levels[str(max(reached))] if reached else 0


def prophecy_points(kind: str, pattern: str, levels: Mapping[str, int], coatl: str) -> int:
    return level_points(levels, prophecy_times(kind, pattern, coatl))


def goal_met(goal: str, coatl: str, gods: Sequence[str]) -> bool:
    """One goal of a temple; `gods` are the card colours of the prophecies beside the coatl."""
    name, _, wanted = goal.partition(":")
    colours = read_coatl(coatl).colours
    if name == "without":
        return wanted not in colours
    if name == "length":
        return len(colours) == int(wanted)
    if name == "equal":
        return colours.count(wanted[0]) == colours.count(wanted[1]) > 0
    if name == "no_card":
        return wanted not in gods
    raise ValueError(goal)


def temple_points(goals: Sequence[str], points: Sequence[int], coatl: str, gods: Sequence[str]) -> int:
    met = sum(goal_met(goal, coatl, gods) for goal in goals)
    return points[met - 1] if met else 0


class Prophecy(NamedTuple):
    """A prophecy card of the board game, as the card list has it."""

    god: str
    kind: str
    pattern: str
    levels: Mapping[str, int]


class Temple(NamedTuple):
    """A temple card of the board game, as the card list has it."""

    goals: Sequence[str]
    points: Sequence[int]


def coatl_points(coatl: str, prophecies: Sequence[Prophecy], temple: Temple | None = None) -> int:
    """What a coatl and its cards score: nothing unless it is finished."""
    read = read_coatl(coatl)
    if not (read.head and read.tail):
        return 0
    points = sum(prophecy_points(card.kind, card.pattern, card.levels, coatl) for card in prophecies)
    if temple is None:
        return points
    return points + temple_points(temple.goals, temple.points, coatl, [card.god for card in prophecies])


# ---------------------------------------------------------------- the card game (RULES 5.4)

Fulfilled: TypeAlias = tuple[str, int]  # a prophecy's god and its level


def card_level(pattern: str, coatl: str) -> int:
    """The level of a prophecy by its present count: three or more is level 3."""
    return min(3, overlapping_times(pattern, coatl))


def gods_goal_met(goal: str, prophecies: Sequence[Fulfilled]) -> bool:
    """A goal that looks at prophecies, those of level 1 or more."""
    fulfilled = [(god, level) for god, level in prophecies if level >= 1]
    name, _, wanted = goal.partition(":")
    if name == "gods":
        return all(any(god == wished for god, _ in fulfilled) for wished in wanted.split(","))
    if name == "below":
        lower, higher = wanted.split("<")
        return any(a == lower and b == higher and low < high for a, low in fulfilled for b, high in fulfilled)
    if name == "twins":
        return any(one == other for one, other in pairwise(sorted(fulfilled)))
    raise ValueError(goal)


def parts_goal_met(goal: str, coatl: str) -> bool:
    """A goal that looks at the visible parts, head and tail included."""
    colours = read_coatl(coatl).colours
    if goal.startswith("parts>="):
        return len(colours) >= int(goal.removeprefix("parts>="))
    if goal.startswith("parts<="):
        return len(colours) <= int(goal.removeprefix("parts<="))
    name, _, wanted = goal.partition(":")
    if name == "run":
        return any(len(list(run)) >= int(wanted) for _, run in groupby(colours))
    if name == "same":
        return any(colours.count(colour) >= int(wanted) for colour in COLOURS)
    if name == "equal":
        return colours.count(wanted[0]) == colours.count(wanted[1])
    raise ValueError(goal)


def card_goal_met(goal: str, coatl: str, prophecies: Sequence[Fulfilled]) -> bool:
    if goal.partition(":")[0] in ("gods", "below", "twins"):
        return gods_goal_met(goal, prophecies)
    return parts_goal_met(goal, coatl)


def card_points(coatl: str, prophecies: Sequence[Fulfilled], goals: Sequence[str] = ()) -> int:
    """What a player of the card game scores: the prophecies by level, the temple by goals met."""
    met = sum(card_goal_met(goal, coatl, prophecies) for goal in goals)
    return sum(CARD_POINTS[level] for _, level in prophecies) + CARD_TEMPLE_POINTS[met]
