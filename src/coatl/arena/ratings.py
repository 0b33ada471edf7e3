"""Ratings with their uncertainty, by the library openskill (the model of Plackett and Luce)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coatl.arena.match_game import Played


@dataclass(frozen=True)
class Rating:
    """A strength: 25 is the start, some 6 points more win about three games of four; and its standard deviation."""

    mean: float
    deviation: float


def ratings(games: Sequence[Played], names: int) -> list[Rating]:
    """The ratings after these games; bots do not learn, so their strength stays what it is (tau = 0)."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    known = [(rating.mu, rating.sigma) for rating in (model.rating() for _ in range(names))]
    for played in games:
        rate(model, known, played)
    return [Rating(mean, deviation) for mean, deviation in known]


def rate(model: Any, known: list[tuple[float, float]], played: Played) -> None:
    """One game; an entrant on several seats gets the mean of what they bring."""
    seats = [seat.entrant % len(known) for seat in played.seats]  # the automaton, -1, is the last
    teams = [[model.rating(*known[entrant])] for entrant in seats]
    rated = model.rate(teams, ranks=played.places())
    for entrant in set(seats):
        own = [team[0] for team, owner in zip(rated, seats, strict=True) if owner == entrant]
        known[entrant] = (sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own))
