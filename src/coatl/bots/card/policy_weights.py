"""What the rollout policy of the card game strives for: its weights for one table and one deck."""

from typing import Annotated

import numpy as np

from coatl.bots.card.weights import MOST_TURNS
from coatl.bots.weights import Float64, Floats
from coatl.card.state import PROTECTED
from coatl.engine.structs import Int64, Records

BEAM = (0, 8, 4, 4, 4)  # by players
OTHERS = (0, 0, 4, 1, 1)  # at larger tables it would take most of the time


class PolicyWeights:
    """How the rollout policy weighs what a card brings, in points."""

    points: Annotated[Floats, np.float64, PROTECTED + 1]  # what a level is worth
    hurt: Annotated[Floats, np.float64, PROTECTED + 1]  # what it is worth that a victim loses it
    ahead: Float64  # of a point that one more part would bring
    early: Float64  # the same before the second card is known
    rich: Annotated[Floats, np.float64, MOST_TURNS + 1, PROTECTED]  # by turns left: what stands before it comes
    content: Float64  # a hand that brings less is worth a discard
    beam: Int64  # first cards behind which the second one is looked for
    others: Int64  # the same for those who do not plan the turn


def write_policy_weights(scratches: Records, decks: Records, models: Records, weights: Records) -> None:
    """Writes the weights for a table, and those of its last round, in which only points count."""
    policy, last, points = scratches[0].policy, scratches[0].last_policy, decks[0].level_points
    shares = weights[0].policy_solo if models[0].solo else weights[0].policy
    last.points[:] = points
    last.hurt[:] = shares.last_hurt * points
    policy.points[:] = points * shares.points
    policy.hurt[:] = points * shares.hurt
    policy.ahead, policy.early, policy.content = shares.ahead, shares.early, shares.content
    policy.rich[:] = shares.rich * weights[0].richness.points
    policy.beam, policy.others = BEAM[models[0].players], OTHERS[models[0].players]
    scratches[0].temple_value.weights = weights[0].temple
    scratches[0].result = weights[0].result
