"""The bots that the tests let play, each with a limit that can be repeated, and whole games between them."""

import sys

from coatl.bots.base import Bot, Limit, rng_of
from coatl.bots.decision import decide
from coatl.bots.registry import bots, entrant, make
from coatl.engine.rules import Rules
from coatl.game import Game

FEW = 12  # simulations
LABELS = {"__module__", "__doc__", "title", "level", "sentence", "limit"}


def spec(name: str) -> str:
    """A bot of the registry, with few simulations if it is one that takes a limit."""
    return name if bots()[name].limit == Limit() else f"{name}:{FEW}"


def mind(kind: type[Bot]) -> type[Bot]:
    """The class that says how a bot thinks: a level for people may add a title and a limit, and nothing else."""
    return next(base for base in kind.__mro__ if set(vars(base)) - LABELS)


MINDS = {kind: name for name, kind in bots().items() if mind(kind) is kind}
SPECS = [spec(name) for name in MINDS.values()]
LEVELS_ALIKE = {spec(name): spec(MINDS[mind(kind)]) for name, kind in bots().items() if mind(kind) is not kind}


def served(bot: str) -> str:
    """The same bot in a process of its own."""
    given = entrant(bot).limit
    limit = "" if given == Limit() else f"{given}:"
    return f"exec:{limit}{sys.executable} -m coatl bot serve {bot.partition(':')[0]}"


def play_out(game: Game, seated: list[Bot], most: int = 5_000) -> Game:
    """Plays a game to its end, or so many decisions of it, with bots that never fail."""
    chance = {seat: rng_of(f"{game.seed} {game.stream} {seat}") for seat in range(1, len(seated) + 1)}
    while not game.over and len(game.entries) < most:
        seat, legal = game.seat, game.legal()
        if seat > len(seated):
            game.play(legal[0])
            continue
        view, bot = game.view(seat), seated[seat - 1]
        decision = decide(bot, view, view.legal, bot.limit, chance[seat])
        assert decision.forfeit is None, decision.forfeit
        game.play(decision.action)
    return game


def match(rules: Rules, one: str, other: str, games: int, seed: str = "match") -> tuple[float, float, float]:
    """The share of games that the first bot wins, and the mean points of both: shared deals, seats in turn."""
    pair = [make(one, rules), make(other, rules)]
    wins, points = 0.0, [0, 0]
    for number in range(games):
        order = [number % 2, 1 - number % 2]
        result = play_out(Game(rules, seed, stream=number // 2), [pair[i] for i in order]).result
        assert result is not None
        wins += (order.index(0) + 1 in result.winners) / len(result.winners)
        for seat, i in enumerate(order):
            points[i] += result.points[seat]
    return wins / games, points[0] / games, points[1] / games
