"""Environments for learners: batches in compiled code, Gymnasium, PettingZoo (docs/rl.md).

To import this package registers `coatl/Board-v0` and `coatl/Card-v0` with Gymnasium and PettingZoo.
"""

from coatl.rl.batch import Batch
from coatl.rl.observations import observation, observation_fields, observation_hash, observation_size
from coatl.rl.registration import register_all

__all__ = ["Batch", "observation", "observation_fields", "observation_hash", "observation_size"]

register_all()
